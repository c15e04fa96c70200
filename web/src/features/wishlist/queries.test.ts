import { expect, onTestFinished, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { readWishlist } from './queries.ts'

test('reads all pages of a list without the duplicates, also products without an id', async () => {
  const pages: Record<string, object[]> = {
    1: [
      { id: 7, name: 'Atlas' },
      { id: 8, name: 'Globe' },
    ],
    2: [
      { id: 8, name: 'Globe' },
      { id: null, name: 'Loose' },
      { id: null, name: 'Other' },
    ],
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const offset = Number(/offset=(\d+)/.exec(url)?.[1] ?? 1)
    return Response.json({ total_size: 4, limit: 2, offset, products: pages[offset] })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  expectOnConsole(/does not match its contract/)
  const products = await readWishlist({ signal: new AbortController().signal })
  expect(products.map(({ name }) => name)).toEqual(['Atlas', 'Globe', 'Loose', 'Other'])
})

test.each([
  [100, 50],
  [102, 51],
  [5_000, 51],
])(
  'requests no more than 51 pages of a list, of which the host says that it has %i products',
  async (total, count) => {
    const fetch = vi.fn(async (url: string) => {
      const offset = Number(/offset=(\d+)/.exec(url)?.[1] ?? 1)
      const products = [
        { id: 2 * offset, name: 'Atlas' },
        { id: 2 * offset + 1, name: 'Globe' },
      ]
      return Response.json({ total_size: total, limit: 2, offset, products })
    })
    vi.stubGlobal('fetch', fetch)
    onTestFinished(() => void vi.unstubAllGlobals())
    expectOnConsole(/does not match its contract/)
    expect(await readWishlist({ signal: new AbortController().signal })).toHaveLength(2 * count)
    expect(fetch).toHaveBeenCalledTimes(count)
  },
)
