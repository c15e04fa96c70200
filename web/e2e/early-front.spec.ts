import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from './emulator.ts'
import { holdScripts, openWithoutTime } from './hold-scripts.ts'
import { appDrawn } from './shopper-actions.ts'

// Content and behaviour of index.html before the app's script has loaded.
test.use({ waitsForApp: false })
const emulator = shareEmulator()
const API = '**/api/v1/**'

/** A separate world in which product 5 and the first banner differ from those in the build. */
async function changedWorld(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'emulator_world', value: randomUUID(), url: emulator.origin }])
  const { product } = await (await page.request.get(`${emulator.origin}/api/v1/products/details/5`)).json()
  const banners: { title: string }[] = await (
    await page.request.get(`${emulator.origin}/api/v1/banners`)
  ).json()
  const responses = {
    '/products/details/5': { product: { ...product, name: 'A Book of Today', price: 4321 } },
    '/banners': banners.map((banner, at) => (at === 0 ? { ...banner, title: 'Only today' } : banner)),
  }
  for (const [path, body] of Object.entries(responses)) {
    const data = { path, effect: { status: 200, body } }
    expect((await page.request.post(`${emulator.origin}/__emulator/faults`, { data })).ok()).toBe(true)
  }
}

test("shows the API's current banner before the script runs", async ({ page }) => {
  await changedWorld(page)
  const release = await holdScripts(page)
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  await expect(page.getByText('Only today')).toBeVisible()
  await expect(page.locator('.carousel img')).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByText('Only today')).toBeVisible()
})

test("shows the API's current name, price and image of a product before the script runs", async ({
  page,
}) => {
  await changedWorld(page)
  const release = await holdScripts(page)
  await page.goto(`${emulator.origin}/product-details/5`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'A Book of Today' })).toBeVisible()
  await expect(page.getByText('UGX 4,321')).toBeVisible()
  const image = page.locator('.gallery-main img')
  await expect(image).toBeVisible()
  const before = await image.boundingBox()
  release()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
  expect(await page.locator('.gallery-main img').boundingBox()).toEqual(before)
})

test("shows the shop's first products before the script runs, without moving them afterwards", async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto(`${emulator.origin}/shop`, { waitUntil: 'commit' })
  const first = page.locator('.product-grid img').first()
  await expect(first).toBeVisible()
  const [source, before] = [await first.getAttribute('src'), await first.boundingBox()]
  release()
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  expect(await first.getAttribute('src')).toBe(source)
  const after = await first.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? -99))).toBeLessThan(4)
})

test('links the first cards of the shop to their products before the script runs', async ({ page }) => {
  const { products } = await (await page.request.get(`${emulator.origin}/api/v1/products/latest`)).json()
  const release = await holdScripts(page)
  await page.goto(`${emulator.origin}/shop`, { waitUntil: 'commit' })
  const cards = page.locator('.product-card:has(a)')
  await expect(cards).toHaveCount(2)
  for (const [at, { id, name }] of products.slice(0, 2).entries()) {
    await expect(cards.nth(at).getByRole('link', { name })).toHaveAttribute('href', `/product-details/${id}`)
    await expect(cards.nth(at).locator('.picture-link')).toHaveAttribute('href', `/product-details/${id}`)
  }
  await cards.nth(1).getByRole('link', { name: products[1].name }).click()
  await expect(page).toHaveURL(new RegExp(`/product-details/${products[1].id}$`))
  release()
  await expect(page.getByRole('heading', { level: 1, name: products[1].name })).toBeVisible()
})

for (const path of ['/', '/shop', '/product-details/5']) {
  test(`has no animation on ${path} before the script runs, because animations delay the first paint`, async ({
    page,
  }) => {
    const release = await holdScripts(page)
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      document.addEventListener('animationstart', ({ animationName }) => moved.push(animationName))
    })
    await page.goto(emulator.origin + path, { waitUntil: 'commit' })
    await expect(page.getByRole('main').locator('img').first()).toBeVisible()
    const found = await page.evaluate(() => [
      ...(window as unknown as { moved: string[] }).moved,
      ...document.getAnimations().map((each) => (each as CSSAnimation).animationName),
    ])
    release()
    expect(found).toEqual([])
  })

  test(`sends each request of ${path} once`, async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) calls.push(request.url())
    })
    await page.goto(emulator.origin + path)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(calls.length).toBeGreaterThan(0)
    expect(calls).toEqual([...new Set(calls)])
  })

  test(`requests the script of ${path} within a second even if the API never responds`, async ({ page }) => {
    await page.route(API, () => new Promise(() => {}))
    const scripts = await openWithoutTime(page, emulator.origin + path)
    await page.clock.runFor(500)
    expect(scripts).toEqual([])
    await page.clock.runFor(500)
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
  })

  test.describe('with an API that cannot be reached', () => {
    test.use({ provoked: /Failed to load resource|net::ERR_FAILED/ })

    test(`requests the script of ${path} immediately`, async ({ page }) => {
      await page.route(API, (route) => route.abort())
      const scripts = await openWithoutTime(page, emulator.origin + path)
      await expect.poll(() => scripts.length).toBeGreaterThan(0)
    })
  })
}

test("requests the script after a rendered page's image is painted, not just loaded", async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      document.documentElement.style.display = 'none'
      observer.disconnect()
    }).observe(document, { childList: true })
  })
  const answered = page.waitForResponse('**/api/v1/products/details/40')
  const scripts = await openWithoutTime(page, `${emulator.origin}/product-details/40`)
  await (await answered).finished()
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('.gallery-main img')
    return image?.complete && image.naturalWidth > 0
  })
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.display = ''
  })
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
})

test('requests the script immediately if responses from an earlier visit are cached', async ({ page }) => {
  await page.goto(emulator.origin)
  await expect(page.getByRole('region', { name: 'African Classics' })).toBeAttached()
  await page.route(API, () => new Promise(() => {}))
  const scripts = await openWithoutTime(page, emulator.origin)
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
})

test('works without browser storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await page.goto(emulator.origin)
  await expect(page.getByRole('region', { name: 'African Classics' })).toBeAttached()
})

test('renders all sections within three seconds without scrolling', async ({ page }) => {
  await page.goto(emulator.origin)
  const { data } = await (await page.request.get(`${emulator.origin}/api/v1/homepage/sections`)).json()
  expect(data.length).toBeGreaterThan(10)
  await expect(page.locator('.section-card, .section-strip')).toHaveCount(data.length, { timeout: 3000 })
})

test('shows that a page without a skeleton is loading while the script is missing', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto(`${emulator.origin}/wishlist`, { waitUntil: 'commit' })
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('submits the search form natively while the script is missing', async ({ page }) => {
  await holdScripts(page)
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  const field = page.getByRole('combobox', { name: /Search for/ })
  await field.fill('atlas')
  await field.press('Enter')
  await page.waitForURL(/\/search\?q=atlas$/, { waitUntil: 'commit' })
})

test('marks the current page in the menu while the script is missing', async ({ page }) => {
  const release = await holdScripts(page)
  const current = page.locator('.menu-link[aria-current]')
  for (const [path, names] of [
    ['/', ['HOME']],
    ['/shop', ['SHOP NOW']],
    ['/wishlist', []],
  ] as const) {
    await page.goto(emulator.origin + path, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await expect(current).toHaveText(names)
  }
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('shows the links of the menu and the footer while the script is missing', async ({ page }) => {
  await holdScripts(page)
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /\+256/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+256/,
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'SHOP NOW' }).click()
  await page.waitForURL(/\/shop$/, { waitUntil: 'commit' })
})

test('creates no Intl formatter during the first render, because the first one is slow on phones', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const made: string[] = []
    Object.assign(window, { made })
    for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Collator', 'Segmenter'] as const) {
      const construct = (...call: [never, never[]]): object => {
        made.push(name)
        return Reflect.construct(...call)
      }
      Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct }) })
    }
  })
  for (const path of ['/', '/shop', '/product-details/5']) {
    await page.goto(emulator.origin + path)
    await appDrawn(page)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { made: string[] }).made), path).toEqual([])
  }
  // Checks that the counter works.
  await page.evaluate(() => new Intl.NumberFormat('en').format(1))
  expect(await page.evaluate(() => (window as unknown as { made: string[] }).made)).toEqual(['NumberFormat'])
})

for (const [path, thumbnail] of [
  ['/', '.carousel .slide-shown img'],
  ['/shop', '.product-grid .product-card img'],
  ['/product-details/5', '.gallery-main img'],
] as const) {
  test(`renders the same pixels before and after the script of ${path}`, async ({ page }) => {
    const release = await holdScripts(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(emulator.origin + path, { waitUntil: 'commit' })
    const first = page.locator(thumbnail).first()
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0)
    const look = () =>
      first.evaluate((image: HTMLImageElement) => {
        const { x, y, width, height } = image.getBoundingClientRect()
        return { src: image.currentSrc, box: [x, y, width, height] }
      })
    const before = await look()
    release()
    await appDrawn(page)
    await page.evaluate(() => document.fonts.ready)
    const after = await look()
    expect(after.src).toBe(before.src)
    // The fonts load with the script, and shift content below a heading by less than two pixels.
    const moves = after.box.map((value, at) => Math.abs(value - (before.box[at] ?? 0)))
    expect(Math.max(...moves)).toBeLessThan(2)
  })
}
