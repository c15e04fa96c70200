import type { Locator } from '@playwright/test'
import {
  arrive,
  CART_OF_TWO,
  cartButton,
  cartOf,
  cartOn,
  confirmDelivery,
  proceedToPayment,
} from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test, WITHOUT_DATA } from '../emulator.ts'
import { expectWithin320Px, measureShift } from '../layout-and-axe.ts'

const emulator = shareEmulator(...WITHOUT_DATA)
const { open } = emulator
test.use({ viewport: { width: 360, height: 740 } })

/** A product with sizes. */
const SHOES = 500

test("the live chat's button covers no content", { tag: '@thorough' }, async ({ page }) => {
  await open(page, '/product-details/7')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'Live chat' }), `${width} px`).toHaveCSS(
      'position',
      'static',
    )
  }
})

test('the cart shows six of twelve lines, above its total and the button', async ({ page, context }) => {
  const products = Array.from({ length: 12 }, (_, index) => [index + 33, 1] as const)
  await arrive(context, emulator.origin, { stored: { cart: await cartOf(emulator.origin, products) } })
  await open(page, '/about-us')
  await cartButton(page).click()
  const cart = cartOn(page)
  await expect(cart.getByRole('listitem')).toHaveCount(12)
  const isCut = (name: HTMLElement) => name.scrollHeight > name.clientHeight + 1
  for (const line of (await cart.getByRole('listitem').all()).slice(0, 6)) {
    expect(await line.getByRole('paragraph').first().evaluate(isCut)).toBe(false)
    const [delete_, minus] = [/^Delete/, /^Decrease/].map((name) => line.getByRole('button', { name }))
    expect((await delete_?.boundingBox())?.y).toBeCloseTo((await minus?.boundingBox())?.y ?? 0, 0)
  }
  const sixth = await cart.getByRole('listitem').nth(5).boundingBox()
  const total = await cart.getByText('Total', { exact: true }).boundingBox()
  expect((sixth?.y ?? 999) + (sixth?.height ?? 0)).toBeLessThanOrEqual(total?.y ?? 0)
  const proceed = await cart.getByRole('button', { name: 'Proceed to Checkout' }).boundingBox()
  expect(proceed?.width).toBeGreaterThan(300)
  await expect(cart.getByRole('link', { name: 'Order on WhatsApp' })).toBeHidden()
  await cart.getByText('Other ways to order').click()
  await expect(cart.getByRole('link', { name: 'Order on WhatsApp' })).toBeVisible()
})

test('a cart line with a size has it below its name, and its price, Delete and quantity in one line', async ({
  page,
  context,
}) => {
  await arrive(context, emulator.origin, { stored: { cart: await cartOf(emulator.origin, [[SHOES, 2]]) } })
  await open(page, '/about-us')
  await cartButton(page).click()
  const line = cartOn(page).getByRole('listitem')
  const size = await line.getByRole('combobox', { name: /^Size of/ }).boundingBox()
  const name = await line.locator('.panel-name').boundingBox()
  expect(size?.x).toBeCloseTo(name?.x ?? 0, 0)
  expect(size?.width).toBeGreaterThan(200)
  const [price, remove, minus] = await Promise.all(
    [
      line.locator('.cart-price'),
      line.getByRole('button', { name: /^Delete/ }),
      line.getByRole('button', { name: /^Decrease/ }),
    ].map((each) => each.boundingBox()),
  )
  expect(price?.y).toBeGreaterThan((size?.y ?? 999) + (size?.height ?? 0))
  expect(remove?.x).toBeGreaterThan(price?.x ?? 999)
  expect(minus?.x).toBeGreaterThan(remove?.x ?? 999)
  expect(minus?.y).toBeCloseTo(remove?.y ?? 0, 0)
  expect(Math.abs((price?.y ?? 0) - (minus?.y ?? 999))).toBeLessThan(44)
})

test('the notice of a placed order is two lines on a phone and one on a tablet', async ({
  page,
  context,
}) => {
  const delivery = { address: 'Ntinda, Kampala', fee: 1900 }
  const placedOrder = JSON.stringify({ id: 100_005, amount: 190_600, delivery, items: [], owner: null })
  await arrive(context, emulator.origin, { stored: { cart: CART_OF_TWO, placedOrder } })
  await open(page, '/shop')
  const notice = page.getByRole('region', { name: 'Order #100005 is placed' })
  const heading = notice.getByText('Order #100005 is placed')
  const address = notice.getByText('to Ntinda, Kampala')
  await expect(heading).toBeVisible()
  expect(await address.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  const top = async (each: Locator) => (await each.boundingBox())?.y ?? 0
  expect(await top(address)).toBeGreaterThan((await top(heading)) + 16)
  await page.setViewportSize({ width: 768, height: 740 })
  expect(await top(address)).toBeCloseTo(await top(heading), 0)
})

test('the cart, the wishlist and the menu open inside a small or a wide screen', async ({
  page,
  context,
}) => {
  await arrive(context, emulator.origin, { isCustomer: true, stored: { cart: CART_OF_TWO } })
  await open(page, '/about-us')
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [320, 568],
    [280, 653],
  ] as const) {
    await page.setViewportSize({ width, height })
    const expectInside = async (panel: Locator) => {
      await expect(panel).toBeVisible()
      await expect
        .poll(async () => {
          const box = await panel.boundingBox()
          return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
        })
        .toBe(true)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
    }
    await page.getByRole('button', { name: /^Cart,/ }).click()
    await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeVisible()
    await expectInside(page.getByRole('dialog', { name: 'Cart Items' }))
    await page.getByRole('button', { name: /^Wishlist, / }).click()
    await expectInside(page.getByRole('dialog', { name: 'Wishlist Items' }))
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectInside(page.getByRole('dialog'))
  }
})

test('a long e-mail address, name and delivery address widen no checkout at 320 px, and are shown whole', async ({
  page,
  context,
}) => {
  const lines = {
    'First name': 'Nabisinikokukirizanakabugo',
    Email: 'margaret.nakabugo.ssali@kitabo.example',
    Address: `Plot 12, ${'W'.repeat(60)}`,
  }
  await arrive(context, emulator.origin, { isCustomer: true, stored: { cart: CART_OF_TWO } })
  await page.route('**/api/v1/customer/info', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), f_name: lines['First name'], email: lines.Email }
    await route.fulfill({ response, json })
  })
  await page.route('**/api/v1/customer/address/list', async (route) => {
    const response = await route.fetch()
    const [saved] = await response.json()
    await route.fulfill({ response, json: [{ ...saved, address: lines.Address }] })
  })
  await open(page, '/pre-check')
  await confirmDelivery(page)
  await proceedToPayment(page)
  for (const [label, text] of Object.entries(lines)) {
    const line = page.getByLabel(label, { exact: true })
    await expect(line).toHaveValue(text)
    const isCut = (field: HTMLElement) => field.scrollWidth > field.clientWidth
    expect(await line.evaluate(isCut), label).toBe(false)
  }
  await expectWithin320Px(page)
})

test('words of the host without spaces widen no page at 320 px', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  const word = 'W'.repeat(60)
  const fields = /"(name|title|address|order_note|description|options|author|f_name|values)":(\[?)"[^"]*"/g
  await arrive(context, emulator.origin, { isCustomer: true, stored: { cart: CART_OF_TWO } })
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(fields, `"$1":$2"${word}"`)
    await route.fulfill({ response, body })
  })
  // The catalogue's pages are opened with such words by hostile.spec.ts.
  for (const path of ['/product-details/476', '/pre-check', '/my-account?tab=orders']) {
    await open(page, path)
    await expect(page.getByText(word).first(), path).toBeAttached()
    await page.waitForLoadState('networkidle')
    await expectWithin320Px(page)
  }
})

test('suggestions are at least as wide as their field, and fill the width of a phone', async ({ page }) => {
  await open(page, '/about-us')
  const field = page.getByRole('combobox', { name: /search for books/i })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await field.fill('')
    await field.fill('biology')
    await expect(page.getByRole('button', { name: /^See all \d+ results$/ })).toBeVisible()
    const panel = page.getByRole('listbox', { name: 'Suggestions' }).locator('..')
    const list = await panel.boundingBox()
    const search = await page.getByRole('search', { name: /search for books/i }).boundingBox()
    expect(list?.width ?? 0).toBeGreaterThanOrEqual(width === 360 ? 320 : (search?.width ?? 999))
  }
})

test('on a tablet, the description is below the cover and the buttons', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, '/product-details/338')
  const cover = await page.getByRole('main').locator('img').first().boundingBox()
  const words = await page.getByText(/^Twenty-two thousand entries/).boundingBox()
  expect(words?.y ?? 0).toBeGreaterThan((cover?.y ?? 999) + (cover?.height ?? 0))
  expect(words?.x ?? 999).toBeLessThan((cover?.x ?? 0) + (cover?.width ?? 0))
})

test('on a phone, the cover fills 85 % of a plate as wide as the page, and the price is on the first screen', async ({
  page,
}) => {
  await open(page, '/product-details/101')
  const plate = page.locator('.product-cover')
  const cover = await plate.getByRole('img').boundingBox()
  const box = await plate.boundingBox()
  expect(box).toMatchObject({ x: 16, width: 328 })
  expect((cover?.height ?? 0) / (box?.height ?? 1)).toBeCloseTo(0.85, 2)
  await expect(page.locator('.product-price').getByText('In stock')).toBeInViewport({ ratio: 1 })
})

test('similar products are one row that scrolls on a phone, and Next shows the start of the next five', async ({
  page,
}) => {
  await open(page, '/product-details/338')
  const region = page.getByRole('region', { name: 'Similar Products' })
  const row = region.getByRole('list')
  const cards = row.getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  await row.scrollIntoViewIfNeeded()
  const [first, last] = [await cards.first().boundingBox(), await cards.last().boundingBox()]
  expect(last?.y).toBeCloseTo(first?.y ?? 0, 0)
  expect(await row.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeGreaterThan(0)
  await row.evaluate((list) => list.scrollTo(999, 0))
  await region.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBe(0)
})

test('on a phone, Add to Cart stays visible as one button next to the price, and never covers the focused element', async ({
  page,
}) => {
  const readShift = await measureShift(page)
  await open(page, '/product-details/338')
  const button = page.getByRole('button', { name: 'Add to Cart', exact: true })
  await expect(
    page.getByRole('region', { name: 'Similar Products' }).getByRole('listitem').first(),
  ).toBeAttached()
  await expect(button).toHaveCount(1)
  const bar = page.locator('.buy-bar')
  const place = page.locator('.buy-place')
  await place.scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
  await page.mouse.move(180, 300)
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, 400)
  await expect(bar).toHaveCount(1)
  const box = await button.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(740 - 80)
  expect(await bar.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"UGX 34,000"')
  await button.click()
  await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeAttached()
  const last = page.getByRole('contentinfo').getByRole('link').last()
  await last.focus()
  const end = await last.boundingBox()
  const top = await bar.boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
  expect(await readShift()).toBeLessThanOrEqual(0.02)
})

test('what the cart contains stands between Add to Cart and Wishlist, without moving them', async ({
  page,
}) => {
  await open(page, '/product-details/338')
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
  const wishlist = page.locator('.product-wish')
  await wishlist.scrollIntoViewIfNeeded()
  /** Measures both in one step, because the page may still scroll. */
  const distance = async (from: Locator, to: Locator) => {
    const tops = (node: Element, other: unknown) =>
      node.getBoundingClientRect().y - (other as Element).getBoundingClientRect().y
    return to.evaluate(tops, await from.elementHandle())
  }
  const before = await distance(add, wishlist)
  await add.click()
  const inCart = page.getByText('In your cart: 1')
  expect(await distance(add, inCart)).toBeGreaterThanOrEqual(44)
  expect(await distance(inCart, wishlist)).toBeGreaterThanOrEqual(20)
  expect(await distance(add, wishlist)).toBe(before)
})

test('with the chat open, Add to Cart is in place and can be tapped', async ({ page }) => {
  await open(page, '/product-details/338')
  // The footer moves until these have loaded.
  await page.getByRole('button', { name: 'Next' }).waitFor()
  await page.getByText('Images load only when you tap them').waitFor()
  await page.getByRole('button', { name: 'Live chat' }).click()
  await expect(page.getByRole('complementary', { name: /^Live chat/ })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
})

test('after a category is selected, the button that closes the panel is visible and shows the number of products', async ({
  page,
}) => {
  await open(page, '/shop')
  const toggle = page.getByRole('button', { name: 'Browse categories' })
  await toggle.click()
  await page.getByRole('checkbox', { name: 'Fashion' }).check()
  await expect(page.getByRole('heading', { level: 1, name: 'Fashion' })).toBeVisible()
  const done = page.getByRole('button', { name: /^Show \d+ products$/ })
  await expect(done).toBeInViewport({ ratio: 1 })
  await done.click()
  await expect(toggle).toBeFocused()
  await expect(page.getByRole('article').first()).toBeInViewport()
})
