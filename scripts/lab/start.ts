/** Starts the built emulator, the built shop and Chromium for measurements. */
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { type StartedEmulator, startEmulator } from '../../web/e2e/start-emulator.ts'
import { buildEmulator, buildShop } from '../build/build.ts'
import { chromium as findChromium, headlessShell } from '../checks/programs.ts'

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** Starts a built emulator. Its origin is an IP address, which avoids DNS lookups. */
export async function startBuilt(file: string, data?: string): Promise<StartedEmulator> {
  const emulator = await startEmulator({ program: [file], data })
  return { ...emulator, origin: emulator.origin.replace('localhost', '127.0.0.1') }
}

/**
 * Starts the built emulator with the built shop.
 * @param data folder of its database; default a temporary one
 * @param port default a free one
 */
export async function startShop(data?: string, port = '0'): Promise<StartedEmulator> {
  const flags = ['--port', port, '--shop', buildShop()]
  return startEmulator({ program: [await buildEmulator()], data, flags })
}

/**
 * Launches a Chromium with an empty profile and closes it afterwards.
 * @param executablePath default the system's
 * @throws UserError if there is no Chromium; errors of `use`
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

/**
 * Starts the built shop, an emulator with a new database, and Chromium. All end with `use`.
 * @param isHeadless prefers the headless shell, which is faster
 */
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
