import { env } from '../config/env.ts'
import { createStorageStore } from '../platform/storage-store.ts'
import { readObject } from './read-values.ts'

/**
 * Behaviour of the API host, learned from its responses. Remembered, so that a request that the host refuses is sent
 * only once.
 */
type HostTraits = {
  /** Whether the host refuses pickup orders without a delivery address. */
  requiresPickupAddress?: boolean
  /** Whether the host refuses a log-in and a password reset without a `type`. */
  requiresAccountType?: boolean
  /** When images were found in the storage folder only, in milliseconds since 1970; 0 if they were not. */
  storedImagesAt?: number
}

const store = createStorageStore(
  'hostTraits',
  (stored) => readObject(stored) as HostTraits & { host?: string },
)

export const hostTraits = {
  /** Returns no traits if they were learned from another host. */
  get: (): HostTraits => (store.get().host === env.apiHost ? store.get() : {}),
  set: (change: HostTraits) => void store.set({ ...hostTraits.get(), ...change, host: env.apiHost }),
}

/** The time for which the learned folder of images applies. */
const IMAGES_LIFETIME_MS = 86_400_000

/** Whether this host's images are requested from the storage folder first. */
export function isStorageFolderFirst(): boolean {
  const age = Date.now() - Number(hostTraits.get().storedImagesAt)
  return age >= 0 && age < IMAGES_LIFETIME_MS
}
