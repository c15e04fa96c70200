import {
  confirmDelivery,
  fillPhone,
  openPayment,
  pay,
  proceedToPayment,
} from '../../../web/e2e/shopper-actions.ts'
import type { Filmstrip, Scenario } from './scenario.ts'

const DICTIONARY = 338

const orders: Filmstrip = {
  name: 'orders',
  isCustomer: true,
  cart: [[DICTIONARY, 1]],
  play: async (scenario) => {
    const { page } = scenario
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await scenario.open('/pre-check')
    await confirmDelivery(page)
    const payment = page.frameLocator('iframe[name=checkout]')
    await scenario.step(
      'Paid by mobile money, here in the simulator',
      async () => {
        await proceedToPayment(page)
        await fillPhone(await openPayment(page), '0772 127702')
      },
      payment.getByRole('button', { name: /^Pay UGX/ }),
    )
    await pay(payment)
    const placed = page.getByText('Order placed successfully!')
    await scenario.step('The order is placed', () => placed.hover(), placed)
    const { orders: placedOrders } = await scenario.control('GET', '/orders')
    const { id } = placedOrders[0]
    await scenario.step(
      'The progress of the order',
      async () => {
        for (const status of ['processing', 'out_for_delivery'])
          await scenario.control('POST', '/orders/move', { id, status })
        await scenario.open('/my-account?tab=orders')
        await page.getByText(`Follow this order, number ${id}`).click()
      },
      page.locator('.order-stages'),
    )
    const invoice = page.getByRole('dialog', { name: `Invoice for order ${id}` })
    await scenario.step(
      'The receipt',
      () => page.getByRole('button', { name: 'Print' }).click(),
      invoice.getByText('Total').last(),
    )
    await scenario.step(
      'Buying the same again, at today’s prices',
      async () => {
        await invoice.getByRole('button', { name: 'Close' }).last().click()
        await page.getByRole('button', { name: 'Buy again' }).click()
        await scenario.openCart('1 item')
      },
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
  },
}

const phone: Filmstrip = {
  name: 'phone',
  play: async (scenario) => {
    const { page } = scenario
    const bar = page.locator('.buy-bar')
    const viewCart = page.getByRole('button', { name: 'View cart' })
    await scenario.step(
      'A product on a small screen',
      () => scenario.open(`/product-details/${DICTIONARY}`),
      page.getByRole('heading', { level: 1 }),
    )
    await scenario.step(
      'Add to Cart stays in reach, next to the price',
      async () => {
        await page.locator('.buy-place').scrollIntoViewIfNeeded()
        await page.mouse.move(180, 300)
        await page.mouse.wheel(0, 900)
      },
      bar,
    )
    await scenario.step(
      'The message links to the cart',
      async () => {
        await bar.getByRole('button', { name: 'Add to Cart' }).click()
        await viewCart.hover()
      },
      viewCart,
    )
    await scenario.step(
      'The cart',
      () => viewCart.click(),
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
  },
}

/** Filmstrips about buying, from the product to the order. */
export const buyingFilmstrips = [orders, phone]

const UNVISITED = 9

/** Opens a second page, which starts the offline cache, and waits until the cache is filled. */
async function fillOfflineCache({ page }: Scenario): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Refund Policy' }).waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForLoadState('networkidle')
}

/** Filmstrip about the shop offline: visited pages open, and products can be added to the cart. */
export const offlineFilmstrip: Filmstrip = {
  name: 'offline',
  isCustomer: true,
  play: async (scenario) => {
    const { page, context } = scenario
    const product = page.getByRole('heading', { level: 1, name: /^Kitabo School Dictionary/ })
    const section = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    const isOffline = page.getByText("You're offline. Your cart is safe.")
    const wish = page.getByRole('button', { name: 'Wishlist', exact: true })
    // Installs the service worker, which caches the images of pages that are opened later.
    await scenario.open('/shop')
    await fillOfflineCache(scenario)

    await scenario.step('The home page, online', () => scenario.open('/'), section)
    await scenario.step(
      'A product',
      async () => {
        await fillOfflineCache(scenario)
        await scenario.open(`/product-details/${DICTIONARY}`)
      },
      product,
    )
    await scenario.step(
      'The product in the cart',
      () => scenario.addToCart('1 item'),
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await scenario.step(
      'Offline, the home page still opens',
      async () => {
        await page.keyboard.press('Escape')
        await fillOfflineCache(scenario)
        await context.setOffline(true)
        await scenario.open('/')
        await section.waitFor()
      },
      isOffline,
    )
    await scenario.step(
      'The product, with the time of its price',
      () => scenario.open(`/product-details/${DICTIONARY}`),
      page.getByText(/^\s*as of \d\d:\d\d$/),
    )
    await scenario.step(
      'Another copy in the cart',
      () => scenario.addToCart('2 items'),
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await scenario.step(
      'A product that was never opened appears once online',
      () => scenario.open(`/product-details/${UNVISITED}`),
      page.getByText("It will appear as soon as you're back online. Your cart is safe."),
    )
    await scenario.step(
      'A wishlist item is stored on the phone',
      async () => {
        await scenario.open(`/product-details/${DICTIONARY}`)
        await wish.click()
      },
      page.getByText("Saved. We'll add it to your wishlist when you're back online."),
    )
    await scenario.step(
      'Online again',
      async () => {
        const sent = page.waitForResponse(/wish-list\/add/)
        await context.setOffline(false)
        await sent
        await isOffline.waitFor({ state: 'hidden' })
      },
      page.getByText('Added to wishlist!'),
    )
    await scenario.step(
      'The item on the wishlist',
      () => scenario.open('/wishlist'),
      page
        .getByRole('main')
        .getByRole('link', { name: /^Kitabo School Dictionary/ })
        .first(),
    )
  },
}
