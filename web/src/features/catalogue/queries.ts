import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { call, retryRule, type SuccessResponse } from '../../api/api.ts'
import { readList, readObject } from '../../api/read-values.ts'
import { storedListOptions } from '../../api/response-cache.ts'
import { CATALOGUE_STALE_MS } from '../../config/delays.ts'
import { BOOKS_CATEGORY_ID } from '../../config/store.ts'
import { type FurtherPage, type Listing, pageParams, readListing } from '../../domain/listing.ts'
import { readProductDetails, readProducts } from '../../domain/product.ts'
import { readCategories, type ShopCategory } from './category/category.ts'

/** Whether a response lists categories. An empty one may be an error, so it is not cached. */
const hasCategories = (body: unknown) => readCategories(body).length > 0
const hasProducts = (body: unknown) => readProducts(body).length > 0

export function categoriesQuery() {
  return queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call('GET /categories', { signal }),
    select: readCategories,
    ...retryRule,
    ...storedListOptions<SuccessResponse<'GET /categories'>>('categories', hasCategories),
  })
}

/** Whether a host lists no subcategories with `GET /categories`, as the provider's software does. */
export const hasRootsOnly = (categories: readonly ShopCategory[]): boolean =>
  categories.length > 0 && categories.every(({ parent_id }) => parent_id === 0)

/** Returns the query of the children of a category, for hosts that list roots only. */
export function childCategoriesQuery(parentId: number) {
  return queryOptions({
    queryKey: ['categories', 'children', parentId],
    queryFn: ({ signal }) =>
      call('GET /categories/childes/{categoryId}', { params: { categoryId: String(parentId) }, signal }),
    select: readCategories,
    ...retryRule,
    ...storedListOptions<SuccessResponse<'GET /categories/childes/{categoryId}'>>(
      `children_${parentId}`,
      hasCategories,
    ),
  })
}

/** Loads the code that only hosts that list roots only need. */
const loadCategoryPathModule = () => import('./category/category-path.ts')

/**
 * Returns the query of a category's ancestors, for hosts that list only root categories. Others return an empty list.
 */
export function categoryPathQuery(categoryId: number) {
  return queryOptions({
    queryKey: ['categories', 'path', categoryId],
    queryFn: async ({ client }): Promise<ShopCategory[]> => {
      const roots = readCategories(await client.fetchQuery(categoriesQuery()))
      if (!hasRootsOnly(roots) || roots.some(({ id }) => id === categoryId)) return []
      return (await loadCategoryPathModule()).findPath(categoryId, roots, {
        products: (id) => client.fetchQuery(categoryProductsQuery(id)),
        children: (id) => client.fetchQuery(childCategoriesQuery(id)),
      })
    },
    staleTime: CATALOGUE_STALE_MS,
  })
}

/**
 * Returns the query of the children of a product's root category, which contain its main category, if the host lists
 * roots only.
 */
export function productCategoriesQuery(productId: number | string) {
  return queryOptions({
    queryKey: ['categories', 'product', String(productId)],
    queryFn: async ({ client }): Promise<ShopCategory[]> => {
      if (!hasRootsOnly(readCategories(await client.fetchQuery(categoriesQuery())))) return []
      const path = readProductDetails(await client.fetchQuery(productQuery(productId)))?.category_ids ?? []
      return (await loadCategoryPathModule()).childrenOf(path.slice(0, -1), (id) =>
        client.fetchQuery(childCategoriesQuery(id)),
      )
    },
    staleTime: CATALOGUE_STALE_MS,
  })
}

export type CategoryTile = ShopCategory & { firstProductImage: string | null }

/** The number of subcategories whose images are requested in parallel. */
const PARALLEL_CATEGORIES = 3

/**
 * Returns the query of the subcategories of a category, or the top level for null, each with an image of its first
 * product.
 */
export function categoryTilesQuery(parentId: number | null) {
  return queryOptions({
    queryKey: ['categories', 'tiles', parentId],
    queryFn: async ({ client, signal }) => {
      const children =
        parentId === null
          ? readCategories(await client.fetchQuery(categoriesQuery())).filter(
              ({ parent_id }) => parent_id === 0,
            )
          : readCategories(
              await call('GET /categories/childes/{categoryId}', {
                params: { categoryId: String(parentId) },
                signal,
              }),
            )
      return withFirstImages(children, client)
    },
    select: readTiles,
    ...retryRule,
    // The nested query for all categories is already retried.
    ...(parentId === null ? { retry: false } : {}),
    ...storedListOptions<CategoryTile[]>(`subcategories_${parentId ?? 'top'}`, hasCategories),
  })
}

function readTiles(stored: unknown): CategoryTile[] {
  const images = new Map(
    (Array.isArray(stored) ? stored : []).map((tile) => [
      readObject<CategoryTile>(tile).id,
      readObject<CategoryTile>(tile).firstProductImage,
    ]),
  )
  return readCategories(stored).map((category) => {
    const file = images.get(category.id)
    return { ...category, firstProductImage: typeof file === 'string' ? file : null }
  })
}

async function withFirstImages(children: ShopCategory[], client: QueryClient): Promise<CategoryTile[]> {
  const tiles: CategoryTile[] = []
  for (let at = 0; at < children.length; at += PARALLEL_CATEGORIES) {
    const batch = await Promise.all(
      children.slice(at, at + PARALLEL_CATEGORIES).map(async (category) => {
        // If its products fail to load, a subcategory has no image.
        const products = await client.fetchQuery(categoryProductsQuery(category.id)).catch(() => [])
        return { ...category, firstProductImage: readProducts(products)[0]?.images[0] ?? null }
      }),
    )
    tiles.push(...batch)
  }
  return tiles
}

export function categoryProductsQuery(categoryId: number) {
  return queryOptions({
    queryKey: ['categories', 'products', categoryId],
    queryFn: ({ signal }) =>
      call('GET /categories/products/{categoryId}', { params: { categoryId: String(categoryId) }, signal }),
    select: readProducts,
    staleTime: CATALOGUE_STALE_MS,
  })
}

/** Returns the query of an author's books. Fetches all books, because the host can't search by author. */
export function authorBooksQuery(author: string) {
  return queryOptions({
    queryKey: ['products', 'author', author],
    queryFn: async ({ client }) => {
      const books = await client.fetchQuery(categoryProductsQuery(BOOKS_CATEGORY_ID))
      return readList(books).filter((book) => readProducts([book])[0]?.author === author)
    },
    select: readProducts,
    staleTime: CATALOGUE_STALE_MS,
  })
}

/** Returns the query of the first page of the latest products, with the host's default page size. */
export function latestProductsQuery() {
  return queryOptions({
    queryKey: ['products', 'latest'],
    queryFn: ({ signal }) => call('GET /products/latest', { signal }),
    select: readListing,
    ...retryRule,
    ...storedListOptions<SuccessResponse<'GET /products/latest'>>('latest_products', hasProducts),
  })
}

export function latestPageQuery(listing: Listing, page: number) {
  return queryOptions({
    queryKey: ['products', 'latest', listing.pageSize, page],
    queryFn: ({ signal }): Promise<FurtherPage> =>
      call('GET /products/latest', { query: pageParams(listing, page), signal }),
    select: readProducts,
    staleTime: CATALOGUE_STALE_MS,
    ...retryRule,
  })
}

/** Returns the query of a product; null if the host has no product with this id. */
export function productQuery(id: number | string) {
  return queryOptions({
    queryKey: ['products', 'details', String(id)],
    queryFn: ({ signal }) =>
      call('GET /products/details/{id}', { params: { id: String(id) }, signal }).catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      }),
    select: readProductDetails,
  })
}

/**
 * Whether the host has no such row. Only a 404 or 410 with a JSON body is from the host. Without a JSON body, it may be
 * from a proxy.
 */
function isNotFound(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 404 || error.status === 410) &&
    error.body !== null &&
    typeof error.body === 'object'
  )
}
