import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { BOOK_ID, BOOK_NAME, openProduct } from '../../test/open-product.ts'
import { enter, inToast, renderShop } from '../../test/render.tsx'
import { readProduct, type ShopProduct } from '../domain/product.ts'
import { Dialog } from '../ui/overlay/lazy-overlay.tsx'
import { Purchase } from './product-purchase.tsx'

/** A product with sizes and colours. */
const GOMESI = 474
const GOMESI_NAME = 'Gomesi, Cotton, with Kitambaala Sash'

const cart = () => JSON.parse(window.localStorage.getItem('cart') ?? '[]')

async function choose(user: Awaited<ReturnType<typeof renderShop>>['user'], group: string, option: string) {
  await user.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name: option }))
}

test('adds the chosen quantity, which is at least 1', async () => {
  const { user } = await renderShop({ path: `/product-details/${BOOK_ID}` })
  await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })
  await user.click(screen.getByRole('button', { name: /^Decrease/ }))
  await user.click(screen.getByRole('button', { name: /^Increase/ }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(screen.getByRole('button', { name: 'Cart, 2 items, UGX 68,000' })).toBeInTheDocument()
  expect(await screen.findByText(inToast(`${BOOK_NAME} added to cart!`))).toBeVisible()
})

test.each([
  [0, true, true],
  [17, true, false],
  [18, false, false],
  [null, false, false],
])(
  'a product with a stock of %s is likely to need the pre-order dialog: %s, and said to be sold out: %s',
  (total_stock, isPreloaded, isSoldOut) => {
    const preload = vi.spyOn(Dialog, 'preload').mockResolvedValue(undefined)
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Purchase product={readProduct({ name: 'Atlas', price: 9_000, total_stock }) as ShopProduct} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    expect(preload.mock.calls.length > 0).toBe(isPreloaded)
    expect(screen.queryByText(/^Sold out for now\./) !== null).toBe(isSoldOut)
    // Without an id, there is nothing to save.
    expect(screen.queryByRole('button', { name: 'Wishlist' })).toBeNull()
  },
)

test('shows how many are in the cart, next to Add to Cart', async () => {
  const { user } = await renderShop({ path: `/product-details/${BOOK_ID}` })
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
  await renderShop({ path: `/product-details/${BOOK_ID}` })
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

test('fills in a special order for a pre-order of a sold-out product, but adds nothing to the cart', async () => {
  const { user } = await openProduct({ total_stock: 0 })
  await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })
  for (let more = 0; more < 2; more += 1)
    await user.click(screen.getByRole('button', { name: `Increase quantity of ${BOOK_NAME}` }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(window.location.pathname).toBe(`/product-details/${BOOK_ID}`)
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, proceed' }))
  const item = await screen.findByRole('textbox', { name: 'Item name', hidden: true })
  expect(item).toHaveValue(BOOK_NAME)
  expect(screen.getByRole('spinbutton', { name: 'Quantity', hidden: true })).toHaveValue(3)
  await enter(user, item, ', hard cover')
  expect(item).toHaveValue(`${BOOK_NAME}, hard cover`)
  expect(
    screen.getByText(`Tell us how to reach you and we'll order ${BOOK_NAME} for you.`),
  ).toBeInTheDocument()
  expect(screen.queryByText(/added to cart/)).toBeNull()
  expect(window.localStorage.getItem('cart')).toBeNull()
})

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
  await screen.findByRole('heading', { name: BOOK_NAME, level: 1 })
  for (let more = 0; more < 4; more += 1)
    await user.click(screen.getByRole('button', { name: `Increase quantity of ${BOOK_NAME}` }))
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
  const line = { id: BOOK_ID, name: BOOK_NAME, quantity: 1, price: 34_000, image: null, total_stock: 2 }
  localStorage.setItem('cart', JSON.stringify([line]))
  const { user } = await openProduct({ total_stock: 2 })
  await user.click(await screen.findByRole('button', { name: `Increase quantity of ${BOOK_NAME}` }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, proceed' }))
  expect(await screen.findByRole('button', { name: 'Request only 1 more', hidden: true })).toBeInTheDocument()
})
