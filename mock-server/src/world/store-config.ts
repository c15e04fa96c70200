import type { Config } from 'contracts/resources/config'
import { selectOne } from './queries.ts'
import type { World } from './world.ts'

/** Returns the stored settings, with a placeholder for the emulator's origin. */
export function readConfig(world: World): Config {
  const row = selectOne<{ value: string }>(world, "SELECT value FROM settings WHERE name = 'config'")
  return JSON.parse(row?.value ?? '{}') as Config
}

/** Recorded: two minutes, for wrong passwords and wrong codes alike. */
const LOCK_SECONDS = 120

/** Returns for how long wrong passwords or codes lock an account, in milliseconds. */
export function readBlockMs(world: World): number {
  const row = selectOne<{ value: string }>(world, "SELECT value FROM settings WHERE name = 'lock_seconds'")
  return 1000 * Number(row?.value ?? LOCK_SECONDS)
}

/**
 * Returns the delivery charge for a distance. Recorded: rate times kilometres, at least the minimum, with two decimals.
 * The shop charges a flat fee for long distances.
 */
export function deliveryCharge(settings: Config, kilometres: number): number {
  const perKm = settings.delivery_management
  if (perKm?.status !== 1) return settings.delivery_charge
  const charge = Math.max(perKm.shipping_per_km * kilometres, perKm.min_shipping_charge)
  return Math.round(charge * 100) / 100
}
