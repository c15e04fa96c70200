import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../../../web/chromium-flags.ts'
import { buildShop } from '../../build/build-shop.ts'
import { chromium as findChromium } from '../../checks/chromium.ts'
import { startEmulator } from './shop-emulator.ts'

export type ShopBrowser = { origin: string; browser: Browser }

/**
 * Runs something in Chromium on the built shop and an emulator with a database of its own. All three end with it.
 * @throws UserError when there is no Chromium; what `use` throws
 */
export async function inShopBrowser<T>(use: (shop: ShopBrowser) => Promise<T>): Promise<T> {
  const shopFolder = buildShop()
  const executablePath = await findChromium()
  const data = mkdtempSync(join(tmpdir(), 'kitabo-screens-'))
  try {
    const emulator = await startEmulator(data, shopFolder)
    try {
      const { chromium } = await import('@playwright/test')
      const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
      try {
        return await use({ origin: emulator.origin, browser })
      } finally {
        await browser.close()
      }
    } finally {
      emulator.stop()
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Sends JSON to the emulator. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  })
