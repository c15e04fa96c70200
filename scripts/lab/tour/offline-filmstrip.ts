import type { Filmstrip, Walk } from './scenario.ts'

const DICTIONARY = 338
const UNVISITED = 9

/** Opens the second page of a visit, which starts the offline cache, and waits until it is filled. */
async function keep({ page }: Walk): Promise<void> {
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
  walk: async (walk) => {
    const { page, context } = walk
    const product = page.getByRole('heading', { level: 1, name: /^Kitabo School Dictionary/ })
    const section = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    const isOffline = page.getByText("You're offline. Your cart is safe.")
    const wish = page.getByRole('button', { name: 'Wishlist', exact: true })
    // The first visit installs the service worker, which caches the images of later pages.
    await walk.open('/shop')
    await keep(walk)

    await walk.step('The home page, with a network', () => walk.open('/'), section)
    await walk.step(
      'A product',
      async () => {
        await keep(walk)
        await walk.open(`/product-details/${DICTIONARY}`)
      },
      product,
    )
    await walk.step(
      'It goes into the cart',
      () => walk.addToCart('1 item'),
      walk.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await walk.step(
      'The network is gone, and the home page opens',
      async () => {
        await page.keyboard.press('Escape')
        await keep(walk)
        await context.setOffline(true)
        await walk.open('/')
        await section.waitFor()
      },
      isOffline,
    )
    await walk.step(
      'The product, with the time of its price',
      () => walk.open(`/product-details/${DICTIONARY}`),
      page.getByText(/^\s*as of \d\d:\d\d$/),
    )
    await walk.step(
      'One more goes into the cart',
      () => walk.addToCart('2 items'),
      walk.cart().getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await walk.step(
      'A product that was never opened says what happens next',
      () => walk.open(`/product-details/${UNVISITED}`),
      page.getByText("It will appear as soon as you're back online. Your cart is safe."),
    )
    await walk.step(
      'A wish is kept on the phone',
      async () => {
        await walk.open(`/product-details/${DICTIONARY}`)
        await wish.click()
      },
      page.getByText("Saved. We'll add it to your wishlist when you're back online."),
    )
    await walk.step(
      'The network is back',
      async () => {
        const sent = page.waitForResponse(/wish-list\/add/)
        await context.setOffline(false)
        await sent
        await isOffline.waitFor({ state: 'hidden' })
      },
      page.getByText('Added to wishlist!'),
    )
    await walk.step(
      'The wish has joined the wishlist',
      () => walk.open('/wishlist'),
      page
        .getByRole('main')
        .getByRole('link', { name: /^Kitabo School Dictionary/ })
        .first(),
    )
  },
}
