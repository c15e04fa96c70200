import { expect, shareEmulator, test } from '../emulator.ts'
import { axeViolations } from '../layout-and-axe.ts'

const { open } = shareEmulator()
const phone = { width: 360, height: 740 }

test('CATEGORIES opens on hover, closes when the pointer leaves, and stays open after a click', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, '/about-us')
  const toggle = page.getByRole('button', { name: 'CATEGORIES' })
  const category = page.getByRole('link', { name: 'Electronics', exact: true })
  const field = page.getByRole('combobox').first()
  await toggle.hover()
  await page.clock.runFor(150)
  await expect(category).toBeVisible()
  await field.hover()
  await page.clock.runFor(300)
  await expect(category).toBeHidden()
  await toggle.hover()
  await page.clock.runFor(150)
  await toggle.click()
  await field.hover()
  await page.clock.runFor(1000)
  await expect(category).toBeVisible()
  await toggle.click()
  await expect(category).toBeHidden()
})

test('hovering opens two more levels of categories, each linked to its page', async ({ page }) => {
  await open(page, '/about-us')
  await page.getByRole('button', { name: 'CATEGORIES' }).click()
  const flyout = page.locator('#category-flyout')
  await flyout.getByText('Books', { exact: true }).hover()
  await flyout.getByText('Primary Textbooks', { exact: true }).hover()
  await flyout.getByText('Lower Primary (P1–P3)', { exact: true }).click()
  await expect(page).toHaveURL(/\/categories\?categoryId=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Lower Primary (P1–P3)' })).toBeVisible()
})

for (const width of [769, 800, 1024, 1280]) {
  const title = `the menu links are in one row next to CATEGORIES at ${width} px`
  // The first width leaves the least space.
  test(title, { tag: width === 769 ? [] : '@thorough' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 })
    await open(page, '/about-us')
    const menu = page.getByRole('navigation', { name: 'Categories and pages' })
    const tops = await menu
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
    expect(tops.length).toBeGreaterThan(1)
    expect(new Set(tops).size).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    // A full row scrolls to the focused entry. Chromium leaves one where it is of which 32 pixels are visible.
    const last = menu.getByRole('listitem').last().getByRole('button')
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 0.2 })
  })
}

test('in the phone menu each category has an expand button, also on the home page', async ({ page }) => {
  await page.setViewportSize(phone)
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('button', { name: 'More in Books' }).click()
  for (const name of ['Books', 'Primary Textbooks']) {
    const link = await menu.getByRole('link', { name, exact: true }).boundingBox()
    const button = await menu.getByRole('button', { name: `More in ${name}` }).boundingBox()
    expect(button?.y, name).toBeCloseTo(link?.y ?? -1, 0)
    expect(button?.height, name).toBeGreaterThanOrEqual(44)
  }
})

test('the cart and the wishlist are at most 400 px wide and fit a phone', async ({ page }) => {
  await open(page, '/about-us')
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 740 })
    for (const [button, name] of [
      [/^Cart,/, 'Cart Items'],
      [/^Wishlist,/, 'Wishlist Items'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      const drawer = page.getByRole('dialog', { name })
      // Waits for the drawer's code. Until it loads, the dialog has no heading.
      await expect(drawer.getByRole('heading', { name })).toBeVisible()
      const box = await drawer.boundingBox()
      expect(Math.round(box?.width ?? 999), name).toBeLessThanOrEqual(Math.min(400, width))
      expect(box?.x, name).toBeGreaterThanOrEqual(0)
      await page.keyboard.press('Escape')
    }
  }
})

test('a new query cancels the previous search and ignores its response', async ({ page }) => {
  await open(page, '/about-us')
  const cancelled: string[] = []
  page.on('requestfailed', (request) => cancelled.push(new URL(request.url()).search))
  await page.route('**/products/search?name=atl', () => {})
  const field = page.getByRole('combobox').first()
  await Promise.all([page.waitForRequest('**/products/search?name=atl'), field.fill('atl')])
  await field.fill('atlas')
  await expect(page.getByRole('option').first()).toContainText(/atlas/i)
  expect(cancelled).toEqual(['?name=atl'])
})

for (const size of [phone, { width: 768, height: 860 }, { width: 1280, height: 860 }]) {
  const title = `axe finds nothing in the overlays at ${size.width} px`
  test(title, { tag: size === phone ? [] : '@thorough' }, async ({ page }) => {
    const book = { name: 'Atlas', quantity: 2, price: 9000, image: 'default.png', total_stock: 2 }
    const cart = [
      { ...book, id: 99_001 },
      { ...book, id: 338, name: 'School Dictionary' },
    ]
    await page.addInitScript((text) => localStorage.setItem('cart', text), JSON.stringify(cart))
    const tap = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const cases: [string, () => Promise<unknown>][] = [
      [
        'the cart with news and a message',
        async () => {
          await tap(/^Cart,/)
          await expect(page.getByText(/^Price is now/)).toBeVisible()
          await tap('Increase quantity of Atlas')
          await expect(page.getByText('Cannot exceed available stock!')).toBeVisible()
        },
      ],
      ['the wishlist', () => tap(/^Wishlist,/)],
      [
        'the menu',
        async () => {
          const drawer = page.getByRole('button', { name: 'Menu', exact: true })
          await ((await drawer.isVisible()) ? drawer.click() : tap('CATEGORIES'))
          await tap('More in Books')
        },
      ],
      [
        'the suggestions',
        async () => {
          await page.getByRole('combobox').first().fill('atlas')
          await expect(page.getByRole('option').first()).toBeVisible()
        },
      ],
    ]
    await page.setViewportSize(size)
    for (const [name, show] of cases) {
      await open(page, '/about-us')
      await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
      await show()
      expect(await axeViolations(page), `${name} at ${size.width} px`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
  })
}

test('the live chat is on every page and loads its script when it is opened', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/chat/')) requested.push(request.url())
  })
  for (const path of ['/', '/product-details/7', '/my-account']) {
    await open(page, path)
    await expect(page.getByRole('button', { name: 'Live chat' }), path).toBeVisible()
  }
  expect(requested).toEqual([])
  await page.getByRole('button', { name: 'Live chat' }).click()
  await expect(page.getByText('Live chat would open here.')).toBeVisible()
  expect(requested).toHaveLength(1)
})

test.describe('if the code of a component fails to load', () => {
  test.use({ provoked: /ERR_FAILED|Failed to fetch dynamically imported module/ })

  test('messages whose code failed to load are shown after the next tap', { tag: '@thorough' }, async ({
    page,
  }) => {
    await page.route('**/assets/toaster-*.js', (route) => route.abort())
    await open(page, '/about-us')
    const button = page.getByRole('button', { name: /newsletter/ })
    await button.click()
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    await page.unroute('**/assets/toaster-*.js')
    // A tap before the first attempt has failed does not start a second one.
    await expect(async () => {
      await page.getByRole('textbox', { name: 'Your email' }).click()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
})
