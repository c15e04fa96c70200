import type { StoredKey } from '../config/stored-values.ts'
import type { StorageArea } from '../platform/storage.ts'
import { createStorageStore } from '../platform/storage-store.ts'
import { readObject } from './read-values.ts'
import { belongsToCustomer, getOwner, useOwner } from './session.ts'

/**
 * Creates a store for an object of the customer who stored it. It is kept when the session expires, and empty for other
 * customers. A guest's belongs to the next customer who logs in.
 * @param read returns a valid value for stored fields, and an empty one without fields
 */
export function createOwnedStore<T extends object | null>(
  key: StoredKey,
  read: (fields: Record<string, unknown>) => T,
  area: StorageArea = 'local',
) {
  const store = createStorageStore<Record<string, unknown>>(key, readObject, 'json', area)
  const readOwn = (fields: Record<string, unknown>) => read(belongsToCustomer(fields.owner) ? fields : {})
  return {
    get: () => readOwn(store.get()),
    /**
     * Stores the value of a customer: by default, of the one who is logged in. Null deletes the customer's, but not
     * that of another customer, whose session has expired.
     */
    set(value: T | null, owner = getOwner()): void {
      if (value !== null) store.set({ ...value, owner })
      else if (belongsToCustomer(store.get().owner)) store.set(null)
    },
    use(): T {
      useOwner()
      return readOwn(store.use())
    },
  }
}
