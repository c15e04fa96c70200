import { act, screen, within } from '@testing-library/react'
import { nonEmpty } from 'contracts/non-empty'
import { createTestApp } from 'mock-server/test/test-app'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { goOffline } from '../../test/go-offline.ts'
import { lateResponse, renderShop } from '../../test/render.tsx'
import type { CartItem } from '../domain/cart-item.ts'
import { getCart, setQuantity } from '../features/cart/cart-store.ts'

test("shows a category's name, subcategories and products, 14 per page", async () => {
  await renderShop({ path: '/categories', state: { categoryId: 3 } })
  expect(await screen.findByRole('heading', { name: 'Books', level: 1 })).toBeInTheDocument()
  expect(await screen.findAllByRole('article')).toHaveLength(14)
  const tiles = await screen.findByRole('list', { name: 'Subcategories' })
  expect(within(tiles).getAllByRole('link').length).toBeLessThanOrEqual(12)
  expect(screen.getByText(/^Page 1 of \d+$/)).toBeInTheDocument()
})

test('opens a category by its URL, stores the page number in the URL, and opens a subcategory from its tile', async () => {
  const { user } = await renderShop({ path: '/categories?categoryId=3' })
  await screen.findAllByRole('article')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(window.location.search).toBe('?categoryId=3&page=2')
  expect(screen.getByText(/^Page 2 of/)).toBeInTheDocument()
  const tiles = await screen.findByRole('list', { name: 'Subcategories' })
  const [tile] = within(tiles).getAllByRole('link') as [HTMLElement]
  const name = tile.textContent ?? ''
  await user.click(tile)
  expect(await screen.findByRole('heading', { name, level: 1 })).toBeInTheDocument()
})

test('shows the top level if the URL contains no category, without requesting an invalid id, and opens a ticked one', async () => {
  const { requests, user } = await renderShop({ path: '/categories' })
  expect(await screen.findByRole('heading', { name: 'Categories', level: 1 })).toBeInTheDocument()
  const tiles = await screen.findByRole('list', { name: 'Subcategories' })
  expect(within(tiles).getByRole('link', { name: 'Books' })).toBeInTheDocument()
  expect(nonEmpty(requests).filter((request) => /undefined|null|NaN|\/0$/.test(request))).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'More in Books' }))
  await user.click(screen.getByRole('checkbox', { name: 'Primary Textbooks' }))
  expect(await screen.findByRole('heading', { name: 'Primary Textbooks', level: 1 })).toBeInTheDocument()
  const { categoryId } = window.history.state.usr
  expect(window.location.search).toBe(`?categoryId=${categoryId}`)
  await user.click(screen.getByRole('checkbox', { name: 'Primary Textbooks' }))
  expect(await screen.findByRole('heading', { name: 'Categories', level: 1 })).toBeInTheDocument()
  expect(window.location.search).toBe('')
})

test('says in the page and its title that an unknown category is not found, and links to all categories', async () => {
  await renderShop({ path: '/categories/987654' })
  expect(await screen.findByRole('heading', { name: 'Category not found', level: 1 })).toBeVisible()
  await vi.waitFor(() => expect(document.title).toMatch(/^Category not found/))
  expect(screen.getByRole('link', { name: 'All categories' })).toHaveAttribute('href', '/categories')
})

test('calls a category whose name is unknown a category', async () => {
  await renderShop({
    path: '/categories/32',
    refuse: (request) => (request.startsWith('GET /categories') ? 404 : undefined),
  })
  expect(await screen.findByRole('heading', { name: 'Category', level: 1 })).toBeVisible()
})

test('shows a message for an empty category', async () => {
  await renderShop({
    path: '/categories?categoryId=3',
    faults: [{ path: '/categories/products/3', effect: { status: 200, body: [] } }],
  })
  expect(await screen.findByText('No products here yet.')).toBeInTheDocument()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
})

test('adds products regardless of their stock', async () => {
  const { user } = await renderShop({ path: '/categories?categoryId=3' })
  const [card] = (await screen.findAllByRole('article')) as [HTMLElement]
  const add = within(card).getByRole('button', { name: /^Add to cart/ })
  await user.click(add)
  act(() => void setQuantity(getCart()[0] as CartItem, 10_000))
  await user.click(add)
  expect(screen.getByRole('button', { name: /^Cart, 10001 items/ })).toBeInTheDocument()
})

test('shows a tile only for subcategories whose first product has an image', async () => {
  const emulator = await createTestApp()
  const [bare, unknown, ...rest] = await emulator.client()('GET /categories/childes/{categoryId}', {
    params: { categoryId: '3' },
  })
  if (!bare || !unknown || rest.length === 0) throw new Error('Books have fewer than three subcategories.')
  await renderShop({
    path: '/categories?categoryId=3',
    emulator,
    faults: [
      { path: `/categories/products/${bare.id}`, effect: { status: 200, body: [] } },
      { path: `/categories/products/${unknown.id}`, effect: { status: 500 } },
    ],
  })
  const tiles = await screen.findByRole('list', { name: 'Subcategories' })
  expect(
    within(tiles)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(rest.slice(0, 12).map(({ name }) => name))
})

test('shows twelve tiles at most', async () => {
  const emulator = await createTestApp()
  const categories = await emulator.client()('GET /categories')
  const body = categories.filter(({ parent_id }) => parent_id !== 0).slice(0, 14)
  expect(body).toHaveLength(14)
  const faults = [{ path: '/categories/childes/3', effect: { status: 200, body } }]
  await renderShop({ path: '/categories?categoryId=3', emulator, faults })
  const tiles = await screen.findByRole('list', { name: 'Subcategories' })
  expect(within(tiles).getAllByRole('link')).toHaveLength(12)
})

test('shows placeholders while the products load, and offers a retry without an error message if they fail', async () => {
  const { response, send } = lateResponse()
  let requests = 0
  const { container, user } = await renderShop({
    path: '/categories?categoryId=3',
    file: (request) => (request === 'GET /categories/products/3' && requests++ === 0 ? response : undefined),
  })
  await screen.findByRole('region', { name: 'Products' })
  expect(container.querySelectorAll('[aria-busy="true"] .product-card')).toHaveLength(14)
  send(new Response('<html>'))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByRole('article')).toHaveLength(14)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('shows placeholders of tiles and products immediately while the host has not responded', async () => {
  const { container } = await renderShop({
    path: '/categories?categoryId=3',
    file: () => new Promise(() => {}),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Category' })).toBeVisible()
  expect(container.querySelectorAll('.tile-plate').length).toBeGreaterThan(0)
  expect(container.querySelectorAll('[aria-busy="true"] .product-card')).toHaveLength(14)
  expect(within(screen.getByRole('main')).getByText('Loading...')).toBeInTheDocument()
})

describe('categories that fail to load', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  test('show "Still trying…" and, after three retries, an error with a retry button', async () => {
    let isFailing = true
    const { requests, container } = await renderShop({
      path: '/categories',
      refuse: (request) => (isFailing && request === 'GET /categories' ? 500 : undefined),
    })
    const main = within(await screen.findByRole('main'))
    await act(() => vi.advanceTimersByTimeAsync(4_500))
    // The notice's module is loaded on demand.
    await act(() => vi.dynamicImportSettled())
    expect(main.getByRole('status')).toHaveTextContent('Still trying…')
    expect(main.getByRole('alert')).toHaveTextContent(/^We couldn't load the categories\.$/)
    const goOnline = goOffline()
    expect(main.getByRole('alert')).toHaveTextContent(
      "You're offline. The categories will appear as soon as you're back online.",
    )
    await goOnline()
    expect(container.querySelector('.tile-plate')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    expect(main.getByRole('alert')).toHaveTextContent("We couldn't load the categories.")
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(requests.filter((request) => request === 'GET /categories')).toHaveLength(4)
    isFailing = false
    await act(async () => main.getByRole('button', { name: 'Try again' }).click())
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await main.findByRole('list', { name: 'Subcategories' })).toBeInTheDocument()
    expect(main.queryByRole('alert')).toBeNull()
  })
})
