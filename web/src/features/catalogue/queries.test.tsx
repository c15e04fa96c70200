import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../../test/render.tsx'

/** Opens a page, keeping the storage of earlier visits. Returns the requests that the page sent. */
async function requestedAt(path: string): Promise<string[]> {
  const { requests, unmount } = await renderShop({ path })
  await screen.findAllByRole('article')
  const tiles = path.startsWith('/categories')
  if (tiles) await screen.findByRole('list', { name: 'Subcategories' })
  unmount()
  return requests
}

const stored = (key: string) => JSON.parse(window.localStorage.getItem(key) ?? 'null')

test('caches the latest products and the categories for an hour from the response', async () => {
  expect(await requestedAt('/shop')).toEqual(
    expect.arrayContaining(['GET /products/latest', 'GET /categories']),
  )
  for (const key of ['latest_products', 'categories']) {
    expect(Math.abs(Date.now() - stored(key).timestamp), key).toBeLessThan(60_000)
  }
  const again = await requestedAt('/shop')
  expect(again).not.toContain('GET /products/latest')
  expect(again).not.toContain('GET /categories')

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 })
  const later = await requestedAt('/shop')
  expect(later).toEqual(expect.arrayContaining(['GET /products/latest', 'GET /categories']))
})

test('caches the subcategories of each category separately', async () => {
  const requested = (requests: string[]) =>
    requests.filter((request) => request.startsWith('GET /categories/childes/'))
  expect(requested(await requestedAt('/categories?categoryId=3'))).toEqual(['GET /categories/childes/3'])
  expect(requested(await requestedAt('/categories?categoryId=1'))).toEqual(['GET /categories/childes/1'])
  expect(requested(await requestedAt('/categories?categoryId=3'))).toEqual([])
  expect(stored('subcategories_3').data).not.toEqual(stored('subcategories_1').data)
})

test('shows no alert if the categories or the latest products fail to load', async () => {
  const down = /^GET \/(categories|products\/latest)/
  const refuse = (request: string) => (down.test(request) ? 404 : undefined)
  // The queries fail after their retries.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { unmount } = await renderShop({ path: '/product-details/338', refuse })
  await screen.findByRole('heading', { name: /School Dictionary/, level: 1 })
  await act(() => vi.advanceTimersByTimeAsync(14_500))
  expect(await screen.findByText('No category available')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Similar Products' })).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  unmount()

  await renderShop({ path: '/shop', refuse })
  await act(() => vi.advanceTimersByTimeAsync(14_500))
  expect(await screen.findByText("We couldn't load the products.")).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

const DETAILS = '/product-details/338'

test.each([
  [
    'with a JSON body means that the host has no such product',
    '{"message":"Not found"}',
    'Product not found.',
  ],
  ['of a proxy does not', '<h1>404 Not Found</h1>', "We couldn't load this product."],
])('a 404 %s', async (_, body, text) => {
  const file = (request: string) =>
    request.startsWith('GET /products/details/') ? new Response(body, { status: 404 }) : undefined
  await renderShop({ path: DETAILS, file })
  expect(await screen.findByText(text)).toBeInTheDocument()
})
