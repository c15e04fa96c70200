import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'

const line = {
  id: 338,
  name: 'School Dictionary',
  quantity: 1,
  price: 34_000,
  image: 'a.webp',
  total_stock: 2,
}
const fill = (...lines: object[]) => window.localStorage.setItem('cart', JSON.stringify(lines))
const field = () => screen.getByRole('combobox', { name: /Search for books/ })

test('suggests products while the shopper types, those that start with the words first', async () => {
  const { user, calls } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atlas')
  const options = await screen.findAllByRole('option')
  expect(options.length).toBeLessThanOrEqual(8)
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText(/^\d+ suggestions?$/)).toBeInTheDocument()
  expect(calls.filter((call) => call.startsWith('GET /products/search'))).toEqual([
    'GET /products/search?name=atlas',
  ])
})

test('moves through the suggestions with the arrows and takes one with Enter', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atlas')
  const options = await screen.findAllByRole('option')
  await user.keyboard('{ArrowDown}')
  expect(field()).toHaveAttribute('aria-activedescendant', options[0]?.id)
  expect(options[0]).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(field()).toHaveAttribute('aria-activedescendant', options.at(-1)?.id)
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe('/shop?q=atlas'))
  expect(window.history.state.usr.results.length).toBeGreaterThan(0)
  expect(field()).toHaveValue('atlas')
})

test('closes the suggestions with Esc and clears the field with the next', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atlas')
  await screen.findAllByRole('option')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
  expect(field()).toHaveValue('atlas')
  await user.keyboard('{Escape}')
  expect(field()).toHaveValue('')
})

test('clears the suggestions with the text', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atlas')
  await screen.findAllByRole('option')
  await user.clear(field())
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
})

test('searches at once on Enter, before the suggestions come', async () => {
  const { user, calls } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'atlas{Enter}')
  await vi.waitFor(() => expect(window.location.pathname + window.location.search).toBe('/shop?q=atlas'))
  expect(calls.filter((call) => call.startsWith('GET /products/search'))).toHaveLength(1)
})

test('searches by the button, and does nothing for an empty field', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(window.location.pathname).toBe('/about-us')
  await user.type(field(), 'atlas')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/shop'))
})

test('says that the cart is empty and leads to the shop', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: 'Cart, 0 items, UGX 0' }))
  const panel = screen.getByRole('region', { name: 'Cart Items' })
  expect(
    await within(panel).findByText('Your cart is empty! Start shopping now and grab something you love.'),
  ).toBeInTheDocument()
  await user.click(within(panel).getByRole('button', { name: 'Continue Shopping' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/shop'))
})

test('changes quantities in the cart, between 1 and the stock', async () => {
  fill(line)
  const { user } = await renderShop({
    path: '/about-us',
    refuse: (call) => (call.includes('details') ? 404 : undefined),
  })
  await user.click(screen.getByRole('button', { name: /^Cart, 1 item/ }))
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
})

test('puts a removed line back by Undo, where it was', async () => {
  fill(line, { ...line, id: 1, name: 'Atlas', quantity: 3 })
  const { user } = await renderShop({
    path: '/about-us',
    refuse: (call) => (call.includes('details') ? 404 : undefined),
  })
  await user.click(screen.getByRole('button', { name: /^Cart, 4 items/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete School Dictionary' }))
  expect(screen.getByText('School Dictionary removed.')).toBeInTheDocument()
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo).toHaveFocus()
  await user.click(undo)
  expect(JSON.parse(window.localStorage.getItem('cart') ?? '')[0]).toMatchObject({ quantity: 1, id: line.id })
  expect(screen.getByRole('button', { name: /^Cart, 4 items/ })).toBeInTheDocument()
})

test('tells on its line of a price that changed since, and takes it over when the shopper says so', async () => {
  fill({ ...line, price: 30_000 })
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: /^Cart, 1 item/ }))
  const news = 'Price is now UGX 34,000 (was UGX 30,000)'
  expect(await screen.findByText(news)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cart, 1 item, UGX 30,000' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Update School Dictionary' }))
  expect(screen.getByRole('button', { name: 'Cart, 1 item, UGX 34,000' })).toBeInTheDocument()
  expect(screen.queryByText(news)).not.toBeInTheDocument()
})

test('stops at the stock the line was added with, whatever the host has now', async () => {
  fill({ ...line, quantity: 2 })
  const { user, calls } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: /^Cart, 2 items/ }))
  await vi.waitFor(() => expect(calls).toContain('GET /products/details/338'))
  await user.click(screen.getByRole('button', { name: 'Increase quantity of School Dictionary' }))
  expect(await screen.findByText('Cannot exceed available stock!')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cart, 2 items, UGX 68,000' })).toBeInTheDocument()
})

test('takes a visitor from the cart to the log-in, and says that it was for the checkout', async () => {
  fill(line)
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: /^Cart, 1 item/ }))
  await user.click(await screen.findByRole('button', { name: 'Proceed to Checkout' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/my-account'))
  expect(window.history.state.usr).toEqual({ fromCheckout: true })
})

test('follows a cart that another tab changed', async () => {
  await renderShop({ path: '/about-us' })
  fill(line, { ...line, id: 1, quantity: 3 })
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  expect(await screen.findByRole('button', { name: /^Cart, 4 items/ })).toBeInTheDocument()
})

test('closes the cart with Esc and gives the focus back', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const button = screen.getByRole('button', { name: /^Cart,/ })
  await user.click(button)
  expect(screen.getByRole('heading', { name: 'Cart Items' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('heading', { name: 'Cart Items' })).not.toBeInTheDocument()
  expect(button).toHaveFocus()
})

test('shows an empty wishlist to a visitor, with the way to its page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: 'Wishlist, 0 items' }))
  const panel = screen.getByRole('region', { name: 'Wishlist Items' })
  expect(await within(panel).findByText('Your wishlist is empty.')).toBeInTheDocument()
  await user.click(within(panel).getByRole('button', { name: 'View Wishlist' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/wishlist'))
})

test('opens three levels of categories by buttons, and a category of any level by its link', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const toggle = screen.getByRole('button', { name: 'CATEGORIES' })
  await user.click(toggle)
  await user.click(await screen.findByRole('button', { name: 'More in Books' }))
  await user.click(await screen.findByRole('button', { name: 'More in Primary Textbooks' }))
  const deepest = screen
    .getByRole('button', { name: 'More in Primary Textbooks' })
    .closest('li') as HTMLElement
  const link = within(within(deepest).getByRole('list')).getAllByRole('link')[0] as HTMLElement
  await user.click(link)
  await vi.waitFor(() => expect(window.location.pathname).toBe('/categories'))
  expect(`/categories${window.location.search}`).toBe(link.getAttribute('href'))
  await vi.waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'false'))
})

test('lists the menu links, of which two lead nowhere', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const menu = screen.getByRole('navigation', { name: 'Categories and pages' })
  expect(within(menu).getByRole('link', { name: 'BOOKS' })).toHaveAttribute(
    'href',
    '/categories?categoryId=3',
  )
  for (const name of ['HOME', 'CATEGORIES', 'CONTACT US', 'SHOP NOW', 'SPECIAL ORDER']) {
    expect(within(menu).getByRole('link', { name })).toBeInTheDocument()
  }
  await user.click(within(menu).getByRole('button', { name: 'SCHOOL PACKAGES' }))
  await user.click(within(menu).getByRole('button', { name: 'GIFT VOUCHER' }))
  expect(window.location.pathname).toBe('/about-us')
})

test('does nothing for Compare and Notifications, which count 0', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  for (const name of ['Compare', 'Notifications']) {
    const button = screen.getByRole('button', { name })
    expect(button).toHaveTextContent('0')
    await user.click(button)
  }
  expect(window.location.pathname).toBe('/about-us')
})
