import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { ShopProduct } from '../../domain/product.ts'
import { type PageQuery, reachableProducts, useProducts } from './use-products.ts'

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
