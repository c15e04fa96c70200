import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { PIXEL } from '../../driver/shopper-actions.ts'
import { expect, type RunningEmulator, startShop, test } from '../emulator.ts'

test.use({
  keepsOffline: true,
  provoked: /MIME type|ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to fetch|FetchEvent/,
})

let emulator: RunningEmulator
test.beforeAll(async () => {
  emulator = await startShop()
})
test.afterAll(() => emulator.stop())

/** Opens a second page, on which the service worker is registered without the delay of the first. */
async function visitTwoPages(page: Page, origin = emulator.origin): Promise<void> {
  await page.goto(origin)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  // Loading sections move the footer, so a click on its link could miss.
  await page.waitForLoadState('networkidle')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

const workers = (context: BrowserContext) => context.serviceWorkers().length

test('the service worker is registered on the first page, but only after it has loaded', async ({
  page,
  context,
}) => {
  const requested: string[] = []
  let beforeLoad = 0
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  page.on('load', () => {
    beforeLoad = requested.length
  })
  await page.goto(emulator.origin)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect.poll(() => workers(context)).toBe(1)
  const isSetup = (path: string) => /enable-offline|sw\.js/.test(path)
  expect(beforeLoad).toBeGreaterThan(0)
  expect(requested.slice(0, beforeLoad).filter(isSetup)).toEqual([])
})

test('the shop opens offline, and caches no response of the API or the payment vendor', async ({
  page,
  context,
}) => {
  await visitTwoPages(page)
  await page.goto(`${emulator.origin}/about-us`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.goto(`${emulator.origin}/refund-policy`)
  await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()
  await expect(page.getByText(/You're offline/)).toBeVisible()
  await page.getByRole('button', { name: /^Cart,/ }).click()
  await expect(page.getByText(/^Your cart is empty!/)).toBeVisible()
  const stored = await cachedPaths(page)
  expect(stored).toContain('/shells/category.html')
  expect(stored.filter((path) => /^\/(api\/|v3|__emulator|sw\.js)/.test(path))).toEqual([])
})

test('a cached page is shown if the network is slow', { tag: '@thorough' }, async ({ page }) => {
  let isStalled = false
  // Not `context.route`, because it does not see the request that the browser sends while the worker starts.
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    if (isStalled && !url.startsWith('/assets/')) return
    const forwarded = request(emulator.origin + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await visitTwoPages(page, origin)
    await expect.poll(() => cachedPaths(page)).toContainEqual(expect.stringContaining('/refund-page-'))
    isStalled = true
    await page.goto(`${origin}/refund-policy`)
    await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('visited images are shown offline', { tag: '@thorough' }, async ({ page, context }) => {
  await visitTwoPages(page)
  await page.goto(`${emulator.origin}/product-details/5`)
  const thumbnail = page.getByRole('main').getByRole('img').first()
  const isDrawn = () => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)
  await expect.poll(isDrawn).toBe(true)
  await expect
    .poll(async () => (await cachedPaths(page)).some((path) => path.startsWith('/product/')))
    .toBe(true)
  const source = await thumbnail.getAttribute('src')
  await context.setOffline(true)
  const width = await page.evaluate(async (url) => {
    const image = new Image()
    image.src = `${url}`
    await image.decode()
    return image.naturalWidth
  }, source)
  expect(width).toBeGreaterThan(0)
})

test("a hotspot's sign-in page is neither cached as a file nor used from the cache, and no profile image is cached", {
  tag: '@thorough',
}, async ({ page, context }) => {
  const [contactFile] = readdirSync(resolve(import.meta.dirname, '../../dist/assets')).filter((name) =>
    /^contact-page-.+\.js$/.test(name),
  )
  const signIn = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }
  const ofHotspot = /\/assets\/about-page-|\/product\/of-hotspot/
  await context.route(ofHotspot, (route) => route.fulfill(signIn))
  await context.route('**/storage/profile/*', (route) =>
    route.fulfill({ contentType: 'image/gif', body: PIXEL }),
  )
  await visitTwoPages(page)
  await page.reload()
  await page.evaluate(
    async ([path, html = '']) => {
      const headers = { 'Content-Type': 'text/html' }
      for (const name of await caches.keys())
        await (await caches.open(name)).put(path as string, new Response(html, { headers }))
      for (const source of ['/product/of-hotspot.webp', '/storage/profile/demo.png']) {
        const image = new Image()
        image.src = source
        await image.decode().catch(() => undefined)
      }
    },
    [`/assets/${contactFile}`, signIn.body],
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await reloaded
  await expect(page.getByText("We couldn't show this page.")).toBeVisible()
  const stored = await cachedPaths(page)
  expect(stored).toContain(`/assets/${contactFile}`)
  expect(stored.filter((path) => ofHotspot.test(path) || path.startsWith('/storage/profile/'))).toEqual([])

  await context.unroute(ofHotspot)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
})

test('nothing is cached if the browser requests reduced data', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  const requested = page.waitForRequest(/enable-offline/)
  await page.goto(emulator.origin)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await requested
  await page.waitForLoadState('networkidle')
  expect(workers(context)).toBe(0)
})

test('an open page loads its code from the cache after a new version is activated, and the next page load has the new version, also offline', {
  tag: '@thorough',
}, async ({ page }) => {
  const shop = mkdtempSync(join(tmpdir(), 'kitabo-shop-'))
  cpSync(resolve(import.meta.dirname, '../../dist'), shop, { recursive: true })
  let server = await startShop('--shop', shop)
  const { port } = new URL(server.origin)
  try {
    await visitTwoPages(page, server.origin)
    await page.reload()
    await page.evaluate(() => {
      const activated = new Promise((done) => {
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
      })
      Object.assign(window, { isSameDocument: true, activated })
    })
    await server.stop()
    releaseNextVersion(shop)
    server = await startShop('--shop', shop, '--port', port)
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
      await (window as unknown as { activated: Promise<void> }).activated
    })
    const [drawer] = readdirSync(resolve(import.meta.dirname, '../../dist/assets')).filter((name) =>
      /^cart-drawer-.+\.js$/.test(name),
    )
    expect((await page.request.get(`${server.origin}/assets/${drawer}`)).status()).toBe(404)
    await page.getByRole('button', { name: /^Cart,/ }).click()
    await expect(page.getByText(/^Your cart is empty!/)).toBeVisible()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    await page.goto(`${server.origin}/contact-us`)
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    const nextEntry = page.locator('link[rel=modulepreload][href*="entry-client-next-"]').first()
    await expect(nextEntry).toBeAttached()
    await server.stop()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await expect(nextEntry).toBeAttached()
  } finally {
    await server.stop()
    rmSync(shop, { recursive: true, force: true })
  }
})

/** Renames the shop's files, like a new build. */
function releaseNextVersion(shop: string): void {
  const files = readdirSync(shop, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  for (const name of files.filter((each) => /\.(br|gz)$/.test(each))) rmSync(join(shop, name))
  const texts = files.filter((name) => /\.(html|js|css)$/.test(name))
  const names = readdirSync(join(shop, 'assets'))
  for (const name of texts) {
    const file = join(shop, name)
    const text = readFileSync(file, 'utf8').replace(/files-\w+/, 'files-next')
    writeFileSync(
      file,
      names.reduce((source, each) => source.replaceAll(each, nextName(each)), text),
    )
  }
  for (const name of names) renameSync(join(shop, 'assets', name), join(shop, 'assets', nextName(name)))
}

const nextName = (name: string) => name.replace(/-(?=[\w-]{8}\.)/, '-next-')

test('a build without offline use removes the worker and the caches of an earlier build', {
  tag: '@thorough',
}, async ({ page }) => {
  const build = "import('./scripts/build/build.ts').then(({ buildShop }) => console.log(buildShop()))"
  const options = { cwd: resolve(import.meta.dirname, '../../..'), encoding: 'utf8' } as const
  const output = execFileSync(process.execPath, ['-e', build], {
    ...options,
    env: { ...process.env, VITE_OFFLINE: 'off' },
  })
  let server = await startShop()
  const { port } = new URL(server.origin)
  try {
    await visitTwoPages(page, server.origin)
    await expect.poll(async () => (await cachedPaths(page)).length).toBeGreaterThan(10)
    await server.stop()
    server = await startShop('--shop', output.trim().split('\n').at(-1) as string, '--port', port)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => cachedPaths(page)).toEqual([])
    await page.reload()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  } finally {
    await server.stop()
  }
})
