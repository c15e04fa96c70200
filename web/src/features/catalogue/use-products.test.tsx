import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { ShopProduct } from '../../domain/product.ts'
import { type PageQuery, reachableProducts, useProducts } from './use-products.ts'

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
const productsOf = (ids: readonly (number | null)[]) => ids.map((id) => ({ id }) as ShopProduct)

/** Renders a range of a list whose host has 100 products, ten per page. Notes the requested pages. */
function renderRange(
  from: number,
  to: number,
  {
    prepended = 0,
    isWanted = true,
    idsOfPage = (page: number): (number | null)[] => idsFrom(page * 10 - 9, 10),
  } = {},
) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const requested: number[] = []
  const waiting = new Map<number, (error?: Error) => void>()
  const pageQuery = ((_, page) => ({
    queryKey: ['list', page],
    queryFn: () => {
      requested.push(page)
      return new Promise((resolve, reject) =>
        waiting.set(page, (error) => (error ? reject(error) : resolve({ products: [] }))),
      )
    },
    select: () => productsOf(idsOfPage(page)),
    retry: false,
  })) as PageQuery
  const products = productsOf([...idsFrom(1001, prepended), ...idsOfPage(1)])
  const listing = { products, total: 100 + prepended, pageSize: 10, prepended }
  const { result } = renderHook(() => useProducts({ listing, from, to, pageQuery, isWanted }), { wrapper })
  const settle = async (page: number, error?: Error) => {
    await waitFor(() => expect(requested).toContain(page))
    await act(async () => waiting.get(page)?.(error))
  }
  const ids = () => result.current.products.map(({ id }) => id)
  return { result, requested, settle, ids }
}

test('requests three pages of a list at a time', async () => {
  const { requested, settle, result } = renderRange(0, 60)
  expect(requested).toEqual([2, 3, 4])
  expect(result.current.isPending).toBe(true)
  await settle(3)
  await waitFor(() => expect(requested).toEqual([2, 3, 4, 5]))
  for (const page of [2, 4, 5, 6]) await settle(page)
  await waitFor(() => expect(result.current.isPending).toBe(false))
  expect(requested).toEqual([2, 3, 4, 5, 6])
})

test('requests nothing for products that are already there, or not wanted', async () => {
  const first = renderRange(0, 10)
  expect(first.ids()).toEqual(idsFrom(1, 10))
  expect(first.result.current).toMatchObject({ isPending: false, retry: null })
  const unwanted = renderRange(0, 30, { isWanted: false })
  expect(unwanted.ids()).toEqual(idsFrom(1, 10))
  expect([...first.requested, ...unwanted.requested]).toEqual([])
})

test("a range across the host's pages begins and ends within them, after the products that the shop has added", async () => {
  const { ids, settle, requested } = renderRange(12, 24, { prepended: 4 })
  expect(ids()).toEqual([9, 10])
  await settle(2)
  await waitFor(() => expect(ids()).toEqual(idsFrom(9, 12)))
  expect(requested).toEqual([2])
})

test('a product that the host lists again is shown once, and those without an id all', async () => {
  const idsOfPage = (page: number) =>
    page === 1 ? [...idsFrom(1, 9), null] : [9, null, null, ...idsFrom(11, 7)]
  const { ids, settle } = renderRange(0, 20, { idsOfPage })
  await settle(2)
  await waitFor(() => expect(ids()).toEqual([...idsFrom(1, 9), null, null, null, ...idsFrom(11, 7)]))
})

test('only the pages that failed are requested again', async () => {
  const { result, requested, settle, ids } = renderRange(0, 30)
  await settle(2)
  expect(result.current.retry).toBeNull()
  await settle(3, new Error('down'))
  await waitFor(() => expect(result.current.retry).not.toBeNull())
  expect(ids()).toEqual(idsFrom(1, 20))
  act(() => result.current.retry?.())
  await settle(3)
  await waitFor(() => expect(ids()).toEqual(idsFrom(1, 30)))
  expect(requested).toEqual([2, 3, 3])
})

test('as many products are requested as a list is said to have at most', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const pageOf = (page: number) =>
    Array.from({ length: 10 }, (_, index) => ({ id: (page - 1) * 10 + index + 1 }) as ShopProduct)
  const listing = { products: pageOf(1), total: 2_500, pageSize: 10 }
  const pageQuery = ((_, page) => ({
    queryKey: ['list', page],
    queryFn: async () => ({ products: [] }),
    select: () => pageOf(page),
  })) as PageQuery
  const { result } = renderHook(() => useProducts({ listing, from: 0, to: 2_500, pageQuery }), { wrapper })
  await waitFor(() => expect(result.current.isPending).toBe(false))
  expect(result.current.products).toHaveLength(reachableProducts(listing))
})
