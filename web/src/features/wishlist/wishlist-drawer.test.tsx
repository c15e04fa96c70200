import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { registerOtherCustomer } from '../../../test/checkout.tsx'
import { expectOnConsole } from '../../../test/console.ts'
import { lateResponse, renderShop } from '../../../test/render.tsx'
import { emulatorWithWishes } from '../../../test/wishlist.ts'
import { setToken } from '../../api/session.ts'

test('the open drawer offers no customer to undo what another one has removed', async () => {
  const emulator = await emulatorWithWishes(338)
  const { user } = await renderShop({ path: '/about-us', token: emulator.tokenOf(), emulator })
  await user.click(await screen.findByRole('button', { name: 'Wishlist, 1 item' }))
  await user.click(await screen.findByRole('button', { name: /^Remove / }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  const token = await registerOtherCustomer({ emulator })
  // In another tab.
  act(() => setToken(token))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('shows placeholders of its lines in the drawer while it is not answered', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    token: true,
    file: (request) => (request.startsWith('GET /customer/wish-list') ? new Promise(() => {}) : undefined),
  })
  await user.click(await screen.findByRole('button', { name: /^Wishlist/ }))
  const panel = await screen.findByRole('dialog', { name: 'Wishlist Items' })
  expect(panel.querySelectorAll('[aria-busy="true"] .panel-line')).toHaveLength(3)
  expect(within(panel).getByRole('status')).toHaveTextContent('Loading...')
})

test('shows a message in the drawer if an item cannot be removed', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    token: true,
    emulator: await emulatorWithWishes(338),
    faults: [{ method: 'DELETE', path: '/customer/wish-list/remove', effect: { status: 403, body: {} } }],
  })
  await user.click(await screen.findByRole('button', { name: 'Wishlist, 1 item' }))
  await user.click(await screen.findByRole('button', { name: /^Remove/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to remove from wishlist.')
  expect(screen.getByRole('button', { name: /^Remove/ })).toHaveAttribute('aria-disabled', 'false')
})

test('hides the message of a failed removal in the drawer after another item is removed', async () => {
  let isRefused = true
  const { user } = await renderShop({
    path: '/about-us',
    token: true,
    emulator: await emulatorWithWishes(338, 339),
    file: (request) =>
      isRefused && request === 'DELETE /customer/wish-list/remove'
        ? Response.json({}, { status: 403 })
        : undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Wishlist, 2 items' }))
  const [first, second] = await screen.findAllByRole('button', { name: /^Remove/ })
  await user.click(first as HTMLElement)
  expect(await screen.findByRole('alert')).toBeVisible()
  isRefused = false
  await user.click(second as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test("shows no count in the header until the customer's list is loaded", async () => {
  const { response, send } = lateResponse()
  await renderShop({
    path: '/about-us',
    token: true,
    file: (request) => (request.startsWith('GET /customer/wish-list') ? response : undefined),
  })
  expect(await screen.findByRole('button', { name: 'Wishlist, loading' })).toHaveTextContent('')
  send(Response.json({ total_size: 0, limit: 10, offset: 1, products: [] }))
  expect(await screen.findByRole('button', { name: 'Wishlist, 0 items' })).toHaveTextContent('0')
})

test('shows no count in the header and an error in the drawer if the list fails to load', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    token: true,
    refuse: (request) => (request.startsWith('GET /customer/wish-list') ? 500 : undefined),
  })
  const button = await screen.findByRole('button', { name: "Wishlist, couldn't be loaded" })
  expect(button).toHaveTextContent('')
  await user.click(button)
  const panel = within(await screen.findByRole('dialog', { name: 'Wishlist Items' }))
  expect(await panel.findByText("We couldn't load your wishlist.")).toBeVisible()
  expect(panel.queryByText('Your wishlist is empty.')).toBeNull()
})

test('opens the page of a product from the drawer, and shows one without an id as text without a button', async () => {
  const emulator = await emulatorWithWishes(338)
  const list = await emulator.client(emulator.tokenOf())('GET /customer/wish-list/')
  const [first] = list.products
  const products = [first, { ...first, id: null, name: 'Unknown Globe' }]
  expectOnConsole(/does not match its contract/)
  const { user } = await renderShop({
    path: '/about-us',
    token: true,
    emulator,
    file: (request) =>
      request.startsWith('GET /customer/wish-list')
        ? Response.json({ ...list, total_size: 2, products })
        : undefined,
  })
  await user.click(await screen.findByRole('button', { name: 'Wishlist, 2 items' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Wishlist Items' }))
  expect(await panel.findByText('Unknown Globe')).toBeVisible()
  expect(panel.queryByRole('button', { name: /Unknown Globe/ })).toBeNull()
  await user.click(panel.getByRole('button', { name: first?.name as string }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/product-details/338'))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
