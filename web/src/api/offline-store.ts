import { clear, createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { readObject } from './read-values.ts'

/** A query's data with its time, in milliseconds since 1970. */
export type CachedResponse = { data: unknown; at: number }

/** Public data is stored unencrypted. A customer's data is encrypted and deleted on logout. */
export type Kind = 'public' | 'private'

/** Maximum number of entries. The oldest are deleted first. */
const MAX_ENTRIES = 150
/** Maximum age of an entry, in milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Name of the encryption key among the private entries. It cannot clash with query hashes, which start with a bracket. */
const KEY = 'key'

type Encrypted = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer; at: number }

/**
 * Databases for cached API responses. A customer's responses are encrypted with a non-extractable key. Logging out deletes
 * both key and responses.
 */
const stores: Record<Kind, UseStore> = {
  public: createStore('kept-answers', 'answers'),
  private: createStore('private-answers', 'answers'),
}

let isPruned = false

export async function writeResponse(hash: string, kind: Kind, response: CachedResponse): Promise<void> {
  try {
    const stored = kind === 'public' ? response : await encrypt(response)
    if (stored) await set(hash, stored, stores[kind])
    if (!isPruned) await prune()
  } catch (error) {
    // Storage is full or blocked, so nothing is cached.
    console.info(`A response could not be cached: ${error}`)
  }
}

export async function readResponse(hash: string, kind: Kind): Promise<CachedResponse | undefined> {
  const stored: unknown = await get(hash, stores[kind])
  if (!isEntry(stored) || Date.now() - stored.at > MAX_AGE_MS) return undefined
  return 'iv' in stored ? decrypt(stored) : stored
}

/** Whether a value is a valid entry. The database may contain anything. */
function isEntry(value: unknown): value is CachedResponse | Encrypted {
  const { at, data, iv } = readObject(value)
  return (
    typeof at === 'number' && at <= Date.now() && ((data !== undefined && data !== null) || iv !== undefined)
  )
}

/** Returns all public entries that have not expired. */
export async function readPublicResponses(): Promise<CachedResponse[]> {
  const stored = await entries<string, unknown>(stores.public)
  return stored.flatMap(([, value]) =>
    isEntry(value) && 'data' in value && Date.now() - value.at <= MAX_AGE_MS ? [value] : [],
  )
}

export async function deletePrivateResponses(): Promise<void> {
  await clear(stores.private)
}

/** Deletes expired entries, and the oldest beyond the limit. Runs once per visit. */
async function prune(): Promise<void> {
  isPruned = true
  const timeOf = (value: unknown) => (isEntry(value) ? value.at : 0)
  const stored = (await entries<string, unknown>(stores.public)).sort(([, a], [, b]) => timeOf(b) - timeOf(a))
  const old = stored.filter(
    ([, value], index) => index >= MAX_ENTRIES || Date.now() - timeOf(value) > MAX_AGE_MS,
  )
  await delMany(
    old.map(([hash]) => hash),
    stores.public,
  )
}

/** Encrypts a response. Returns undefined on insecure origins, where nothing private is cached. */
async function encrypt({ data, at }: CachedResponse): Promise<Encrypted | undefined> {
  if (!crypto.subtle) return undefined
  let key = await get<CryptoKey>(KEY, stores.private)
  if (!key) {
    key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    await set(KEY, key, stores.private)
  }
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(data))
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text), at }
}

async function decrypt({ iv, bytes, at }: Encrypted): Promise<CachedResponse | undefined> {
  const key = await get<CryptoKey>(KEY, stores.private)
  if (!key) return undefined
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)
  return { data: JSON.parse(new TextDecoder().decode(text)), at }
}
