import type { ProductPage } from 'contracts/products'
import { readList, readObject } from '../api/read-values.ts'
import { readMoney } from './money.ts'
import { readProducts, type ShopProduct } from './product.ts'

/** The part of a further page that is read. */
export type FurtherPage = Pick<ProductPage, 'products'>

/** The first answer of a list: the products received and the total count. */
export type Listing = {
  products: ShopProduct[]
  /** How many the host has; at least as many as received. */
  total: number
  /** Page size, taken from the length of the first answer; sent as `limit`. */
  pageSize: number
}

export function readListing(body: unknown): Listing {
  const came = readList(body).length
  const total = readMoney(readObject<ProductPage>(body).total_size) ?? 0
  return { products: readProducts(body), total: Math.max(came, Math.floor(total)), pageSize: came }
}

/** A list received complete, without paging. */
export function wholeListing(products: ShopProduct[]): Listing {
  return { products, total: products.length, pageSize: products.length }
}

/**
 * The further pages of the host that hold the entries `from` (included, counted from 0) to `to` (not included).
 * Page 1 is the first answer and never among them.
 */
export function furtherPages({ total, pageSize }: Listing, from: number, to: number): number[] {
  if (pageSize === 0 || total <= pageSize) return []
  const first = Math.max(2, Math.floor(from / pageSize) + 1)
  const last = Math.ceil(Math.min(to, total) / pageSize)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

/** `limit` and `offset` of a further page. Source R1: `offset` is a page number starting at 1. */
export function pageQuery({ pageSize }: Listing, page: number): { limit: string; offset: string } {
  return { limit: String(pageSize), offset: String(page) }
}
