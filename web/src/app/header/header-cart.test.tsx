import { act, screen, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { update } from 'mock-server/world/queries'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registerOtherCustomer } from '../../../test/checkout.tsx'
import { fillStorage } from '../../../test/full-storage.ts'
import { goOffline } from '../../../test/go-offline.ts'
import { handleResponses, lateResponse, renderShop } from '../../../test/render.tsx'
import { setToken } from '../../api/session.ts'
import { store } from '../../config/store.ts'
import { authorOf } from '../../domain/book-facts.ts'
import { clearCart } from '../../features/cart/cart-store.ts'

const line = {
  id: 338,
  name: 'School Dictionary',
  quantity: 1,
  price: 34_000,
  image: 'a.webp',
  total_stock: 2,
}
const fill = (...lines: object[]) => window.localStorage.setItem('cart', JSON.stringify(lines))

/** Opens the cart with the given lines, whose products the host does not have unless `isSold`. */
async function openCart(
  lines: object[],
  { isSold = false, ...options }: { isSold?: boolean; token?: true } = {},
) {
  fill(...lines)
  const shop = await renderShop({
    path: '/about-us',
    refuse: (request) => (!isSold && request.includes('details') ? 404 : undefined),
    ...options,
  })
  await shop.user.click(screen.getByRole('button', { name: /^Cart, / }))
  return shop
}

test('shows an empty cart with a link to the shop', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: 'Cart, 0 items, UGX 0' }))
  // Not within the dialog, because a dialog with a spinner comes first if the code loads slowly.
  await screen.findByText('Your cart is empty! Start shopping now and grab something you love.')
  const panel = screen.getByRole('dialog', { name: 'Cart Items' })
  await user.click(within(panel).getByRole('button', { name: 'Continue Shopping' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/shop'))
})

test('changes quantities between 1 and the stock at the time of adding, regardless of the current stock', async () => {
  const { user, requests } = await openCart([line], { isSold: true })
  await vi.waitFor(() => expect(requests).toContain('GET /products/details/338'))
  const plus = await screen.findByRole('button', { name: 'Increase quantity of School Dictionary' })
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of School Dictionary' }))
  expect(screen.getByRole('button', { name: 'Cart, 1 item, UGX 34,000' })).toBeInTheDocument()
  await user.click(plus)
  expect(screen.getByRole('button', { name: 'Cart, 2 items, UGX 68,000' })).toBeInTheDocument()
  await user.click(plus)
  expect(await screen.findByText('Cannot exceed available stock!')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cart, 2 items, UGX 68,000' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Delete School Dictionary' }))
  expect(screen.getByRole('button', { name: 'Cart, 0 items, UGX 0' })).toBeInTheDocument()
  // On a phone, the message would cover Undo.
  await vi.waitFor(() => expect(screen.queryByText('Cannot exceed available stock!')).toBeNull())
})

test.each([
  ['School list', { isNew: true }],
  ['Quotation', { asQuotation: true }],
])('sends the cart to the shop, or opens it as %s', async (name, state) => {
  const chosen = [{ text: 'Size: M', quantity: 2 }]
  const { user } = await openCart([
    line,
    { ...line, id: 7, name: 'Shirt', quantity: 2, price: 15_000, chosen },
  ])
  const chat = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Order on WhatsApp' })
  const message = new URL(chat.href).searchParams.get('text')?.split('\n') ?? []
  expect(message.slice(0, -1)).toEqual([
    `Hello ${store.name}, I'd like to order:`,
    '1 × School Dictionary',
    '2 × Shirt (Size: M)',
    'Sum: UGX 64,000',
  ])
  await user.click(screen.getByRole('button', { name }))
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
  expect(message.at(-1)).toBe(window.location.origin + window.location.pathname + window.location.hash)
  expect(window.history.state.usr).toEqual(state)
  expect(screen.queryByRole('dialog', { name: 'Cart Items' })).toBeNull()
})

test('restores a removed line to its position on Undo', async () => {
  const { user } = await openCart([
    { ...line, id: 1, name: 'Atlas' },
    { ...line, quantity: 2 },
    { ...line, id: 2, name: 'Globe' },
  ])
  await user.click(await screen.findByRole('button', { name: 'Delete School Dictionary' }))
  expect(screen.getByText('School Dictionary removed.')).toBeInTheDocument()
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo).toHaveFocus()
  await user.click(undo)
  const stored = JSON.parse(window.localStorage.getItem('cart') ?? '') as (typeof line)[]
  expect(stored.map(({ id, quantity }) => [id, quantity])).toEqual([
    [1, 1],
    [line.id, 2],
    [2, 1],
  ])
  expect(screen.getByRole('button', { name: /^Cart, 4 items/ })).toBeInTheDocument()
})

test('restores a removed line on Undo if the browser blocks storage', async () => {
  // The cart is then in memory.
  onTestFinished(() => void clearCart())
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { user } = await renderShop({ path: '/product-details/338' })
  await user.click(await screen.findByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: /^Cart, 1 item/ }))
  await user.click(await screen.findByRole('button', { name: /^Delete / }))
  expect(screen.getByRole('button', { name: /^Cart, 0 items/ })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('button', { name: /^Cart, 1 item/ })).toBeInTheDocument()
})

test('returns the focus to the restored line after Undo', async () => {
  const { user } = await openCart([{ ...line, id: 1, name: 'Atlas' }, line])
  await user.click(await screen.findByRole('button', { name: 'Delete School Dictionary' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('button', { name: 'Delete School Dictionary' })).toHaveFocus()
})

test("closes and opens a product's page from its line", async () => {
  const { user } = await openCart([line], { isSold: true })
  await user.click(await screen.findByRole('link', { name: 'School Dictionary' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/product-details/338'))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('shows a changed price on its line, and applies it on Update', async () => {
  const { user } = await openCart([{ ...line, price: 30_000 }], { isSold: true })
  const news = 'Price is now UGX 34,000 (was UGX 30,000)'
  expect(await screen.findByText(news)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cart, 1 item, UGX 30,000' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Update School Dictionary' }))
  expect(screen.getByRole('button', { name: 'Cart, 1 item, UGX 34,000' })).toBeInTheDocument()
  expect(screen.queryByText(news)).not.toBeInTheDocument()
})

test('redirects a guest from the cart to the log-in, with the reason', async () => {
  const { user } = await openCart([line], { isSold: true })
  await user.click(await screen.findByRole('button', { name: 'Proceed to Checkout' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/my-account'))
  expect(window.history.state.usr).toEqual({ fromCheckout: true })
})

test('updates on the event cartUpdated, when another tab changes or clears the cart, and when the page is shown again', async () => {
  await renderShop({ path: '/about-us' })
  const isMarked = () =>
    screen.getByRole('button', { name: /^Cart, / }).querySelector('.badge-changed') !== null
  expect(isMarked()).toBe(false)
  fill(line, { ...line, id: 1, quantity: 3 })
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  expect(await screen.findByRole('button', { name: /^Cart, 4 items/ })).toBeInTheDocument()
  expect(isMarked()).toBe(true)
  fill({ ...line, price: 1_000 })
  window.dispatchEvent(new Event('cartUpdated'))
  expect(await screen.findByRole('button', { name: 'Cart, 1 item, UGX 1,000' })).toHaveTextContent('1')
  expect(document.querySelector('.header-total')).toHaveTextContent('UGX 1,000')
  window.localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(await screen.findByRole('button', { name: /^Cart, 0 items/ })).toBeInTheDocument()
  fill(line)
  window.dispatchEvent(new Event('pageshow'))
  expect(await screen.findByRole('button', { name: /^Cart, 1 item,/ })).toBeInTheDocument()
})

test('rounds sums to the nearest 100, but not prices, and shows the difference', async () => {
  await openCart([{ ...line, price: 1_250, quantity: 1 }])
  expect(screen.getByRole('button', { name: 'Cart, 1 item, UGX 1,300' })).toBeInTheDocument()
  const panel = within(await screen.findByRole('dialog', { name: 'Cart Items' }))
  expect(await panel.findByText('UGX 1,250')).toBeInTheDocument()
  expect(panel.getByText('Total').parentElement).toHaveTextContent('Total with UGX 50 rounding')
  expect(panel.getByText('UGX 1,300')).toBeInTheDocument()
})

test('closes on Esc and returns the focus', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const button = screen.getByRole('button', { name: /^Cart,/ })
  await user.click(button)
  await screen.findByText(/^Your cart is empty/)
  expect(screen.getByRole('dialog', { name: 'Cart Items' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(button).toHaveFocus()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('shows name, price, quantity and controls of each line, and the total', async () => {
  await openCart([line, { ...line, id: 99_001, name: 'Atlas', quantity: 3, price: 9_000 }])
  const panel = await screen.findByRole('dialog', { name: 'Cart Items' })
  const [, second] = await within(panel).findAllByRole('listitem')
  const secondLine = within(second as HTMLElement)
  expect(secondLine.getByText('Atlas')).toBeInTheDocument()
  expect(secondLine.getByText('UGX 9,000')).toBeInTheDocument()
  expect(secondLine.getByRole('status')).toHaveTextContent('3')
  for (const name of ['Decrease quantity of Atlas', 'Increase quantity of Atlas', 'Delete Atlas']) {
    expect(secondLine.getByRole('button', { name })).toBeInTheDocument()
  }
  expect(within(panel).getByText('UGX 61,000')).toBeInTheDocument()
  const sums = [...panel.querySelectorAll<HTMLElement>('[data-sum]')].map(({ dataset }) => dataset.sum)
  expect(sums, 'of lines with several units').toEqual(['UGX 27,000'])
})

test('opens the delivery step for a customer, with the cart in its state', async () => {
  const { user } = await openCart([line], { token: true })
  await user.click(await screen.findByRole('button', { name: 'Proceed to Checkout' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/pre-check'))
  // The token is part of the state and is removed from the history immediately.
  await vi.waitFor(() => expect(window.history.state.usr).toEqual({ cartItems: [line], totalPrice: 34_000 }))
  await screen.findByRole('heading', { level: 1, name: 'Delivery' })
})

test('moves a line to the wishlist on Save for later', async () => {
  const { user, requests } = await openCart([line], { token: true, isSold: true })
  await user.click(await screen.findByRole('button', { name: 'Save for later: School Dictionary' }))
  expect(await screen.findByText('School Dictionary removed.')).toBeInTheDocument()
  expect(requests).toContain('POST /customer/wish-list/add')
})

test.each([
  ['the host fails', 'Failed to add to wishlist.', false],
  ['the browser is offline and its storage is full', "Your browser couldn't save this.", true],
])('keeps a line that could not be saved for later because %s', async (_, text, isOffline) => {
  fill(line)
  const { user } = await renderShop({
    path: '/about-us',
    token: true,
    refuse: (request) => (request === 'POST /customer/wish-list/add' ? 500 : undefined),
  })
  await user.click(screen.getByRole('button', { name: /^Cart, / }))
  const save = await screen.findByRole('button', { name: 'Save for later: School Dictionary' })
  if (isOffline) {
    goOffline()
    fillStorage()
  }
  await user.click(save)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(text)
  expect(screen.getByRole('button', { name: 'Cart, 1 item, UGX 34,000' })).toBeInTheDocument()
})

test('says that a quantity could not be changed because the storage of the browser is full', async () => {
  const { user } = await openCart([line], { isSold: true })
  const plus = await screen.findByRole('button', { name: 'Increase quantity of School Dictionary' })
  fillStorage()
  await user.click(plus)
  expect(await screen.findByText('Failed to add item to cart')).toBeInTheDocument()
})

test('moves a line to the wishlist also if the cart is closed before the host responds', async () => {
  fill(line)
  const faults = [{ path: '/customer/wish-list/add', effect: { latency: 300 } }]
  const { user } = await renderShop({ path: '/about-us', token: true, faults })
  await user.click(screen.getByRole('button', { name: /^Cart, / }))
  await user.click(await screen.findByRole('button', { name: 'Save for later: School Dictionary' }))
  await user.click(screen.getByRole('button', { name: 'Close Cart Items' }))
  await vi.waitFor(() => expect(localStorage.getItem('cart')).toBeNull())
})

test("leaves the next customer's line in the cart if an earlier Save for later ends", async () => {
  fill(line)
  const late = lateResponse()
  const shop = await renderShop({
    path: '/about-us',
    token: true,
    file: (request) => (request === 'POST /customer/wish-list/add' ? late.response : undefined),
  })
  const other = await registerOtherCustomer(shop)
  await shop.user.click(screen.getByRole('button', { name: /^Cart, / }))
  await shop.user.click(await screen.findByRole('button', { name: 'Save for later: School Dictionary' }))
  await vi.waitFor(() => expect(shop.requests).toContain('POST /customer/wish-list/add'))
  act(() => setToken(other))
  await act(async () => late.send(Response.json({ message: 'Added.' })))
  await handleResponses(shop)
  expect(localStorage.getItem('cart')).not.toBeNull()
})

test('shows the author of a book on its line', async () => {
  const emulator = await createTestApp()
  const { products } = await emulator.client()('GET /products/latest', { query: { limit: '500' } })
  const book = products
    .map(({ id, description }) => ({ id, description: description ?? '' }))
    .find((each) => authorOf(each) !== null)
  if (!book) throw new Error('No book names its author.')
  fill({ ...line, id: book.id })
  const { user } = await renderShop({ path: '/about-us', emulator })
  await user.click(screen.getByRole('button', { name: /^Cart, 1 item/ }))
  expect(await screen.findByText(String(authorOf(book)))).toBeInTheDocument()
})

test('lets the shopper choose the options of a line that has none', async () => {
  const emulator = await createTestApp()
  const { products } = await emulator.client()('GET /products/latest', { query: { limit: '500' } })
  const shoes = products.find(({ choice_options }) =>
    choice_options.some(({ options }) => options.length > 1),
  )
  if (!shoes) throw new Error('The catalogue contains no product with options.')
  const group = shoes.choice_options.find(({ options }) => options.length > 1)
  const title = group?.title.trim() ?? ''
  localStorage.setItem(
    'cart',
    JSON.stringify([
      { id: shoes.id, name: 'Shoes', quantity: 2, price: 9000, image: 'a.webp', total_stock: 9 },
    ]),
  )
  const { user } = await renderShop({ path: '/about-us', emulator })
  await user.click(await screen.findByRole('button', { name: /^Cart, 2 items/ }))
  expect(await screen.findByText(`${title}: not chosen`)).toBeVisible()
  const option = group?.options[1]?.trim() ?? ''
  await user.selectOptions(screen.getByRole('combobox', { name: `${title} of Shoes` }), option)
  expect(screen.queryByText(`${title}: not chosen`)).toBeNull()
  const [line] = JSON.parse(localStorage.getItem('cart') ?? '')
  expect(line.chosen).toEqual([{ text: `${title}: ${option}`, quantity: 2 }])
  // Only the field shows it.
  expect(screen.queryByText(`${title}: ${option}`)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Increase quantity of Shoes' }))
  expect(screen.queryByText(`${title}: not chosen`)).toBeNull()
})

test('lets the shopper choose for the units of a line that have no option', async () => {
  const emulator = await createTestApp()
  const { products } = await emulator.client()('GET /products/latest', { query: { limit: '500' } })
  const shoes = products.find(
    ({ choice_options: [group, ...others] }) => others.length === 0 && (group?.options.length ?? 0) > 1,
  )
  const [{ title = '', options = [] } = {}] = shoes?.choice_options ?? []
  const [first, second = ''] = options.map((option) => option.trim())
  const chosen = [{ text: `${title}: ${first}`, quantity: 1 }]
  localStorage.setItem(
    'cart',
    JSON.stringify([{ id: shoes?.id, name: 'Shoes', quantity: 3, price: 9000, image: 'a.webp', chosen }]),
  )
  const { user } = await renderShop({ path: '/about-us', emulator })
  await user.click(await screen.findByRole('button', { name: /^Cart, 3 items/ }))
  expect(await screen.findByText(`${title}: not chosen for 2 of 3`)).toBeVisible()
  expect(screen.getByText(`1 × ${title}: ${first}`)).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: `${title} of Shoes` }), second)
  expect(screen.getByText(`1 × ${title}: ${first}; 2 × ${title}: ${second}`)).toBeVisible()
  expect(screen.queryByRole('combobox', { name: `${title} of Shoes` })).toBeNull()
})

test('says what an order lacks to the minimum of the host', async () => {
  const emulator = await createTestApp()
  update(
    emulator.world,
    'settings',
    "SET value = json_set(value, '$.minimum_order_value', 50000) WHERE name = 'config'",
  )
  localStorage.setItem(
    'cart',
    JSON.stringify([{ id: 40, name: 'Book', quantity: 1, price: 4800, image: 'a.webp', total_stock: 9 }]),
  )
  const { user } = await renderShop({ path: '/about-us', emulator })
  await user.click(await screen.findByRole('button', { name: /^Cart, 1 item/ }))
  expect(await screen.findByText('Add UGX 45,200 more to order')).toBeVisible()
})

test('the open cart offers no customer to undo what another one has removed', async () => {
  const { emulator, user } = await openCart([line], { token: true })
  await user.click(screen.getByRole('button', { name: /^Delete / }))
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  const other = await registerOtherCustomer({ emulator })
  act(() => setToken(other))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
