/** Starts what the labs measure: the built emulator, the built shop, and Chromium. */
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { type StartedEmulator, startEmulator } from '../../web/e2e/start-emulator.ts'
import { buildEmulator, buildShop } from '../build/build.ts'
import { chromium as findChromium, headlessShell } from '../checks/programs.ts'

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** Starts a built emulator. Its origin is an IP address, so that no request looks the host name up. */
export async function startBuilt(file: string, data?: string): Promise<StartedEmulator> {
  const emulator = await startEmulator({ program: [file], data })
  return { ...emulator, origin: emulator.origin.replace('localhost', '127.0.0.1') }
}

/**
 * Starts the built emulator with the built shop.
 * @param data folder of its database; a temporary one where none is named
 * @param port a free one where none is named
 */
export async function startShop(data?: string, port = '0'): Promise<StartedEmulator> {
  const flags = ['--port', port, '--shop', buildShop()]
  return startEmulator({ program: [await buildEmulator()], data, flags })
}

/**
 * Launches a Chromium with an empty profile, which is closed afterwards.
 * @param executablePath that of the system where it is left out
 * @throws UserError when there is no Chromium; what `use` throws
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
 * Opens Chromium on the built shop and an emulator with a database of its own. All three end with `use`.
 * @param isHeadless prefers Playwright's headless shell, which is faster
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
