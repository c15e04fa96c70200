import { useSyncExternalStore } from 'react'
import { readJson, readText, writeJson, writeText } from '../platform/storage.ts'
import { forgetPrivateAnswers } from './offline-cache.ts'
import { readId, readObject } from './read-values.ts'

/** The customer's bearer token. It is sent to the API host and nowhere else. */
const KEY = 'authToken'
const CUSTOMER = 'customer'
const CHANGED = 'sessionUpdated'

export function getToken(): string | null {
  const token = readText(KEY)
  // What no header can carry would fail every call.
  return token !== null && /^[\x21-\x7e]{1,8192}$/.test(token) ? token : null
}

export function setToken(token: string): void {
  writeText(KEY, token)
  window.dispatchEvent(new Event(CHANGED))
}

/** Drops a token that the host refuses. Its customer stays known, so that drafts and payments wait for the next log-in. */
export function clearToken(): void {
  writeJson(CUSTOMER, readCustomer())
  writeText(KEY, null)
  forgetPrivateAnswers()
  window.dispatchEvent(new Event(CHANGED))
}

/** Drops the token and forgets who was logged in. */
export function logOut(): void {
  clearToken()
  writeJson(CUSTOMER, null)
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === CUSTOMER || event.key === null) listener()
  }
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The token, or null; the component follows log-in and log-out, in other tabs too. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, getToken, () => null)
}

/** Who is logged in, or was until the log-in expired. The id is null until the account has loaded. */
type KnownCustomer = { id: number | null; session: string }

function readCustomer(): KnownCustomer | null {
  const token = getToken()
  const session = token === null ? null : tokenCacheKey(token)
  const { id, session: known } = readObject<KnownCustomer>(readJson(CUSTOMER))
  if (typeof known === 'string' && (session === null || session === known))
    return { id: readId(id), session: known }
  return session === null ? null : { id: null, session }
}

/** Remembers whose token it is. A token that is no longer the stored one is ignored. */
export function rememberCustomer(token: string | null, id: number | null): void {
  if (token === null || token !== getToken()) return
  writeJson(CUSTOMER, { id, session: tokenCacheKey(token) })
  window.dispatchEvent(new Event(CHANGED))
}

/** The customer's id, also after the log-in has expired; null for guests and until the account has loaded. */
export function getCustomerId(): number | null {
  return readCustomer()?.id ?? null
}

export function useCustomerId(): number | null {
  return useSyncExternalStore(subscribe, getCustomerId, () => null)
}

/** Marks stored private data as this customer's; null for a guest's. */
export function getOwner(): string | null {
  const customer = readCustomer()
  return customer && String(customer.id ?? customer.session)
}

export function useOwner(): string | null {
  return useSyncExternalStore(subscribe, getOwner, () => null)
}

/** Whether data with this mark may be shown. A guest's data belongs to whoever logs in next. */
export function isOwn(owner: unknown): boolean {
  const customer = readCustomer()
  return owner === null || owner === undefined || owner === getOwner() || owner === customer?.session
}

/** A short name for a log-in that is fit for cache keys: the token itself stays out of them. FNV-1a. */
export function tokenCacheKey(token: string | null): string {
  let hash = 0x811c9dc5
  for (const letter of token ?? '') hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(36)
}
