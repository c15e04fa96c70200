/** Settings for a build of the shop, from the environment and the checkout's `.env`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isTestKey, readEnv } from '../../web/src/config/read-env.ts'
import { vendorOf } from '../../web/src/config/vendors.ts'
import { print, root } from '../bootstrap.ts'
import { UserError } from '../runtime.mjs'

/** Settings that are required if the API has a different origin, because their defaults are paths on the emulator. */
const REQUIRED = {
  VITE_PAYMENT_SCRIPT: "the payment provider's script, such as https://checkout.flutterwave.com/v3.js",
  VITE_PAYMENT_PUBLIC_KEY: "the merchant's public key",
  VITE_MAP_TILES: 'a tile template, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  VITE_PLACES: 'a place search, such as https://photon.komoot.io/api/?q={query}&limit=8',
  VITE_CHAT_SCRIPT: "the live chat's loader, or off",
} as const

/**
 * Adds the settings in `.env` to the environment, which takes precedence, and reads all of them.
 * @param allowIncomplete accepts the emulator's defaults for an API with a different origin
 * Warns about a test key for real payments.
 * @throws UserError for an invalid setting, or with a list of missing settings
 */
export function readShopSettings({ file = join(root, '.env'), allowIncomplete = false } = {}) {
  if (existsSync(file)) process.loadEnvFile(file)
  let settings: ReturnType<typeof readEnv>
  try {
    settings = readEnv(process.env, false)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
  const missing =
    settings.apiHost === '' ? [] : Object.entries(REQUIRED).filter(([name]) => !process.env[name])
  if (missing.length > 0 && !allowIncomplete)
    throw new UserError(
      `This shop would request data from ${settings.apiHost}, and payments, maps and chat from the emulator, which does not exist there. Missing settings:\n${missing
        .map(([name, what]) => `  ${name.padEnd(24)}${what}`)
        .join(
          '\n',
        )}\nSet them in the environment or in .env (see docs/deployment.md), or add --allow-incomplete.`,
    )
  if (vendorOf(settings.paymentScript) && isTestKey(settings.paymentPublicKey))
    print('Warning: VITE_PAYMENT_PUBLIC_KEY is a test key. This shop takes orders without receiving money.')
  return settings
}
