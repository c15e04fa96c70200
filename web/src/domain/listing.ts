import type { ProductPage } from 'contracts/resources/products'
import { readList, readObject, readSafeNumber } from '../api/read-values.ts'
import { readProducts, type ShopProduct } from './product.ts'

/** The number of products on a page of the shop's lists. */
export const SHOP_PAGE_SIZE = 18

export type FurtherPage = Pick<ProductPage, 'products'>

/** The first page of a list: its products and the total. */
export type Listing = {
  products: ShopProduct[]
  /** Total on the host; at least the number received. */
  total: number
  /** Page size: the length of the host's first page, sent as `limit`. */
  pageSize: number
  /** The number of leading products that match the whole search, if others follow them. */
  exactMatches?: number | undefined
  /** The number of products that precede the host's first page; they count in `total`. Default 0. */
  prepended?: number
}

export function readListing(body: unknown): Listing {
  const received = readList(body).length
  const total = readSafeNumber(readObject<ProductPage>(body).total_size) ?? 0
  return { products: readProducts(body), total: Math.max(received, Math.floor(total)), pageSize: received }
}

export function wholeListing(products: ShopProduct[]): Listing {
  return { products, total: products.length, pageSize: products.length }
}

/** Returns the host's pages with its entries from index `from` to `to` (exclusive), without page 1, which is loaded. */
export function furtherPages(
  { total: totalSize, pageSize, prepended = 0 }: Listing,
  from: number,
  to: number,
): number[] {
  const total = totalSize - prepended
  if (pageSize === 0 || total <= pageSize) return []
  const first = Math.max(2, Math.floor(from / pageSize) + 1)
  const last = Math.ceil(Math.min(to, total) / pageSize)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Returns `limit` and `offset` of a page. Source R1: `offset` is a page number starting at 1. */
export function pageParams({ pageSize }: Listing, page: number): { limit: string; offset: string } {
  return { limit: String(pageSize), offset: String(page) }
}
