import type { Filmstrip, Scenario } from './scenario.ts'

const DICTIONARY = 338
const UNVISITED = 9

/** Opens the second page of a visit, which starts the offline cache, and waits until it is filled. */
async function keep({ page }: Scenario): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Refund Policy' }).waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForLoadState('networkidle')
}

/** The shop offline: visited pages can be read and bought from. */
export const offlineFilmstrip: Filmstrip = {
  name: 'offline',
  isCustomer: true,
  play: async (scenario) => {
    const { page, context } = scenario
    const product = page.getByRole('heading', { level: 1, name: /^Kitabo School Dictionary/ })
    const section = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    const isOffline = page.getByText("You're offline. Your cart is safe.")
    const wish = page.getByRole('button', { name: 'Wishlist', exact: true })
    // The first visit installs the service worker, which caches the images of later pages.
    await scenario.open('/shop')
    await keep(scenario)

    await scenario.step('The home page, with a network', () => scenario.open('/'), section)
    await scenario.step(
      'A product',
      async () => {
        await keep(scenario)
        await scenario.open(`/product-details/${DICTIONARY}`)
      },
      product,
    )
    await scenario.step(
      'It goes into the cart',
      () => scenario.addToCart('1 item'),
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await scenario.step(
      'The network is gone, and the home page opens',
      async () => {
        await page.keyboard.press('Escape')
        await keep(scenario)
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
      'One more goes into the cart',
      () => scenario.addToCart('2 items'),
      scenario.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await scenario.step(
      'A product that was never opened says what happens next',
      () => scenario.open(`/product-details/${UNVISITED}`),
      page.getByText("It will appear as soon as you're back online. Your cart is safe."),
    )
    await scenario.step(
      'A wish is kept on the phone',
      async () => {
        await scenario.open(`/product-details/${DICTIONARY}`)
        await wish.click()
      },
      page.getByText("Saved. We'll add it to your wishlist when you're back online."),
    )
    await scenario.step(
      'The network is back',
      async () => {
        const sent = page.waitForResponse(/wish-list\/add/)
        await context.setOffline(false)
        await sent
        await isOffline.waitFor({ state: 'hidden' })
      },
      page.getByText('Added to wishlist!'),
    )
    await scenario.step(
      'The wish has joined the wishlist',
      () => scenario.open('/wishlist'),
      page
        .getByRole('main')
        .getByRole('link', { name: /^Kitabo School Dictionary/ })
        .first(),
    )
  },
}
