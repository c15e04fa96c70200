import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { goOffline } from '../../test/go-offline.ts'
import { BOOK_ID, BOOK_NAME, openProduct } from '../../test/open-product.ts'
import { enter, lateResponse, renderShop } from '../../test/render.tsx'
import { setDataSaver } from '../platform/data-saver.ts'

test("shows the product's name, badge, category, ISBN, price and discount", async () => {
  await openProduct({ has_discount: true, discount_percentage: 12.5, original_price: 40_000 })
  expect(await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })).toBeInTheDocument()
  expect(screen.getByText('Bestseller')).toBeInTheDocument()
  expect(screen.getByText('ISBN: 978-9970-760-45-9')).toBeInTheDocument()
  expect(screen.getAllByText('UGX 34,000')[0]).toBeInTheDocument()
  expect(screen.getByText('12.5% off')).toBeInTheDocument()
  expect(screen.getByText('UGX 40,000')).toBeInTheDocument()
  await vi.waitFor(() => expect(screen.getByText(/^in/)).toHaveTextContent(/^in \w+/))
  expect(document.title).toContain(BOOK_NAME)
  expect(document.querySelector('meta[property="og:title"]')).toHaveAttribute('content', BOOK_NAME)
})

test('shows "Product not found." for an unknown id', async () => {
  await renderShop({ path: '/product-details/99999999' })
  expect(await screen.findByText('Product not found.')).toBeInTheDocument()
  expect(screen.getByText('We may no longer sell it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(document.title).toMatch(/^Product not found/)
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'All products' })).toHaveAttribute('href', '/shop')
  expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
})

test('shows an error and retries if the host does not respond', async () => {
  let isDown = true
  const { user } = await renderShop({
    path: `/product-details/${BOOK_ID}`,
    refuse: (request) => (isDown && request.includes('/products/details/') ? 'down' : undefined),
  })
  expect(await screen.findByText("We couldn't load this product.")).toBeInTheDocument()
  expect(screen.queryByText(/Your cart is safe/)).not.toBeInTheDocument()
  expect(screen.queryByText('Product not found.')).not.toBeInTheDocument()
  expect(document.title).toMatch(/^Product ·/)
  expect(document.querySelector('meta[name=robots]')).toBeNull()
  const main = within(screen.getByRole('main'))
  expect(main.getByText(/^We can't reach our server\. Please try again in a moment, or call/)).toBeVisible()
  const goOnline = goOffline()
  expect(main.getByText("It will appear as soon as you're back online.")).toBeVisible()
  await goOnline()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })).toBeInTheDocument()
})

test("labels a book's third image, its first page, which can be enlarged", async () => {
  const { user } = await openProduct({ image: ['front.webp', 'back.webp', 'inside.webp', 'spine.webp'] })
  await user.click(await screen.findByRole('button', { name: 'Look inside' }))
  expect(screen.getByRole('button', { name: 'Image 4 of 4' })).toBeVisible()
  expect(screen.getByRole('img', { name: BOOK_NAME })).toHaveAttribute('src', '/product/inside.webp')
  await user.click(screen.getByRole('button', { name: 'Enlarge the image' }))
  // The lazy-loaded dialog replaces its placeholder, which has the same name.
  await screen.findByRole('button', { name: 'Zoom in' })
  const dialog = within(screen.getByRole('dialog', { name: BOOK_NAME }))
  expect(dialog.getByRole('img', { name: BOOK_NAME })).toHaveAttribute('src', '/product/inside.webp')
  await user.click(dialog.getByRole('button', { name: 'Image 1 of 4' }))
  expect(dialog.getByRole('img', { name: BOOK_NAME })).toHaveAttribute('src', '/product/front.webp')
})

test('enlarges an image that is tapped, and zooms in and out of it', async () => {
  const { user } = await openProduct({ image: ['front.webp'] })
  await user.click(await screen.findByRole('img', { name: BOOK_NAME }))
  // The lazy-loaded dialog replaces its placeholder, which has the same name.
  const zoom = await screen.findByRole('button', { name: 'Zoom in' })
  const dialog = within(screen.getByRole('dialog', { name: BOOK_NAME }))
  await user.click(zoom)
  await user.click(dialog.getByRole('button', { name: 'Zoom out' }))
  expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('with the data saver on, loads the image once it is tapped, and can then enlarge it', async () => {
  setDataSaver(true)
  const { user } = await openProduct({ image: ['front.webp', 'back.webp'] })
  const show = await screen.findByRole('button', { name: `Show the image of ${BOOK_NAME}` })
  expect(screen.queryByRole('button', { name: 'Enlarge the image' })).toBeNull()
  await user.click(show)
  expect(screen.getByRole('img', { name: BOOK_NAME })).toHaveAttribute('src', '/product/front.webp')
  expect(screen.getByRole('button', { name: 'Enlarge the image' })).toBeVisible()
})

test("computes the fee to the saved address from the host's rate", async () => {
  await renderShop({
    path: `/product-details/${BOOK_ID}`,
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
  const main = () => screen.getByRole('img', { name: BOOK_NAME })
  await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })
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

test('shows the alert without waiting for the wishlist to be refetched', async () => {
  const { user } = await renderShop({
    path: `/product-details/${BOOK_ID}`,
    token: true,
    faults: [{ method: 'GET', path: '/customer/wish-list', from: 2, effect: { latency: 4000 } }],
  })
  await user.click(await screen.findByRole('button', { name: 'Wishlist' }))
  const alert = await screen.findByRole('alert', {}, { timeout: 2000 })
  expect(alert).toHaveTextContent('Added to wishlist!')
})

test('shows an error without a request when a guest adds to the wishlist', async () => {
  const { user, requests } = await renderShop({ path: `/product-details/${BOOK_ID}` })
  await user.click(await screen.findByRole('button', { name: 'Wishlist' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add.')
  const logIn = screen.getByRole('link', { name: 'Log in' })
  expect(logIn).toHaveAttribute('href', '/my-account')
  expect(requests.some((request) => request.includes('wish-list'))).toBe(false)
  await user.click(logIn)
  await enter(user, await screen.findByLabelText('Email or phone'), 'demo@kitabo.example')
  await enter(user, screen.getByLabelText('Password'), 'kitabo-demo')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })).toBeVisible()
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
    path: `/product-details/${BOOK_ID}`,
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
  product.send(await emulator.fetch(`http://localhost/api/v1/products/details/${BOOK_ID}`))
  expect(await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })).toBeInTheDocument()
  expect(screen.queryByText('No category available')).not.toBeInTheDocument()
  categories.send(Response.json([]))
  expect(await screen.findByText('No category available')).toBeVisible()
})

test('reserves the space of similar products while they load, and none if there are none', async () => {
  const { response, send } = lateResponse()
  const { container } = await renderShop({
    path: `/product-details/${BOOK_ID}`,
    file: (request) => (request.startsWith('GET /categories/products/') ? response : undefined),
  })
  const places = () => container.querySelectorAll('.product-similar .product-card')
  await vi.waitFor(() => expect(places()).toHaveLength(5))
  send(Response.json([]))
  await vi.waitFor(() => expect(places()).toHaveLength(0))
  expect(container.querySelector('.product-similar')).toBeNull()
})

test('links from a textbook to its series and marks the book for the next class', async () => {
  await renderShop({ path: '/product-details/33' })
  const series = await screen.findByRole('navigation', { name: 'In this series' })
  expect(within(series).getByRole('link', { name: /Book 5.*next class up/ })).toHaveAttribute(
    'href',
    '/product-details/34',
  )
})
