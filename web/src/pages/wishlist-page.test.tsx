import { screen, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test-app'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'

async function emulatorWithWishes(...ids: number[]) {
  const emulator = await createTestApp()
  const client = emulator.client(emulator.tokenOf())
  const before = await client('GET /customer/wish-list/')
  const kept = before.products.map(({ id }) => id)
  if (kept.length > 0) await client('DELETE /customer/wish-list/remove', { body: { product_ids: kept } })
  if (ids.length > 0) await client('POST /customer/wish-list/add', { body: { product_ids: ids } })
  return emulator
}

test("lists the owner's products with a price, stars and a way to remove them", async () => {
  const { user } = await renderShop({
    path: '/wishlist',
    token: true,
    emulator: await emulatorWithWishes(338, 217),
  })
  expect(await screen.findByRole('heading', { name: 'My Wishlist', level: 1 })).toBeInTheDocument()
  const remove = await screen.findByRole('button', { name: /^Remove Kitabo School Dictionary/ })
  expect(screen.getAllByRole('img', { name: '4.5 out of 5 stars' })).toHaveLength(2)
  expect(screen.getByText('UGX 34,000')).toBeInTheDocument()
  await user.click(remove)
  await vi.waitFor(() =>
    expect(
      screen.queryByRole('button', { name: /^Remove Kitabo School Dictionary/ }),
    ).not.toBeInTheDocument(),
  )
  expect(screen.getByRole('button', { name: 'Wishlist, 1 item' })).toBeInTheDocument()
})

test('shares by WhatsApp with the link to the shared list', async () => {
  await renderShop({ path: '/wishlist', token: true, emulator: await emulatorWithWishes(338) })
  const share = await screen.findByRole('link', { name: 'Share by WhatsApp' })
  const text = new URL(share.getAttribute('href') ?? '').searchParams.get('text')
  expect(text).toBe(
    `Check out my wishlist on Kitabo: ${window.location.origin}/customer/wish-list/shared?user=1`,
  )
})

test('shows a shared list to anybody, without removing or sharing', async () => {
  const { calls } = await renderShop({
    path: '/customer/wish-list/shared?user=1',
    emulator: await emulatorWithWishes(338),
  })
  expect(await screen.findByRole('link', { name: /^Kitabo School Dictionary/ })).toHaveAttribute(
    'href',
    '/product-details/338',
  )
  expect(calls).toContain('GET /customer/wish-list?user=1')
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /Share/ })).not.toBeInTheDocument()
})

test('is empty for a visitor, without a call', async () => {
  const { calls } = await renderShop({ path: '/wishlist' })
  expect(await screen.findByText('Your wishlist is empty.')).toBeInTheDocument()
  expect(calls.some((call) => call.includes('wish-list'))).toBe(false)
})

test("shows the host's first message when an item cannot be removed", async () => {
  const { user } = await renderShop({
    path: '/wishlist',
    token: true,
    emulator: await emulatorWithWishes(338),
    refuse: (call) => (call.startsWith('DELETE') ? 500 : undefined),
  })
  await user.click(await screen.findByRole('button', { name: /^Remove/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to remove from wishlist.')
})

test('waits half a second before it asks for suggestions in the sidebar', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] })
  const { calls } = await renderShop({ path: '/wishlist' })
  const asked = () => calls.filter((call) => call.startsWith('GET /products/search'))
  vi.useRealTimers()
  const side = await screen.findByRole('complementary', { name: 'Find more books' })
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] })
  const { fireEvent, act } = await import('@testing-library/react')
  fireEvent.change(within(side).getByRole('combobox'), { target: { value: 'atlas' } })
  await act(() => vi.advanceTimersByTimeAsync(499))
  expect(asked()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(asked()).toEqual(['GET /products/search?name=atlas'])
})

test('has fixed links to the books', async () => {
  await renderShop({ path: '/wishlist' })
  const links = await screen.findByRole('navigation', { name: 'Books' })
  expect(within(links).getAllByRole('link')[0]).toHaveAttribute('href', '/categories?categoryId=3')
})
