import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { enter, inToast, lateResponse, renderShop } from '../../test/render.tsx'
import { setDataSaver } from '../platform/data-saver.ts'

const ID = 338
const NAME = 'Kitabo School Dictionary: English with Ugandan Examples'

/** Opens the page of a product with changed fields, because the catalogue contains no such product. */
async function openProduct(change: Record<string, unknown>) {
  const faults = Object.entries(change).map(([field, value]) => ({
    path: `/products/details/${ID}`,
    effect: { change: `$.product.${field}`, value },
  }))
  return renderShop({ path: `/product-details/${ID}`, faults })
}

test("shows the product's name, badge, category, ISBN, price and discount", async () => {
  await openProduct({ has_discount: true, discount_percentage: 12.5, original_price: 40_000 })
  expect(await screen.findByRole('heading', { name: NAME, level: 1 })).toBeInTheDocument()
  expect(screen.getByText('Bestseller')).toBeInTheDocument()
  expect(screen.getByText('ISBN: 978-9970-760-45-9')).toBeInTheDocument()
  expect(screen.getAllByText('UGX 34,000')[0]).toBeInTheDocument()
  expect(screen.getByText('12.5% off')).toBeInTheDocument()
  expect(screen.getByText('UGX 40,000')).toBeInTheDocument()
  await vi.waitFor(() => expect(screen.getByText(/^in/)).toHaveTextContent(/^in \w+/))
  expect(document.title).toContain(NAME)
  expect(document.querySelector('meta[property="og:title"]')).toHaveAttribute('content', NAME)
})

test('shows "Product not found." for an unknown id', async () => {
  await renderShop({ path: '/product-details/99999999' })
  expect(await screen.findByText('Product not found.')).toBeInTheDocument()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'All products' })).toHaveAttribute('href', '/shop')
  expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
})

test('shows an error and retries if the host does not respond', async () => {
  let isDown = true
  const { user } = await renderShop({
    path: `/product-details/${ID}`,
    refuse: (request) => (isDown && request.includes('/products/details/') ? 'down' : undefined),
  })
  expect(await screen.findByText("We couldn't load this product.")).toBeInTheDocument()
  expect(screen.queryByText(/Your cart is safe/)).not.toBeInTheDocument()
  expect(screen.queryByText('Product not found.')).not.toBeInTheDocument()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: NAME, level: 1 })).toBeInTheDocument()
})

test('adds the chosen quantity, which is at least 1', async () => {
  const { user } = await renderShop({ path: `/product-details/${ID}` })
  await screen.findByRole('heading', { name: NAME, level: 1 })
  await user.click(screen.getByRole('button', { name: /^Decrease/ }))
  await user.click(screen.getByRole('button', { name: /^Increase/ }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(screen.getByRole('button', { name: 'Cart, 2 items, UGX 68,000' })).toBeInTheDocument()
  expect(await screen.findByText(inToast(`${NAME} added to cart!`))).toBeVisible()
})

test('shows how many are in the cart, next to Add to Cart', async () => {
  const { user } = await renderShop({ path: `/product-details/${ID}` })
  await user.click(await screen.findByRole('button', { name: 'Add to Cart' }))
  expect(screen.getByText('In your cart: 1')).toBeVisible()
})

test('keeps Add to Cart in its place if a busy device reports together that it left the screen and returned', async () => {
  let report: IntersectionObserverCallback = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        report = callback
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  await renderShop({ path: `/product-details/${ID}` })
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  const entry = (isIntersecting: boolean) =>
    ({ isIntersecting, boundingClientRect: new DOMRect(0, 0, 98, 92) }) as IntersectionObserverEntry
  const observer = {} as IntersectionObserver
  act(() => report([entry(true), entry(false)], observer))
  expect(button.closest('.buy-bar')).not.toBeNull()
  act(() => report([entry(false), entry(true)], observer))
  expect(button.closest('.buy-bar')).toBeNull()
  expect(button.closest('.buy-place')).not.toHaveAttribute('style')
})

test('says which options are not chosen for the units in the cart, and where to choose them', async () => {
  const { user } = await renderShop({ path: `/product-details/${GOMESI}` })
  await screen.findByRole('heading', { name: GOMESI_NAME, level: 1 })
  await choose(user, 'Choose a size', 'M')
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  const inCart = screen.getByText(/^In your cart: 1/)
  expect(inCart).toHaveTextContent('In your cart: 1, colour not chosen.')
  expect(await screen.findByRole('button', { name: /^Choose colour, / })).toBeVisible()
  await user.click(within(inCart).getByRole('button', { name: 'Choose in the cart' }))
  const field = await screen.findByRole('combobox', { name: `Colour of ${GOMESI_NAME}` })
  await user.selectOptions(field, 'Gold')
  expect(inCart).toHaveTextContent(/^In your cart: 1$/)
  await user.keyboard('{Escape}')
  // The second unit has a size, but no colour.
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(inCart).toHaveTextContent('In your cart: 2, colour not chosen for 1.')
})

test("labels a book's third image, its first page, which can be enlarged", async () => {
  const { user } = await openProduct({ image: ['front.webp', 'back.webp', 'inside.webp', 'spine.webp'] })
  await user.click(await screen.findByRole('button', { name: 'Look inside' }))
  expect(screen.getByRole('button', { name: 'Image 4 of 4' })).toBeVisible()
  expect(screen.getByRole('img', { name: NAME })).toHaveAttribute('src', '/product/inside.webp')
  await user.click(screen.getByRole('button', { name: 'Enlarge the image' }))
  const dialog = within(await screen.findByRole('dialog', { name: NAME }))
  expect(dialog.getByRole('img', { name: NAME })).toHaveAttribute('src', '/product/inside.webp')
  await user.click(dialog.getByRole('button', { name: 'Image 1 of 4' }))
  expect(dialog.getByRole('img', { name: NAME })).toHaveAttribute('src', '/product/front.webp')
})

test('enlarges an image that is tapped, and zooms in and out of it', async () => {
  const { user } = await openProduct({ image: ['front.webp'] })
  await user.click(await screen.findByRole('img', { name: NAME }))
  const dialog = within(await screen.findByRole('dialog', { name: NAME }))
  await user.click(dialog.getByRole('button', { name: 'Zoom in' }))
  await user.click(dialog.getByRole('button', { name: 'Zoom out' }))
  expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeVisible()
})

test('with the data saver on, loads the image once it is tapped, and can then enlarge it', async () => {
  setDataSaver(true)
  const { user } = await openProduct({ image: ['front.webp', 'back.webp'] })
  const show = await screen.findByRole('button', { name: `Show the image of ${NAME}` })
  expect(screen.queryByRole('button', { name: 'Enlarge the image' })).toBeNull()
  await user.click(show)
  expect(screen.getByRole('img', { name: NAME })).toHaveAttribute('src', '/product/front.webp')
  expect(screen.getByRole('button', { name: 'Enlarge the image' })).toBeVisible()
})

test("computes the fee to the saved address from the host's rate", async () => {
  await renderShop({
    path: `/product-details/${ID}`,
    token: true,
    faults: [{ path: '/config', effect: { change: '$.delivery_management.shipping_per_km', value: 10_000 } }],
  })
  expect(await screen.findByText(/^Delivery UGX 12,900 to your saved address\./)).toBeVisible()
})

test('truncates a long description after 70 words, with a toggle for the rest', async () => {
  const words = Array.from({ length: 90 }, (_, index) => `word${index + 1}`).join(' ')
  const { user } = await openProduct({ description: `<p>${words}</p>` })
  expect(await screen.findByText(/word70\.\.\.$/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Read More' }))
  expect(screen.getByText(/word90$/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Read Less' }))
  expect(screen.queryByText(/word90$/)).not.toBeInTheDocument()
})

test('handles a missing price, ISBN and category', async () => {
  expectOnConsole(/does not match its contract/)
  await openProduct({ price: null, tax: 0, category_ids: null, category_id: null, image: null })
  expect(await screen.findByText('Price not available')).toBeInTheDocument()
  expect(screen.getByText('No category available')).toBeInTheDocument()
  expect(screen.queryByText(/ISBN/)).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
})

test('shows the image of a clicked thumbnail, and the first image on a second click', async () => {
  const { user } = await openProduct({ image: ['one.webp', 'two.webp'] })
  const main = () => screen.getByRole('img', { name: NAME })
  await screen.findByRole('heading', { name: NAME, level: 1 })
  expect(main()).toHaveAttribute('src', '/product/one.webp')
  await user.click(screen.getByRole('button', { name: 'Image 2 of 2' }))
  expect(main()).toHaveAttribute('src', '/product/two.webp')
  await user.click(screen.getByRole('button', { name: 'Image 2 of 2' }))
  expect(main()).toHaveAttribute('src', '/product/one.webp')
})

test('switches tabs with the mouse and with arrow keys', async () => {
  const { user } = await openProduct({
    choice_options: [{ name: 'choice_1', title: 'Cover', options: ['Hard', 'Soft'] }],
  })
  expect(await screen.findByRole('row', { name: 'Cover Hard, Soft' })).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Reviews' }))
  expect(screen.getByText('No Reviews Yet')).toBeInTheDocument()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Q&A' })).toHaveAttribute('aria-selected', 'true')
})

test('fills in a special order for a pre-order of a sold-out product, but adds nothing to the cart', async () => {
  const { user } = await openProduct({ total_stock: 0 })
  await screen.findByRole('heading', { name: NAME, level: 1 })
  for (let more = 0; more < 2; more += 1)
    await user.click(screen.getByRole('button', { name: `Increase quantity of ${NAME}` }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(window.location.pathname).toBe(`/product-details/${ID}`)
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, proceed' }))
  const item = await screen.findByRole('textbox', { name: 'Item name', hidden: true })
  expect(item).toHaveValue(NAME)
  expect(screen.getByRole('spinbutton', { name: 'Quantity', hidden: true })).toHaveValue(3)
  await enter(user, item, ', hard cover')
  expect(item).toHaveValue(`${NAME}, hard cover`)
  expect(screen.getByText(`Tell us how to reach you and we'll order ${NAME} for you.`)).toBeInTheDocument()
  expect(screen.queryByText(/added to cart/)).toBeNull()
  expect(window.localStorage.getItem('cart')).toBeNull()
})

test('shows the alert without waiting for the wishlist to be refetched', async () => {
  const { user } = await renderShop({
    path: `/product-details/${ID}`,
    token: true,
    faults: [{ method: 'GET', path: '/customer/wish-list', from: 2, effect: { latency: 4000 } }],
  })
  await user.click(await screen.findByRole('button', { name: 'Wishlist' }))
  const alert = await screen.findByRole('alert', {}, { timeout: 2000 })
  expect(alert).toHaveTextContent('Added to wishlist!')
})

test('shows an error without a request when a guest adds to the wishlist', async () => {
  const { user, requests } = await renderShop({ path: `/product-details/${ID}` })
  await user.click(await screen.findByRole('button', { name: 'Wishlist' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add.')
  const logIn = screen.getByRole('link', { name: 'Log in' })
  expect(logIn).toHaveAttribute('href', '/my-account')
  expect(requests.some((request) => request.includes('wish-list'))).toBe(false)
  await user.click(logIn)
  await enter(user, await screen.findByLabelText('Email or phone'), 'demo@kitabo.example')
  await enter(user, screen.getByLabelText('Password'), 'kitabo-demo')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('heading', { name: NAME, level: 1 })).toBeVisible()
})

test('shows similar products five at a time, with links to their pages and names of at most 45 characters', async () => {
  expectOnConsole(/does not match its contract/)
  const names = [`${'a'.repeat(44)} b`, 'c'.repeat(45), ...'defgh']
  const { user } = await renderShop({
    path: '/product-details/268',
    faults: [
      {
        path: '/categories/products/*',
        effect: { status: 200, body: names.map((name, index) => ({ id: 300 + index, name, price: 500 })) },
      },
    ],
  })
  const similar = await screen.findByRole('region', { name: 'Similar Products' })
  expect(within(similar).getAllByRole('listitem')).toHaveLength(5)
  expect(within(similar).getByRole('button', { name: 'Previous' })).toBeDisabled()
  await user.click(within(similar).getByRole('button', { name: 'Next' }))
  // A shorter page would move what is below it.
  expect(within(similar).getAllByRole('listitem')).toHaveLength(5)
  expect(within(similar).getByRole('link', { name: 'h' })).toBeInTheDocument()
  expect(within(similar).queryByRole('link', { name: 'c'.repeat(45) })).toBeNull()
  await user.click(within(similar).getByRole('button', { name: 'Previous' }))
  expect(within(similar).getByRole('link', { name: 'c'.repeat(45) })).toBeInTheDocument()
  await user.click(within(similar).getByRole('link', { name: `${'a'.repeat(44)} ...` }))
  expect(window.location.pathname).toBe('/product-details/300')
})

test('shows a skeleton while the product loads, and no missing category while the categories load', async () => {
  const [product, categories] = [lateResponse(), lateResponse()]
  const { container, emulator } = await renderShop({
    path: `/product-details/${ID}`,
    file: (request) =>
      request === 'GET /categories'
        ? categories.response
        : request.includes('/products/details/')
          ? product.response
          : undefined,
  })
  await vi.waitFor(() =>
    expect(container.querySelector('.product-main[aria-busy="true"]')).toBeInTheDocument(),
  )
  expect(screen.queryByText('Product not found.')).not.toBeInTheDocument()
  product.send(await emulator.fetch(`http://localhost/api/v1/products/details/${ID}`))
  expect(await screen.findByRole('heading', { name: NAME, level: 1 })).toBeInTheDocument()
  expect(screen.queryByText('No category available')).not.toBeInTheDocument()
  categories.send(Response.json([]))
  expect(await screen.findByText('No category available')).toBeVisible()
})

test('reserves the space of similar products while they load, and none if there are none', async () => {
  const { response, send } = lateResponse()
  const { container } = await renderShop({
    path: `/product-details/${ID}`,
    file: (request) => (request.startsWith('GET /categories/products/') ? response : undefined),
  })
  const places = () => container.querySelectorAll('.product-similar .product-card')
  await vi.waitFor(() => expect(places()).toHaveLength(5))
  send(Response.json([]))
  await vi.waitFor(() => expect(places()).toHaveLength(0))
  expect(container.querySelector('.product-similar')).toBeNull()
})

/** A product with sizes and colours. */
const GOMESI = 474
const GOMESI_NAME = 'Gomesi, Cotton, with Kitambaala Sash'

const cart = () => JSON.parse(window.localStorage.getItem('cart') ?? '[]')

async function choose(user: Awaited<ReturnType<typeof renderShop>>['user'], group: string, option: string) {
  await user.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name: option }))
}

test('adds different choices of a product to a single cart line, with a quantity for each choice', async () => {
  const { user, requests } = await renderShop({ path: `/product-details/${GOMESI}` })
  await screen.findByRole('heading', { name: GOMESI_NAME, level: 1 })
  expect(screen.getAllByRole('radio', { name: 'Not sure, call me', checked: false })).toHaveLength(2)
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(screen.getByText(/^We'll call you to confirm your choice/)).toBeInTheDocument()
  await choose(user, 'Choose a size', 'M')
  await choose(user, 'Choose a colour', 'Gold')
  const before = requests.length
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await choose(user, 'Choose a size', 'XL')
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(requests.slice(before)).toEqual([])
  expect(cart()).toMatchObject([
    {
      id: GOMESI,
      quantity: 2,
      chosen: [
        { text: 'Size: M, Colour: Gold', quantity: 1 },
        { text: 'Size: XL, Colour: Gold', quantity: 1 },
      ],
    },
  ])
  await user.click(screen.getByRole('button', { name: /^Cart, 2 items/ }))
  expect(await screen.findByText('1 × Size: M, Colour: Gold; 1 × Size: XL, Colour: Gold')).toBeInTheDocument()
  const chat = await screen.findByRole('link', { name: 'Order on WhatsApp' })
  const message = new URL(chat.getAttribute('href') ?? '').searchParams.get('text')
  expect(message).toContain(`2 × ${GOMESI_NAME} (1 × Size: M, Colour: Gold; 1 × Size: XL, Colour: Gold)`)
})

test('adds a cart line without options if none were chosen', async () => {
  const { user } = await renderShop({ path: `/product-details/${GOMESI}` })
  await user.click(await screen.findByRole('button', { name: 'Add to Cart' }))
  expect(cart()).toHaveLength(1)
  expect(cart()[0]).not.toHaveProperty('chosen')
})

test('confirms a pre-order, adds the stock, and opens the special order with the chosen option', async () => {
  const { user, emulator } = await renderShop({ path: '/about-us' })
  await emulator.control('POST /stock', { body: { id: GOMESI, stock: 1 } })
  window.history.pushState({ usr: null, key: 'next', idx: 1 }, '', `/product-details/${GOMESI}`)
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  await screen.findByRole('heading', { name: GOMESI_NAME, level: 1 })
  await choose(user, 'Choose a size', 'L')
  await user.click(screen.getByRole('button', { name: `Increase quantity of ${GOMESI_NAME}` }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await screen.findByText('More on the way. Pre-Order Available. Would you like to continue with pre-order?')
  const dialog = within(screen.getByRole('dialog', { name: 'Limited Stock Available' }))
  expect(dialog.getByText(/^We have 1 in stock now\./)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Yes, proceed' }))
  expect(await screen.findByText(inToast(`${GOMESI_NAME} added to cart for pre-order!`))).toBeVisible()
  await vi.waitFor(() => expect(window.location.pathname).toBe('/special-order'))
  expect(await screen.findByRole('textbox', { name: 'Item name', hidden: true })).toHaveValue(
    `${GOMESI_NAME} (Size: L)`,
  )
  expect(cart()[0]).toMatchObject({ quantity: 1, chosen: [{ text: 'Size: L', quantity: 1 }] })
})

test('shows how many units of a pre-order are in the cart, and can limit the request to the rest', async () => {
  const { user } = await openProduct({ total_stock: 2 })
  await screen.findByRole('heading', { name: NAME, level: 1 })
  for (let more = 0; more < 4; more += 1)
    await user.click(screen.getByRole('button', { name: `Increase quantity of ${NAME}` }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, proceed' }))
  expect(await screen.findByText(/The 2 in stock are in your cart\./)).toBeInTheDocument()
  const quantity = screen.getByRole('spinbutton', { name: 'Quantity', hidden: true })
  expect(quantity).toHaveValue(5)
  expect(screen.getByRole('textbox', { name: /^Details/, hidden: true })).toHaveValue(
    'UGX 34,000 on the product page, ISBN 978-9970-760-45-9.',
  )
  await user.click(screen.getByRole('button', { name: 'Request only 3 more', hidden: true }))
  expect(quantity).toHaveValue(3)
  expect(screen.getByText(/This request is for 3 more\./)).toHaveFocus()
})

test('the rest of a pre-order includes the units that were already in the cart', async () => {
  const line = { id: ID, name: NAME, quantity: 1, price: 34_000, image: null, total_stock: 2 }
  localStorage.setItem('cart', JSON.stringify([line]))
  const { user } = await openProduct({ total_stock: 2 })
  await user.click(await screen.findByRole('button', { name: `Increase quantity of ${NAME}` }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, proceed' }))
  expect(await screen.findByRole('button', { name: 'Request only 1 more', hidden: true })).toBeInTheDocument()
})

test('links from a textbook to its series and marks the book for the next class', async () => {
  await renderShop({ path: '/product-details/33' })
  const series = await screen.findByRole('navigation', { name: 'In this series' })
  expect(within(series).getByRole('link', { name: /Book 5.*next class up/ })).toHaveAttribute(
    'href',
    '/product-details/34',
  )
})
