/** What the measurements and stress tests share. */
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { type StartedEmulator, startEmulator } from '../../web/e2e/start-emulator.ts'
import { buildEmulator, buildShop } from '../build/build.ts'
import { chromium as findChromium, headlessShell } from '../checks/programs.ts'
import { print } from '../command.ts'

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** Starts a built emulator. Its origin contains an IP address, which avoids DNS lookups. */
export async function startBuilt(file: string, data?: string): Promise<StartedEmulator> {
  const emulator = await startEmulator({ program: [file], data })
  return { ...emulator, origin: emulator.origin.replace('localhost', '127.0.0.1') }
}

/**
 * Starts the built emulator with the built shop.
 * @param data folder for the database; defaults to a temporary folder
 * @param port defaults to a free port
 */
export async function startShop(data?: string, port = '0'): Promise<StartedEmulator> {
  const flags = ['--port', port, '--shop', buildShop()]
  return startEmulator({ program: [await buildEmulator()], data, flags })
}

/**
 * Launches Chromium with an empty profile, calls `use`, and closes the browser.
 * @param executablePath defaults to the system's Chromium
 * @throws UserError if Chromium is missing, and errors thrown by `use`
 */
export async function inChromium<T>(
  use: (browser: Browser) => Promise<T>,
  executablePath?: string,
): Promise<T> {
  const path = executablePath ?? (await findChromium())
  const browser = await chromium.launch({ executablePath: path, args: CHROMIUM_FLAGS })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

export type ShopBrowser = { origin: string; browser: Browser }

/** Calls `use` with the built shop, a new database and Chromium. @param isHeadless prefers the faster headless shell */
export async function inShopBrowser<T>(
  use: (shop: ShopBrowser) => Promise<T>,
  isHeadless = false,
): Promise<T> {
  const executablePath = isHeadless ? headlessShell() : undefined
  const { origin, stop } = await startShop()
  try {
    return await inChromium((browser) => use({ origin, browser }), executablePath)
  } finally {
    await stop()
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Prints a measurement with its limit. A missed limit sets the exit code. */
export function checkLimit(title: string, value: number, limit: number, unit = '', isMinimum = false): void {
  const ok = isMinimum ? value >= limit : value <= limit
  if (!ok) process.exitCode = 1
  const bound = `${isMinimum ? 'minimum' : 'maximum'} ${limit}${unit}`
  print(`${ok ? 'ok    ' : 'MISSED'}  ${title}: ${Number(value.toFixed(2))}${unit} (${bound})`)
}
