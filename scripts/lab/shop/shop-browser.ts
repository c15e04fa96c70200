import type { Browser } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../../../web/chromium-flags.ts'
import { type StartedEmulator, startEmulator } from '../../../web/e2e/start-emulator.ts'
import { buildEmulator, buildShop } from '../../build/build.ts'
import { headlessShell, chromium as systemChromium } from '../../checks/programs.ts'

export type ShopBrowser = { origin: string; browser: Browser }

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
 * Runs something in Chromium on the built shop and an emulator with a database of its own. All three end with it.
 * @param isHeadless prefers Playwright's headless shell, which is faster
 * @throws UserError when there is no Chromium; what `use` throws
 */
export async function inShopBrowser<T>(
  use: (shop: ShopBrowser) => Promise<T>,
  isHeadless = false,
): Promise<T> {
  const executablePath = (isHeadless ? headlessShell() : undefined) ?? (await systemChromium())
  const emulator = await startShop()
  try {
    const { chromium } = await import('@playwright/test')
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    try {
      return await use({ origin: emulator.origin, browser })
    } finally {
      await browser.close()
    }
  } finally {
    await emulator.stop()
  }
}
