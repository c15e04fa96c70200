import { act, screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { setToken } from '../api/session.ts'

const DICTIONARY = 338

test('marks wishlist items that have become cheaper or are back in stock since the last visit', async () => {
  const emulator = await createTestApp()
  const client = emulator.client(emulator.tokenOf())
  const { products } = await client('GET /customer/wish-list/')
  const [cheaper, back, same] = products
  if (!cheaper || !back || !same) throw new Error('The demo account has fewer than three wishes.')
  localStorage.setItem(
    'wishlistVisit',
    JSON.stringify({
      states: {
        [cheaper.id]: { price: cheaper.price + 500, isInStock: true },
        [back.id]: { price: back.price, isInStock: false },
        [same.id]: { price: same.price, isInStock: true },
      },
    }),
  )
  // As after hydration: the server has rendered the page without a customer.
  await renderShop({ path: '/wishlist', renderedUrl: '/wishlist', token: true, emulator })
  const card = async (name: string | null) =>
    within((await screen.findByText(name ?? '')).closest('li') as HTMLElement)
  expect((await card(cheaper.name)).getByText('Price dropped')).toBeVisible()
  expect((await card(back.name)).getByText('Back in stock')).toBeVisible()
  expect((await card(same.name)).queryByText(/Price dropped|Back in stock/)).not.toBeInTheDocument()
  const stored = JSON.parse(localStorage.getItem('wishlistVisit') ?? '')
  expect(stored.states[cheaper.id]).toEqual({ price: cheaper.price, isInStock: true })
})

test("does not mark the wishes of a customer by another customer's last visit in the same page", async () => {
  const emulator = await createTestApp()
  const [product] = (await emulator.client(emulator.tokenOf())('GET /customer/wish-list/')).products
  if (!product) throw new Error('The demo account has no wishes.')
  const states = { [product.id]: { price: product.price + 500, isInStock: true } }
  localStorage.setItem('wishlistVisit', JSON.stringify({ states }))
  await renderShop({ path: '/wishlist', token: true, emulator })
  expect(await screen.findByText('Price dropped')).toBeVisible()
  localStorage.removeItem('wishlistVisit')
  const other = emulator.tokenOf(2)
  await emulator.client(other)('POST /customer/wish-list/add', { body: { product_ids: [product.id] } })
  act(() => setToken(other))
  expect(await screen.findByText(product.name ?? '')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Price dropped')).toBeNull())
})

test('lists recently viewed products on later product pages and at home, newest first, until they are cleared', async () => {
  for (const id of [217, DICTIONARY]) {
    const { unmount } = await renderShop({ path: `/product-details/${id}` })
    await screen.findByRole('button', { name: 'Add to Cart' })
    if (id === 217) expect(screen.queryByRole('region', { name: 'For you' })).not.toBeInTheDocument()
    else expect(await screen.findByRole('region', { name: 'For you' })).toHaveTextContent('Song of Lawino')
    unmount()
  }
  const { user } = await renderShop({ path: '/' })
  const row = await screen.findByRole('region', { name: 'For you' })
  const links = within(row).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/product-details/${DICTIONARY}`,
    '/product-details/217',
  ])
  // After the first six sections.
  const section = (name: string) => screen.findByRole('heading', { name })
  expect(row.compareDocumentPosition(await section('Section 8'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(row.compareDocumentPosition(await section('African Classics'))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  )
  await user.click(within(row).getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(row).not.toBeInTheDocument())
  expect(localStorage.getItem('recentProducts')).toBeNull()
})

test('offers the last chosen class first in the filters and on the home page', async () => {
  const first = await renderShop({ path: '/categories?categoryId=3' })
  await first.user.click(await screen.findByRole('button', { name: 'Sort and filter' }))
  await first.user.selectOptions(await screen.findByRole('combobox', { name: 'Class' }), 'P5')
  first.unmount()
  const { user } = await renderShop({ path: '/' })
  await user.click(await screen.findByRole('link', { name: 'For P5' }))
  await waitFor(() => expect(window.location.search).toBe('?class=P5'))
  await user.click(await screen.findByRole('button', { name: 'Sort and filter (1)' }))
  const [, firstClass] = within(await screen.findByRole('combobox', { name: 'Class' })).getAllByRole('option')
  expect(firstClass?.textContent).toMatch(/^P5\b/)
})

test("shows the fee of a guest's last delivery, and the fee to the saved address of another customer", async () => {
  const fee = { address: 'Plot 12, Kiira Road', fee: 6_615, owner: null }
  localStorage.setItem('lastDelivery', JSON.stringify(fee))
  const ownShop = await renderShop({ path: `/product-details/${DICTIONARY}` })
  expect(await screen.findByText(/Delivery to Plot 12, Kiira Road was UGX 6,600 last time/)).toBeVisible()
  ownShop.unmount()
  localStorage.setItem('lastDelivery', JSON.stringify({ ...fee, owner: { id: 99, session: 'other' } }))
  await renderShop({ path: `/product-details/${DICTIONARY}`, token: true })
  expect(await screen.findByText(/^Delivery UGX [\d,]+ to your saved address\./)).toBeVisible()
})
