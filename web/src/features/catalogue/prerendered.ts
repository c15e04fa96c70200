import { readList, readObject } from '../../api/read-values.ts'
import { BOOKS_CATEGORY_ID } from '../../config/store.ts'
import { readProducts } from '../../domain/product.ts'
import { readCategories } from './category/category.ts'
import { hasRootsOnly } from './queries.ts'

/** Content with its own page. Used by the prerenderer only. */
export type PrerenderedPage = {
  id: string
  /** Responses that are already known from a list, by their path below /api/v1. They need not be requested. */
  responses?: Readonly<Record<string, unknown>>
}

export type GetBody = (path: string) => Promise<unknown>

/** Products per request. Only one response is in memory at a time. */
const PAGE_SIZE = 100

/**
 * Lists all products. A list contains the same products as the requests for their details. Reads until a page has no
 * new product, because some hosts send no total, and some ignore the page number.
 */
export async function* productPages(get: GetBody): AsyncGenerator<PrerenderedPage> {
  const done = new Set<string>()
  for (let page = 1; ; page++) {
    const { products, total_size: total } = readObject(
      await get(`/products/latest?limit=${PAGE_SIZE}&offset=${page}`),
    )
    const before = done.size
    for (const product of readList(products)) {
      const id = idOf(product)
      if (id === null || done.has(id)) continue
      done.add(id)
      yield { id, responses: { [`/products/details/${encodeURIComponent(id)}`]: { product } } }
    }
    if (done.size === before || done.size >= (Number(total) || Number.POSITIVE_INFINITY)) return
  }
}

export async function* categoryPages(get: GetBody): AsyncGenerator<PrerenderedPage> {
  const categories = readList(await get('/categories'))
  for (const id of idsOf(categories)) yield { id }
  if (!hasRootsOnly(readCategories(categories))) return
  for (const id of idsOf(categories)) yield* childCategoryPages(id, get)
}

/** Lists the levels below a category, of which a host of roots only has two. */
async function* childCategoryPages(
  parent: string,
  get: GetBody,
  levels = 2,
): AsyncGenerator<PrerenderedPage> {
  if (levels === 0) return
  for (const id of idsOf(readList(await get(`/categories/childes/${encodeURIComponent(parent)}`)))) {
    yield { id }
    yield* childCategoryPages(id, get, levels - 1)
  }
}

/** Lists the authors of all books, each with their books. */
export async function* authorPages(get: GetBody): AsyncGenerator<PrerenderedPage> {
  const path = `/categories/products/${BOOKS_CATEGORY_ID}`
  const books = new Map<string, unknown[]>()
  for (const book of readList(await get(path))) {
    const author = readProducts([book])[0]?.author ?? ''
    const booksOfAuthor = books.get(author)
    if (booksOfAuthor) booksOfAuthor.push(book)
    else if (author !== '') books.set(author, [book])
  }
  for (const [id, list] of books) yield { id, responses: { [path]: list } }
}

/** Returns an item's id; null if it has none, and so no page. */
function idOf(item: unknown): string | null {
  const { id } = readObject(item)
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null
}

const idsOf = (items: readonly unknown[]): string[] => items.map(idOf).filter((id) => id !== null)
