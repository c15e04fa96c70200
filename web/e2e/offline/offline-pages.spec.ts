import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { hashKey } from '@tanstack/react-query'
import { expect, type RunningEmulator, startShop, test } from '../emulator.ts'
import { routeInfo, routeTable } from '../pages.ts'

test.use({
  keepsOffline: true,
  provoked:
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_ADDRESS_UNREACHABLE|Failed to fetch|FetchEvent/,
})

let emulator: RunningEmulator
test.beforeAll(async () => {
  emulator = await startShop()
})
test.afterAll(() => emulator.stop())

async function logIn(page: Page, context: BrowserContext): Promise<(path: string) => Promise<unknown>> {
  const world = randomUUID()
  await context.addCookies([{ name: 'emulator_world', value: world, url: emulator.origin }])
  const response = await page.request.post(`${emulator.origin}/api/v1/auth/login`, {
    data: { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' },
  })
  const { token } = await response.json()
  await page.goto(`${emulator.origin}/about-us`)
  await page.evaluate((authToken) => localStorage.setItem('authToken', authToken), token)
  return async (path) =>
    (
      await page.request.get(`${emulator.origin}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      })
    ).json()
}

/** Loads pages until their files and public responses are cached. */
async function visit(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(emulator.origin + path)
    await page.waitForLoadState('networkidle')
    // Offline caching starts on the second page of a visit.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await expect.poll(() => uncachedFiles(page), path).toEqual([])
    await expect
      .poll(() => keysIn(page, 'cached-responses'), path)
      .toEqual(expect.arrayContaining(responseKeys(path)))
  }
}

/** Returns the paths of the loaded files that the service worker has not cached. */
function uncachedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const uncached: string[] = []
    for (const { name } of performance.getEntriesByType('resource')) {
      const isFile = name.startsWith(`${location.origin}/assets/`)
      if (isFile && !(await caches.match(name, { ignoreVary: true }))) uncached.push(name)
    }
    return uncached
  })
}

/** Returns the keys under which a page's public responses are stored. */
function responseKeys(path: string): string[] {
  const { pathname, searchParams } = new URL(path, emulator.origin)
  const { name } = routeInfo(pathname)
  const id = decodeURIComponent(pathname.split('/')[2] ?? '')
  const queries = routeTable.find((route) => route.name === name)?.queries?.(id, searchParams) ?? []
  return queries.map(({ queryKey }) => hashKey(queryKey))
}

/** Waits for the code that repeats failed reads. It loads after the first page has been open for a while. */
async function waitForOfflineCode(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/enable-offline-')),
  )
}

/** Returns the keys of an IndexedDB store of responses. */
function keysIn(page: Page, database: 'cached-responses' | 'private-responses'): Promise<string[]> {
  return page.evaluate(async (name) => {
    // Opening a missing database would create an empty one.
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return []
    return new Promise<string[]>((resolve) => {
      const opened = indexedDB.open(name)
      opened.onsuccess = () => {
        const db = opened.result
        const request = db.transaction('responses').objectStore('responses').getAllKeys()
        request.onsuccess = () => {
          db.close()
          resolve(request.result.map(String))
        }
      }
    })
  }, database)
}

/** Loads a page again, as after restarting the browser. */
const open = (page: Page, path: string) => page.goto(emulator.origin + path)

test('visited products and lists open offline, with the time of their prices', async ({ page, context }) => {
  const book = emulator.row<{ id: number; name: string }>('SELECT id, name FROM products WHERE stock > 4')
  await visit(page, '/shop', '/categories?categoryId=3', `/product-details/${book.id}`)
  await context.setOffline(true)
  await open(page, `/product-details/${book.id}`)
  await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeVisible()
  await expect(page.getByText(/^\s*as of \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
  await open(page, '/shop')
  await expect(page.getByText(/products as of \d\d:\d\d$/)).toBeVisible()
  await open(page, '/categories?categoryId=3')
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  await expect(page.getByText(/products as of \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: /^Cart, 1 item/ }).click()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByRole('button', { name: /^Cart, 2 items/ })).toBeVisible()
})

test('a product that was loaded offline appears when the network returns', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  await visit(page, '/shop', '/product-details/101')
  await context.setOffline(true)
  await open(page, '/product-details/102')
  await expect(page.getByText("It will appear as soon as you're back online.")).toBeVisible()
  await waitForOfflineCode(page)
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
})

test('a product that was loaded offline appears even if the first request after the return fails', {
  tag: '@thorough',
}, async ({ page, context }) => {
  await visit(page, '/shop', '/product-details/101')
  await context.setOffline(true)
  await open(page, '/product-details/102')
  await expect(page.getByText("It will appear as soon as you're back online.")).toBeVisible()
  await waitForOfflineCode(page)
  let requests = 0
  await page.route('**/products/details/102', (route) =>
    requests++ === 0 ? route.abort('internetdisconnected') : route.continue(),
  )
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
  expect(requests).toBeGreaterThan(1)
})

test('a product appears when the host can be reached again, although the browser was online throughout', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(90_000)
  await visit(page, '/shop')
  await page.route('**/api/v1/**', (route) => route.abort('addressunreachable'))
  await open(page, '/product-details/102')
  // A product that a stored list contains is shown without its current price.
  const failure = page.getByText(/^We can't reach our server\.|^We couldn't check the price and stock\.$/)
  await expect(failure).toBeVisible({ timeout: 30_000 })
  await waitForOfflineCode(page)
  await page.unroute('**/api/v1/**')
  await expect(failure).toBeHidden({ timeout: 15_000 })
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
})

test('a page whose code did not load opens once the host can be reached again', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  // The browser is online throughout, as with a mobile network whose data bundle is used up.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true })
    window.addEventListener('online', (event) => event.isTrusted && event.stopImmediatePropagation(), true)
  })
  await visit(page, '/shop')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByText("We couldn't show this page.")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible({ timeout: 15_000 })
})

test('prices have their time if the host is out of reach, although the browser is online', {
  tag: '@thorough',
}, async ({ page, context }) => {
  await visit(page, '/', '/product-details/101', '/shop')
  // As with a mobile network whose data bundle is used up.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => true }))
  await context.setOffline(true)
  // The lists are less than an hour old, and so are not requested.
  await open(page, '/')
  await expect(page.getByText(/^Prices as of \d\d:\d\d$/)).toBeVisible()
  await open(page, '/shop')
  await expect(page.getByText(/products as of \d\d:\d\d$/)).toBeVisible()
  await open(page, '/product-details/101')
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
  await expect(page.getByText(/^\s*as of \d\d:\d\d$/)).toBeVisible()
})

test('a list that was part of its document opens offline, and is current again when the network returns', {
  tag: '@thorough',
}, async ({ page, context }) => {
  await page.goto(`${emulator.origin}/categories?categoryId=3`)
  await expect.poll(async () => (await keysIn(page, 'cached-responses')).length).toBeGreaterThan(0)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await context.setOffline(true)
  await open(page, '/categories?categoryId=3')
  await expect(page.getByText(/products as of \d\d:\d\d$/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/products as of/)).toBeHidden()
  await expect(page.getByText(/\d products$/)).toBeVisible()
})

test('wishes made offline are sent once, in order, when the network returns', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  const send = await logIn(page, context)
  await visit(page, '/product-details/7', '/product-details/9')
  const sent: string[] = []
  page.on('request', (request) => {
    if (/wish-list\/(add|remove)/.test(request.url())) sent.push(`${request.method()} ${request.postData()}`)
  })
  await context.setOffline(true)
  for (const id of [9, 7]) {
    await open(page, `/product-details/${id}`)
    await page.getByRole('button', { name: 'Wishlist', exact: true }).click()
    await expect(
      page.getByText("Saved. We'll add it to your wishlist when you're back online."),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Wishlist', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  }
  expect(sent).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => sent).toEqual(['POST {"product_ids":[9]}', 'POST {"product_ids":[7]}'])
  await expect(page.getByText('Added to wishlist!')).toBeVisible()
  const { products } = (await send('/customer/wish-list')) as { products: { id: number }[] }
  expect(products.map(({ id }) => id)).toEqual(expect.arrayContaining([7, 9]))
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(sent).toHaveLength(2)
})

test("a customer's orders open offline, and logging out removes them", { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  await logIn(page, context)
  await visit(page, '/shop', '/my-account?tab=orders')
  const stored = () => keysIn(page, 'private-responses')
  await expect.poll(async () => (await stored()).length).toBeGreaterThan(1)
  await context.setOffline(true)
  await open(page, '/my-account?tab=orders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('tab', { name: 'Logout' }).click()
  await expect.poll(stored).toEqual([])
})

test('every visited page opens offline, and none stays in a loading state', {
  tag: '@thorough',
}, async ({ page, context }) => {
  await logIn(page, context)
  const paths = routeTable.map(({ example }) => example)
  await visit(page, ...paths)
  await context.setOffline(true)
  const wrong: string[] = []
  for (const path of paths) {
    await open(page, path)
    await expect(page.getByText("You're offline."), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
    await expect(page.locator('main [aria-busy="true"], main .spinner, main .skeleton'), path).toHaveCount(0)
    const text = (await page.getByRole('main').textContent()) ?? ''
    if (text.length < 30 || /came out blank|went wrong/.test(text)) wrong.push(`${path}: ${text}`)
  }
  expect(wrong).toEqual([])
})
