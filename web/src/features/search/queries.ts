import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { type FurtherPage, type Listing, pageQuery, readListing } from '../../domain/listing.ts'
import { readProducts, type ShopProduct } from '../../domain/product.ts'

/** The first page of search results, with prefix matches first. Disabled for an empty query. */
export function searchQuery(query: string) {
  const name = query.trim()
  return queryOptions({
    queryKey: ['products', 'search', name.toLowerCase()],
    queryFn: ({ signal }) => call('GET /products/search', { query: { name }, signal }),
    select: (body) => {
      const found = readListing(body)
      return { ...found, products: prefixFirst(found.products, name) }
    },
    enabled: name !== '',
    staleTime: 300_000,
  })
}

export function furtherFoundQuery(query: string, listing: Listing, page: number) {
  const name = query.trim()
  return queryOptions({
    queryKey: ['products', 'search', name.toLowerCase(), listing.pageSize, page],
    queryFn: ({ signal }): Promise<FurtherPage> =>
      call('GET /products/search', { query: { name, ...pageQuery(listing, page) }, signal }),
    select: readProducts,
    staleTime: 300_000,
  })
}

/** Moves products whose names begin with the query to the front. Otherwise keeps the host's order. */
export function prefixFirst(products: ShopProduct[], query: string): ShopProduct[] {
  const start = query.trim().toLowerCase()
  const starts = (product: ShopProduct) => product.name.toLowerCase().startsWith(start)
  return [...products.filter(starts), ...products.filter((product) => !starts(product))]
}
