import { storageStore } from '../platform/storage-store.ts'
import { deletePrivateResponses } from './offline-cache.ts'
import { readId, readObject } from './read-values.ts'

/** The customer's bearer token. It is only sent to the API host. */
const tokenStore = storageStore(
  'authToken',
  // Rejects characters that are invalid in headers, because they would make every request fail.
  (stored) => (typeof stored === 'string' && /^[\x21-\x7e]{1,8192}$/.test(stored) ? stored : null),
  'text',
)

export const getToken = tokenStore.get

/** Returns the token or null, and rerenders on login and logout, including those in other tabs. */
export const useToken = tokenStore.use

/** Logs a customer in. Deletes the cached data of the one before. */
export function setToken(token: string): void {
  deletePrivateResponses()
  tokenStore.set(token)
}

/** Drops a rejected token. Remembers the customer, whose drafts and payments are kept until the next login. */
export function clearToken(): void {
  customerStore.set(readCustomer())
  deletePrivateResponses()
  tokenStore.set(null)
}

export function logOut(): void {
  clearToken()
  customerStore.set(null)
}

/** The current customer, even after the session has expired. The id is null until the account has loaded. */
type KnownCustomer = { id: number | null; session: string }

const customerStore = storageStore('customer', (stored): KnownCustomer | null => {
  const { id, session } = readObject<KnownCustomer>(stored)
  return typeof session === 'string' ? { id: readId(id), session } : null
})

/** Returns an id of the current log-in, for data that must not outlive it; null for guests. */
export function getSession(): string | null {
  const token = getToken()
  return token === null ? null : tokenCacheKey(token)
}

export function useSession(): string | null {
  tokenStore.use()
  return getSession()
}

function readCustomer(): KnownCustomer | null {
  const session = getSession()
  const known = customerStore.get()
  if (known !== null && (session === null || session === known.session)) return known
  return session === null ? null : { id: null, session }
}

/** Stores the customer of a token. Ignored if the token has changed in the meantime. */
export function rememberCustomer(token: string | null, id: number | null): void {
  if (token === null || token !== getToken()) return
  customerStore.set({ id, session: tokenCacheKey(token) })
}

/** Returns the customer's id, even after the session has expired; null for guests and until the account has loaded. */
export function getCustomerId(): number | null {
  return readCustomer()?.id ?? null
}

export function useCustomerId(): number | null {
  tokenStore.use()
  customerStore.use()
  return getCustomerId()
}

/** Returns a mark for stored data that identifies the current customer; null for a guest. */
export function getOwner(): string | null {
  const customer = readCustomer()
  return customer && String(customer.id ?? customer.session)
}

export function useOwner(): string | null {
  tokenStore.use()
  customerStore.use()
  return getOwner()
}

/** Whether the current customer may see data with this mark. A guest's belongs to the next customer who logs in. */
export function isOwn(owner: unknown): boolean {
  const customer = readCustomer()
  return owner === null || owner === undefined || owner === getOwner() || owner === customer?.session
}

/** Returns an FNV-1a hash of the token for query keys, which must not contain the token. */
export function tokenCacheKey(token: string | null): string {
  let hash = 0x811c9dc5
  for (const character of token ?? '') hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(36)
}
