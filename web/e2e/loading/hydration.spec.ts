import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { arrive, CART_OF_TWO, cartButton, waitForHydration } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'
import { holdScripts, SCRIPTS } from '../hold-scripts.ts'

// Pages from the server, before and after their script.
test.use({ waitsForApp: false, viewport: { width: 360, height: 740 } })
const emulator = shareEmulator()
const API = /\/api\/v1\//

/** Marks the visible controls, headings and images of the page. @returns their number */
const markElements = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, img, input')]
    const visible = elements.filter((element) => element.checkVisibility())
    Object.assign(window, { marked: visible })
    return visible.length
  })

/** Returns the marked elements that are no longer in the page. */
const lostElements = (page: Page) =>
  page.evaluate(() => {
    const { marked } = window as unknown as { marked: HTMLElement[] }
    return marked.filter((element) => !element.isConnected).map((element) => element.outerHTML.slice(0, 120))
  })

const openHeld = async (page: Page, path: string) => {
  const release = await holdScripts(page)
  await page.goto(emulator.origin + path, { waitUntil: 'commit' })
  await page.waitForLoadState('domcontentloaded')
  return release
}

for (const path of ['/', '/product-details/40', '/shop', '/categories/3', '/contact-us']) {
  // Two pages with different data; the thorough run tests all.
  const tag = ['/', '/product-details/40'].includes(path) ? [] : '@thorough'

  test(`keeps every element of ${path}, with its typed text`, { tag }, async ({ page }) => {
    const release = await openHeld(page, path)
    expect(await markElements(page)).toBeGreaterThan(20)
    const search = page.getByRole('combobox', { name: /Search for/ })
    await search.pressSequentially('atl')
    release()
    await waitForHydration(page)
    await search.press('a')
    expect(await lostElements(page)).toEqual([])
    await expect(search).toHaveValue('atla')
  })

  test(`keeps every element of ${path} for a returning customer`, { tag }, async ({ page, context }) => {
    const stored = {
      cart: CART_OF_TWO,
      lastDelivery: '{"address":"Kisaasi, off Kisaasi-Kyanja Road","fee":3900,"owner":null}',
      recentProducts: '[{"id":5,"name":"Atlas","images":["a.webp"]}]',
      schoolClass: 'P5',
      dataSaver: 'off',
    }
    await arrive(context, emulator.origin, { isCustomer: true, stored })
    const release = await openHeld(page, path)
    await markElements(page)
    release()
    await waitForHydration(page)
    await expect(cartButton(page, '2 items')).toBeVisible()
    expect(await lostElements(page)).toEqual([])
  })

  test(`shows ${path} and its menu while its script never loads`, { tag }, async ({ page }) => {
    await openHeld(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    if (['/', '/shop', '/product-details/40'].includes(path))
      await expect(page.locator('main img').first()).toBeVisible()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.waitForURL(/\/my-account$/, { waitUntil: 'commit' })
  })
}

/** A proxy to the emulator that delays the end of `/shop`, which contains its API responses, by two seconds. */
const slowEnd = createServer(({ url = '', headers }, response) => {
  const { hostname, port, host } = new URL(emulator.origin)
  const path = { hostname, port, path: url, headers: { ...headers, host, 'accept-encoding': 'identity' } }
  send(path, async (received) => {
    response.writeHead(received.statusCode ?? 500, received.headers)
    if (url !== '/shop') return received.pipe(response)
    const html = Buffer.concat(await received.toArray())
    const end = html.indexOf('<script type="application/json"')
    response.write(html.subarray(0, end))
    setTimeout(() => response.end(html.subarray(end)), 2000)
  }).end()
})

test('keeps every element of a document that arrives slowly', async ({ page }) => {
  await new Promise<void>((listening) => slowEnd.listen(0, '127.0.0.1', listening))
  try {
    await page.goto(`http://127.0.0.1:${(slowEnd.address() as AddressInfo).port}/shop`, {
      waitUntil: 'commit',
    })
    await page.locator('main img').first().waitFor()
    await markElements(page)
    await waitForHydration(page)
    expect(await lostElements(page)).toEqual([])
  } finally {
    slowEnd.closeAllConnections()
    slowEnd.close()
  }
})

test('starts while the clock of the page is paused', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.goto(`${emulator.origin}/shop`)
  await waitForHydration(page)
})

test('applies its style sheets together, once the fonts have loaded', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/-basic-.*woff2$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${emulator.origin}/shop`)
  await waitForHydration(page)
  await expect(page.locator('link[as=style][rel=stylesheet]')).toHaveCount(0)
  await expect(page.locator('link[as=style][rel=preload]')).toHaveCount(2)
  release()
  await expect(page.locator('link[as=style][rel=stylesheet]')).toHaveCount(2)
})

test('repeats taps and a submitted search once and in order on the same elements', async ({ page }) => {
  const release = await openHeld(page, '/product-details/40')
  const main = page.getByRole('main')
  const more = main.getByRole('button', { name: /^Increase quantity/ })
  const add = main.getByRole('button', { name: 'Add to Cart' })
  await more.click()
  await more.click()
  for (let taps = 0; taps < 3; taps++) await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  const search = page.getByRole('combobox', { name: /Search for/ })
  await search.fill('atlas')
  await search.press('Enter')
  release()
  await expect(page).toHaveURL(/\/shop\?q=atlas$/)
  await expect(cartButton(page, '3 items')).toBeVisible()
})

test('repeats a tap that opens a panel, and returns the focus to its button', async ({ page }) => {
  const release = await openHeld(page, '/')
  await cartButton(page).click()
  release()
  await expect(page.getByRole('heading', { name: 'Cart Items' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cartButton(page)).toBeFocused()
})

test('keeps a form that was filled in before the script, and an option that was chosen', async ({ page }) => {
  const release = await openHeld(page, '/contact-us')
  const typed = { Name: 'Akello', Email: 'akello@shopper.test', Message: 'Two lines\nof text' }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  release()
  await waitForHydration(page)
  await page.getByLabel('Phone').fill('0700')
  for (const [label, text] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
})

test('works as HTML: the search form is submitted, and a link is followed', async ({ page }) => {
  await openHeld(page, '/')
  const field = page.getByRole('combobox', { name: /Search for/ })
  await field.fill('atlas')
  await field.press('Enter')
  await page.waitForURL(/\/search\?q=atlas$/, { waitUntil: 'commit' })
})

test('requests nothing that the document contains, and stores its lists for an hour', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (API.test(request.url())) calls.push(new URL(request.url()).pathname)
  })
  for (const [path, key] of [
    ['/', 'homepage_sections'],
    ['/shop', 'latest_products'],
    ['/categories', 'categories'],
  ] as const) {
    await page.goto(emulator.origin + path)
    await waitForHydration(page)
    const stored = () =>
      page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').timestamp, key)
    await expect.poll(stored).toBeGreaterThan(Date.now() - 600_000)
  }
  expect(calls).toEqual([])
  await page.goto(`${emulator.origin}/product-details/40`)
  await expect.poll(() => calls).toContain('/api/v1/products/details/40')
})

test('shows a search, a category or a state of the history instead of the list of the document', async ({
  page,
}) => {
  await page.goto(`${emulator.origin}/shop?q=atlas`)
  await expect(page.getByRole('heading', { level: 1, name: /atlas/ })).toBeVisible()
  await page.goto(`${emulator.origin}/shop?categoryId=3`)
  await expect(page.getByRole('heading', { level: 1, name: 'Books', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Books', exact: true })).toBeVisible()
  await page.goto(`${emulator.origin}/shop`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
})

test.describe('if the script fails', () => {
  test.use({ provoked: /Failed to load resource|ERR_FAILED/ })

  test('offers to reload, and links and forms work', async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    await page.goto(`${emulator.origin}/product-details/40?from=test`)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText("didn't load completely")
    await expect(alert.getByRole('link')).toHaveAttribute('href', '/product-details/40?from=test')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.product-gallery img').first()).toBeVisible()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.waitForURL(/\/my-account$/)
  })
})

test.describe('if a refresh fails', () => {
  test.use({ provoked: /status of 50\d/ })

  test('keeps the product and says that price and stock were not checked', async ({ page }) => {
    let isFailing = true
    await page.route('**/api/v1/products/details/40', (route) =>
      isFailing ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    await page.goto(`${emulator.origin}/product-details/40`)
    const main = page.getByRole('main')
    await expect(main.getByRole('alert')).toContainText("We couldn't check the price and stock.")
    await expect(main.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
    isFailing = false
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByRole('alert')).toHaveCount(0)
  })

  test('keeps old sections and shows the status of a failed refresh', async ({ page }) => {
    await page.route('**/api/v1/homepage/sections', (route) => route.fulfill({ status: 503, json: {} }))
    await page.clock.install({ time: Date.now() + 2 * 60 * 60 * 1000 })
    await page.goto(emulator.origin)
    await waitForHydration(page)
    // Each retry waits longer.
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(page.getByRole('alert')).toContainText('HTTP 503', { timeout: 200 })
    }).toPass()
    await expect(page.locator('.section-card').first()).toBeVisible()
  })
})
