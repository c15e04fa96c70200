import { expect, test } from 'vitest'
import { get, useSharedApp } from '../../test/current-app.ts'

/** How the provider's software reads `limit` and `offset`, by its public source code. */
useSharedApp({ stock: true })

test.each([
  ['products/latest?limit=', 10],
  ['products/latest?limit=0', 15],
  ['products/latest?limit=2.5', 2],
  ['products/latest?limit=3&offset=-4', 3],
  ['products/latest?limit=3&offset=0', 3],
  ['products/search?name=book&limit=2&offset=9999', 0],
  // The software reads the page only if there are rows.
  ['products/search?name=zzzzqqqq&offset=abc', 0],
])('%s returns %i products', async (path, size) => {
  expect((await get(`/api/v1/${path}`)).body.products).toHaveLength(size)
})

test.each([
  'products/latest?limit[]=5',
  'products/latest?offset=abc',
  'products/latest?limit=5x',
  'products/search?name=zzzzqqqq&limit=abc',
])('%s is a crash', async (path) => {
  expect((await get(`/api/v1/${path}`)).refusal).toEqual([500, 'Server Error'])
})
