// Starts emulators and browsers for measurements and stress tests, and checks their limits.
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { type StartedEmulator, startEmulator } from '../../web/driver/start-emulator.ts'
import { buildEmulator, buildShop } from '../build/build.ts'
import { print } from '../command-line.ts'
import { findChromium } from '../toolchain/programs.ts'

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** Starts a built emulator. Its origin contains an IP address, which avoids DNS lookups. */
export async function startBuilt(file: string, data?: string): Promise<StartedEmulator> {
  const emulator = await startEmulator({ program: [file], data })
  return { ...emulator, origin: emulator.origin.replace('localhost', '127.0.0.1') }
}

/** Starts the built emulator with the built shop on a free port. @param data defaults to a temporary folder */
export async function startShop(data?: string): Promise<StartedEmulator> {
  return startEmulator({ program: [await buildEmulator()], data, flags: ['--shop', buildShop()] })
}

/** Launches Chromium with an empty profile, calls `use`, and closes the browser. @throws UserError if it is missing */
export async function runInChromium<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Prints a measurement with its limit. A missed limit sets the exit code. */
export function checkLimit(
  title: string,
  value: number,
  { limit, unit = '', isMinimum = false }: { limit: number; unit?: string; isMinimum?: boolean },
): void {
  const isWithin = isMinimum ? value >= limit : value <= limit
  if (!isWithin) process.exitCode = 1
  const bound = `${isMinimum ? 'minimum' : 'maximum'} ${limit}${unit}`
  print(`${isWithin ? 'ok    ' : 'MISSED'}  ${title}: ${Number(value.toFixed(2))}${unit} (${bound})`)
}
