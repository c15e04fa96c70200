import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { registerOtherCustomer } from '../../../test/checkout.tsx'
import { fillStorage } from '../../../test/full-storage.ts'
import { goOffline } from '../../../test/go-offline.ts'
import { lateResponse, renderShop } from '../../../test/render.tsx'
import { emulatorWithWishes } from '../../../test/wishlist.ts'
import { setToken, tokenCacheKey } from '../../api/session.ts'

test('a wish replaces an earlier removal that the host could not store', async () => {
  const emulator = await emulatorWithWishes(338)
  const token = emulator.tokenOf()
  const [product] = (await emulator.client(token)('GET /customer/wish-list/')).products
  const removal = { product, isRemoval: true, owner: { id: 1, session: tokenCacheKey(token) } }
  localStorage.setItem('wishesToSend', JSON.stringify([removal]))
  let isDown = true
  const { user, requests } = await renderShop({
    path: '/product-details/338',
    token,
    emulator,
    refuse: (request) => (isDown && request.startsWith('DELETE /customer/wish-list') ? 503 : undefined),
  })
  await vi.waitFor(() => expect(requests).toContain('DELETE /customer/wish-list/remove'))
  isDown = false
  await user.click(await screen.findByRole('button', { name: 'Wishlist', pressed: false }))
  expect(await screen.findByRole('button', { name: 'Wishlist, 1 item' })).toBeVisible()
  expect(localStorage.getItem('wishesToSend')).toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  const { products } = await emulator.client(token)('GET /customer/wish-list/')
  expect(products.map(({ id }) => id)).toEqual([338])
})

test('a removal is sent after the queued addition that is being sent', async () => {
  const emulator = await emulatorWithWishes()
  const token = emulator.tokenOf()
  const product = { id: 7, name: 'Atlas', price: 9000 }
  const addition = { product, isRemoval: false, owner: { id: 1, session: tokenCacheKey(token) } }
  localStorage.setItem('wishesToSend', JSON.stringify([addition]))
  const late = lateResponse()
  const { user, requests } = await renderShop({
    path: '/wishlist',
    token,
    emulator,
    file: (request) => (request === 'POST /customer/wish-list/add' ? late.response : undefined),
  })
  const changes = () => requests.filter((request) => /wish-list\/(add|remove)/.test(request))
  await vi.waitFor(() => expect(changes()).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Remove Atlas' }))
  expect(changes()).toEqual(['POST /customer/wish-list/add'])
  await act(async () => late.send(Response.json({ message: 'Added.' })))
  await vi.waitFor(() =>
    expect(changes()).toEqual(['POST /customer/wish-list/add', 'DELETE /customer/wish-list/remove']),
  )
})

test('the queued changes of a customer are sent at the log-in, although those of the one before still wait', async () => {
  const emulator = await emulatorWithWishes()
  const token = emulator.tokenOf()
  const other = await registerOtherCustomer({ emulator })
  const change = (id: number, ofToken: string) => ({
    product: { id, name: 'Atlas', price: 9000 },
    isRemoval: false,
    owner: { id: null, session: tokenCacheKey(ofToken) },
  })
  localStorage.setItem('wishesToSend', JSON.stringify([change(7, token), change(8, other)]))
  const { requests } = await renderShop({
    path: '/about-us',
    token,
    emulator,
    refuse: (request) => (request === 'POST /customer/wish-list/add' ? 503 : undefined),
  })
  const additions = () => requests.filter((request) => request === 'POST /customer/wish-list/add').length
  await vi.waitFor(() => expect(additions()).toBe(1))
  act(() => setToken(other))
  await vi.waitFor(() => expect(additions()).toBe(2))
})

test('changes are shown even if the list then fails to load', async () => {
  const emulator = await emulatorWithWishes(338)
  const token = emulator.tokenOf()
  let isDown = false
  const { user, requests } = await renderShop({
    path: '/product-details/217',
    token,
    emulator,
    refuse: (request) => (isDown && request.startsWith('GET /customer/wish-list') ? 'down' : undefined),
  })
  await screen.findByRole('button', { name: 'Wishlist, 1 item' })
  isDown = true
  await user.click(await screen.findByRole('button', { name: 'Wishlist' }))
  await user.click(await screen.findByRole('button', { name: 'Wishlist, 2 items' }))
  await user.click(await screen.findByRole('button', { name: /^Remove Kitabo School Dictionary/ }))
  expect(await screen.findByRole('button', { name: 'Wishlist, 1 item' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Remove Kitabo School Dictionary/ })).toBeNull()
  expect(requests).toContain('DELETE /customer/wish-list/remove')
})

test('a queued removal that was sent is shown even if the list then fails to load', async () => {
  const emulator = await emulatorWithWishes(338)
  let isDown = false
  const { user, requests } = await renderShop({
    path: '/wishlist',
    token: emulator.tokenOf(),
    emulator,
    refuse: (request) => (isDown && request.startsWith('GET /customer/wish-list') ? 'down' : undefined),
  })
  const remove = await screen.findByRole('button', { name: /^Remove/ })
  const goOnline = goOffline()
  await user.click(remove)
  await vi.waitFor(() => expect(localStorage.getItem('wishesToSend')).not.toBeNull())
  isDown = true
  await goOnline()
  await vi.waitFor(() => expect(localStorage.getItem('wishesToSend')).toBeNull())
  expect(requests).toContain('DELETE /customer/wish-list/remove')
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('an addition made offline is shown, and sent when the network returns', async () => {
  const emulator = await emulatorWithWishes()
  const token = emulator.tokenOf()
  const { user, requests } = await renderShop({ path: '/product-details/217', token, emulator })
  const button = await screen.findByRole('button', { name: 'Wishlist' })
  const goOnline = goOffline()
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "Saved. We'll add it to your wishlist when you're back online.",
  )
  expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(requests).not.toContain('POST /customer/wish-list/add')
  await goOnline()
  expect(await screen.findByText('Added to wishlist!')).toBeVisible()
  const { products } = await emulator.client(token)('GET /customer/wish-list/')
  expect(products.map(({ id }) => id)).toEqual([217])
})

const NOT_STORED = "Your browser couldn't save this. Try again when you're back online."

test('an addition that cannot be stored offline fails with advice', async () => {
  const { user } = await renderShop({
    path: '/product-details/217',
    token: true,
    emulator: await emulatorWithWishes(),
  })
  const button = await screen.findByRole('button', { name: 'Wishlist' })
  goOffline()
  fillStorage()
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent(NOT_STORED)
  expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('a removal that cannot be stored offline fails with advice', async () => {
  const { user } = await renderShop({
    path: '/wishlist',
    token: true,
    emulator: await emulatorWithWishes(338),
  })
  const remove = await screen.findByRole('button', { name: /^Remove/ })
  goOffline()
  fillStorage()
  await user.click(remove)
  expect(await screen.findByRole('alert')).toHaveTextContent(NOT_STORED)
  expect(remove).toBeVisible()
})
