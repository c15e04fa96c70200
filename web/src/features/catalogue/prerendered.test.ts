import { expect, test, vi } from 'vitest'
import { BOOKS_CATEGORY_ID } from '../../config/store.ts'
import { authorPages, categoryPages, productPages } from './prerendered.ts'

/** Lists the products of a host with these pages. Other pages are empty. */
async function listProducts(pages: unknown[][], total?: unknown) {
  const requests: string[] = []
  const listed = []
  const get = async (path: string) => {
    requests.push(path)
    return { products: pages[requests.length - 1] ?? [], total_size: total }
  }
  for await (const page of productPages(get)) listed.push(page)
  return { requests, listed, ids: listed.map(({ id }) => id) }
}

test('requests pages of products until the total is reached', async () => {
  const pages = [[{ id: 1 }, { id: 2 }], [{ id: 3 }, { id: 4 }], [{ id: 5 }]]
  const { requests, ids } = await listProducts(pages, 4)
  expect(requests).toEqual(['/products/latest?limit=100&offset=1', '/products/latest?limit=100&offset=2'])
  expect(ids).toEqual(['1', '2', '3', '4'])
})

test('requests pages of products until one has no new product if the host sends no total', async () => {
  const first = [{ id: 1 }, { id: 2 }]
  const repeated = await listProducts([first, [{ id: 3 }], first])
  expect([repeated.requests.length, repeated.ids]).toEqual([3, ['1', '2', '3']])
  const empty = await listProducts([first], 'unknown')
  expect([empty.requests.length, empty.ids]).toEqual([2, ['1', '2']])
  expect((await listProducts([])).requests).toHaveLength(1)
})

test('lists each product with the response to the request for it, and none without an id', async () => {
  const [atlas, pen] = [{ id: 1, name: 'Atlas' }, { id: 'a/b' }]
  const { listed } = await listProducts([[atlas, { name: 'Without an id' }, null, pen, atlas]])
  expect(listed).toEqual([
    { id: '1', responses: { '/products/details/1': { product: atlas } } },
    { id: 'a/b', responses: { '/products/details/a%2Fb': { product: pen } } },
  ])
})

test('lists the children of a category whose id has special characters, and skips categories without an id', async () => {
  const bodies: Record<string, unknown> = {
    '/categories': [{ id: 3, name: 'Books', parent_id: 0 }, { name: 'Without an id' }],
    '/categories/childes/3': [{ id: 'a/b' }, null],
    '/categories/childes/a%2Fb': [{ id: 7 }],
    // No third level is requested.
    '/categories/childes/7': [{ id: 8 }],
  }
  const ids: string[] = []
  for await (const { id } of categoryPages(async (path) => bodies[path])) ids.push(id)
  expect(ids).toEqual(['3', 'a/b', '7'])
})

test('lists no children of a host that lists all levels', async () => {
  const categories = [
    { id: 3, name: 'Books', parent_id: 0 },
    { id: 30, name: 'Primary', parent_id: 3 },
  ]
  const get = vi.fn(async (_path: string) => categories)
  const ids: string[] = []
  for await (const { id } of categoryPages(get)) ids.push(id)
  expect(ids).toEqual(['3', '30'])
  expect(get.mock.calls).toEqual([['/categories']])
})

test('lists each author once, with the list of their books, and no page for books without an author', async () => {
  const [first, second, other] = [
    { id: 1, name: 'First', author: "Okot p'Bitek" },
    { id: 2, name: 'Second', author: "Okot p'Bitek" },
    { id: 3, name: 'Other', author: 'Moses Isegawa' },
  ]
  const books = [first, { id: 4, name: 'Dictionary' }, null, other, second]
  const path = `/categories/products/${BOOKS_CATEGORY_ID}`
  const pages = []
  for await (const page of authorPages(async (requested) => (requested === path ? books : null)))
    pages.push(page)
  expect(pages).toEqual([
    { id: "Okot p'Bitek", responses: { [path]: [first, second] } },
    { id: 'Moses Isegawa', responses: { [path]: [other] } },
  ])
})
