import { env } from '../config/env.ts'
import { storageStore } from '../platform/storage-store.ts'
import { readObject } from './read-values.ts'

/** What responses of the API host have shown. Remembered, so that a request that the host refuses is sent only once. */
export type HostTraits = {
  /** Whether the host refuses pickup orders without a delivery address. */
  requiresPickupAddress: boolean
  /** Whether the host refuses a log-in and a password reset without a `type`. */
  requiresAccountType: boolean
  /** When images were found in the storage folder only, in milliseconds since 1970; 0 if they were not. */
  storedImagesAt: number
}

const store = storageStore('hostTraits', (stored) => readObject<HostTraits & { host: string }>(stored))

/** Returns the traits of this build's host. Those of another host don't apply. */
function traits(): HostTraits {
  const { host, ...known } = store.get()
  const stored = host === env.apiHost ? known : {}
  return {
    requiresPickupAddress: stored.requiresPickupAddress === true,
    requiresAccountType: stored.requiresAccountType === true,
    storedImagesAt: typeof stored.storedImagesAt === 'number' ? stored.storedImagesAt : 0,
  }
}

export const hostTraits = {
  get: traits,
  set: (change: Partial<HostTraits>) => void store.set({ ...traits(), ...change, host: env.apiHost }),
}
