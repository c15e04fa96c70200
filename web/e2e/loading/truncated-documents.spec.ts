import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { cartButton, waitForHydration } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'
import { holdScripts } from '../hold-scripts.ts'

/** Documents that end early or stall. Chromium fires no DOMContentLoaded for them. */
const emulator = shareEmulator()
test.use({
  waitsForApp: false,
  viewport: { width: 360, height: 740 },
  provoked:
    /INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE|Failed to load module script|no element with the id|status of 404/,
})

type Ending = 'cut' | 'stall'

/** Starts a proxy to the emulator that sends only the beginning of a page, and then closes the connection or stalls. */
async function serveBeginning(path: string, endOf: (html: string) => number, ending: Ending) {
  const server = createServer(({ url = '', headers, method }, response) => {
    const { hostname, port, host } = new URL(emulator.origin)
    const options = {
      hostname,
      port,
      path: url,
      method,
      headers: { ...headers, host, 'accept-encoding': 'identity' },
    }
    send(options, async (received) => {
      const sent = { ...received.headers }
      if (url !== path) {
        response.writeHead(received.statusCode ?? 500, sent)
        return received.pipe(response)
      }
      const html = Buffer.concat(await received.toArray()).toString()
      delete sent['content-length']
      response.writeHead(200, sent)
      response.write(html.slice(0, endOf(html)), () => ending === 'cut' && response.destroy())
    }).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const before = (text: string) => (html: string) => html.indexOf(text)
const after = (text: string) => (html: string) => html.indexOf(text) + text.length

type Ends = readonly (readonly [name: string, end: (html: string) => number])[]

/** Ends of the document that lead to different states of the shop. */
const DIFFERENT_ENDS: Ends = [
  ['after the inline script', after('</script>')],
  ['at the root element', after('<div id="root">')],
  ['after the button that adds to the cart', after('Add to Cart</button>')],
  ['within the responses', (html) => after('id="responses">')(html) + 300],
]
const SIMILAR_ENDS: Ends = [
  ['within the styles', (html) => html.indexOf('<style>') + 500],
  ['before the end of the head', before('</head>')],
  ['within the header', after('<header')],
  ['at the beginning of the main content', after('<main')],
  ['within the footer', after('<footer')],
  ['before the responses', before('<script type="application/json" id="responses">')],
  ['before the last 12 bytes', (html) => html.length - 12],
]

/** Taps Add to Cart if the document contains it. @returns the text of the cart's button that the tap leads to */
async function tapEarly(page: Page): Promise<string> {
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' })
  if ((await add.count()) === 0) return '0 items'
  await add.click()
  return '1 item'
}

const CASES: readonly [ending: Ending, description: string, ends: Ends, tag?: string][] = [
  ['cut', 'is cut off', DIFFERENT_ENDS],
  ['stall', 'stalls', DIFFERENT_ENDS, '@thorough'],
  ['cut', 'is cut off elsewhere', SIMILAR_ENDS, '@thorough'],
  ['stall', 'stalls elsewhere', SIMILAR_ENDS, '@thorough'],
]

for (const [ending, description, ends, tag = []] of CASES) {
  test(`a document that ${description} starts the shop, or says that it did not load`, {
    tag,
  }, async ({ page }) => {
    const path = '/product-details/40'
    await page.clock.install()
    for (const [name, end] of ends) {
      const server = await serveBeginning(path, end, ending)
      try {
        await page.goto(server.origin + path, { waitUntil: 'commit' })
        await page.waitForFunction(() => 'earlyInput' in window)
        const cart = await tapEarly(page)
        await page.clock.fastForward(6000)
        const notice = page.getByRole('alert').filter({ hasText: "didn't load completely" })
        await expect(notice.or(page.locator('main h1')).first(), name).toBeVisible()
        await waitForHydration(page)
        // Chromium discards some of the bytes before the end of the connection.
        const hasRoot = await page.evaluate(() => document.getElementById('root') !== null)
        await expect(notice, name).toHaveCount(hasRoot ? 0 : 1)
        if (hasRoot) {
          await expect(cartButton(page, cart), name).toBeVisible()
          await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(/\w/)
          await page.getByRole('link', { name: 'Account' }).click()
          await page.waitForURL(/\/my-account$/, { waitUntil: 'commit' })
        } else await expect(notice.getByRole('link'), name).toHaveAttribute('href', path)
      } finally {
        await page.goto('about:blank')
        server.stop()
      }
    }
  })
}

test('a link that was tapped after a button opens although the scripts never arrive', async ({ page }) => {
  await page.clock.install()
  await holdScripts(page)
  await page.goto(`${emulator.origin}/product-details/40`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.clock.runFor(25_000)
  await page.waitForURL(/\/my-account$/, { waitUntil: 'commit' })
})

test('a shop that starts after all removes the notice', { tag: '@thorough' }, async ({ page }) => {
  await page.clock.install()
  const release = await holdScripts(page)
  await page.goto(`${emulator.origin}/product-details/40`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).waitFor()
  await page.clock.runFor(25_000)
  await expect(page.getByRole('alert')).toContainText("didn't load completely")
  release()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
