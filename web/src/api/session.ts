import { createStorageStore } from '../platform/storage-store.ts'
import { readId, readObject, readString } from './read-values.ts'
import { deletePrivateResponses } from './response-cache.ts'

/** The customer's bearer token. It is only sent to the API host. */
const tokenStore = createStorageStore(
  'authToken',
  // Rejects characters that are invalid in headers, because they would make every request fail.
  (stored) => (typeof stored === 'string' && /^[\x21-\x7e]{1,8192}$/.test(stored) ? stored : null),
  'text',
)

export const getToken = tokenStore.get

/** Returns the token or null, and rerenders on log-in and log-out, including those in other tabs. */
export const useToken = tokenStore.use

/** Logs a customer in. Deletes the cached data of the one before. */
export function setToken(token: string): void {
  deletePrivateResponses()
  tokenStore.set(token)
}

let rejectedToken: string | null = null

/** Whether the token was dropped in this visit: rejected by the host, usually because it has expired, or logged out. */
export const isRejected = (token: string): boolean => token === rejectedToken

/**
 * Drops a rejected token. Remembers the customer, so that drafts and payments stay theirs after the session has
 * expired.
 */
export function clearToken(): void {
  rejectedToken = getToken()
  customerStore.set(getOwner())
  deletePrivateResponses()
  tokenStore.set(null)
}

export function logOut(): void {
  clearToken()
  customerStore.set(null)
}

/** Returns an id of the current log-in, for what must not outlive it, such as a chosen delivery; null for guests. */
export function getSession(): string | null {
  const token = getToken()
  return token === null ? null : tokenCacheKey(token)
}

export function useSession(): string | null {
  tokenStore.use()
  return getSession()
}

/** The customer to whom stored data belongs. Unlike the log-in, it stays the same after the session has expired. */
export type Owner = {
  /** Null until the account has loaded. */
  id: number | null
  /** The log-in that stored the data. */
  session: string
}

const customerStore = createStorageStore('customer', (stored) => {
  const customer = readOwner(stored)
  return customer.session === '' ? null : customer
})

/** Reads a stored owner. An unreadable one is nobody. */
export function readOwner(stored: unknown): Owner {
  const { id, session } = readObject<Owner>(stored)
  return { id: readId(id), session: readString(session) }
}

/** The owner whose account has not loaded. Kept, so that `getOwner` returns the same object until the owner changes. */
let unloaded: Owner | null = null

/** Returns the current customer; null for a guest. */
export function getOwner(): Owner | null {
  const session = getSession()
  const customer = customerStore.get()
  if (session === null || session === customer?.session) return customer
  if (unloaded?.session !== session) unloaded = { id: null, session }
  return unloaded
}

export function useOwner(): Owner | null {
  tokenStore.use()
  customerStore.use()
  return getOwner()
}

/**
 * Whether stored data belongs to the current customer. Data of a guest has no owner and belongs to whoever logs in
 * next.
 */
export function belongsToCustomer(owner: unknown): boolean {
  if (owner === null || owner === undefined) return true
  const { id, session } = readOwner(owner)
  const customer = getOwner()
  if (customer === null) return false
  return id === null || customer.id === null ? session === customer.session : id === customer.id
}

/** Stores the customer of a token. Ignored if the token has changed in the meantime. */
export function rememberCustomer(token: string | null, id: number | null): void {
  if (token === null || token !== getToken()) return
  customerStore.set({ id, session: tokenCacheKey(token) })
}

/** Returns an FNV-1a hash of the token for query keys, which must not contain the token. */
export function tokenCacheKey(token: string | null): string {
  let hash = 0x811c9dc5
  for (const character of token ?? '') hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(36)
}
