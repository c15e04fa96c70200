import type { QueryClient } from '@tanstack/react-query'
import { productImageUrls } from '../api/image-urls.ts'
import { readId } from '../api/read-values.ts'
import { Layout } from '../app/layout.tsx'
import { ShopRoutes } from '../app/routes.tsx'
import { matchPattern, pages, pathsRendered, type ShopPage } from '../boot/pages.ts'
import { env } from '../config/env.ts'
import { paths } from '../config/paths.ts'
import { firstImage, readProductDetails, readProducts } from '../domain/product.ts'
import { readCategories } from '../features/catalogue/category/category.ts'
import {
  type CategoryTile,
  categoriesQuery,
  categoryProductsQuery,
  productQuery,
  subcategoriesQuery,
} from '../features/catalogue/queries.ts'
import { type PageFacts, PageFactsTaker, RenderedOn, SiteOrigin, tabTitle } from '../ui/page/page-facts.ts'
import type { RenderedPage } from './fill-page.ts'
import { renderMarkup } from './render-markup.tsx'

/** Answers a GET below /api/v1, such as `/categories`, by its body. Rejects where there is no good answer. */
export type Ask = (path: string) => Promise<unknown>

export type Visit = {
  /** Where the shop will be served, such as `https://shop.example`; '' where that is not known. */
  origin: string
  /** When the answers were given: a rendered price carries its date. */
  at: Date
}

/** Pages whose whole content is known at build. */
export const STATIC_PATHS: readonly string[] = pathsRendered('static')
/** Pages without parameters that search engines may list. */
export const LISTED_PATHS: readonly string[] = pathsRendered('skeleton', 'prerendered', 'static')
/** The pattern of every page: a host answers these with a page and all others with 404. */
export const SCREEN_PATHS: readonly string[] = pages.map(({ pattern }) => pattern)
/** The page of an address that leads nowhere. */
export const MISSING_PATH = '/404'

/** Whether the API and the shop share an origin, so that a host that answers as the API can render the shop's pages. */
export const isOnApiOrigin: boolean = env.apiHost === ''

export const CATEGORIES_PATH = paths.categories
export const productPath = paths.product
export const categoryPath = paths.category

/** A page that needs no answer of the API, whole. */
export function renderStaticPage(path: string): Promise<RenderedPage> {
  return renderScreen(path, () => {})
}

/**
 * The page of a product (`/product-details/5`), a category (`/categories/3`) or of all categories (`/categories`),
 * whole, from the answers of the API.
 * @returns null where the address is of no such page, or the API knows nothing at it
 */
export async function renderPage(path: string, ask: Ask, visit: Visit): Promise<RenderedPage | null> {
  const page = pages.find(
    (each: ShopPage) => each.rendering === 'prerendered' && matchPattern(each.pattern, path) !== null,
  )
  const id = page && matchPattern(page.pattern, path)
  if (page?.name === 'categories') return renderCategories(ask, visit)
  if (page?.name === 'category' && id) return renderCategory(readId(id), ask, visit)
  if (page?.name === 'product' && id) return renderProduct(decodeURIComponent(id), ask, visit)
  return null
}

async function renderProduct(id: string, ask: Ask, visit: Visit): Promise<RenderedPage | null> {
  const answer = await ask(`/products/details/${encodeURIComponent(id)}`)
  const product = readProductDetails(answer)
  if (!product || product.id === null) return null
  const categories = await ask('/categories')
  const page = await renderScreen(
    paths.product(id),
    (client) => {
      client.setQueryData<unknown>([...productQuery(id).queryKey], answer)
      client.setQueryData<unknown>([...categoriesQuery().queryKey], categories)
    },
    visit,
  )
  return {
    ...page,
    image: imageUrl(firstImage(product), visit),
    ...(product.price === null ? {} : { price: product.price }),
  }
}

async function renderCategory(id: number | null, ask: Ask, visit: Visit): Promise<RenderedPage | null> {
  const tree = await ask('/categories')
  const categories = readCategories(tree)
  if (id === null || !categories.some((category) => category.id === id)) return null
  const answer = await ask(`/categories/products/${id}`)
  const tiles = await tilesBelow(id, categories, ask)
  const page = await renderScreen(
    paths.category(id),
    (client) => {
      client.setQueryData<unknown>([...categoriesQuery().queryKey], tree)
      client.setQueryData<unknown>([...categoryProductsQuery(id).queryKey], answer)
      client.setQueryData<unknown>([...subcategoriesQuery(id).queryKey], tiles)
    },
    visit,
  )
  const [first] = readProducts(answer)
  return { ...page, ...(first ? { image: imageUrl(firstImage(first), visit) } : {}) }
}

/** The top of the tree: where a reader without script goes on from. */
async function renderCategories(ask: Ask, visit: Visit): Promise<RenderedPage | null> {
  const tree = await ask('/categories')
  const categories = readCategories(tree)
  if (categories.length === 0) return null
  const tiles = await tilesBelow(0, categories, ask)
  return renderScreen(
    paths.categories,
    (client) => {
      client.setQueryData<unknown>([...categoriesQuery().queryKey], tree)
      client.setQueryData<unknown>([...subcategoriesQuery(null).queryKey], tiles)
    },
    visit,
  )
}

/** The categories below one (0: the top of the tree), each with the picture of its first product. */
async function tilesBelow(
  id: number,
  categories: ReturnType<typeof readCategories>,
  ask: Ask,
): Promise<CategoryTile[]> {
  const tiles: CategoryTile[] = []
  for (const category of categories.filter(({ parent_id }) => parent_id === id)) {
    const [first] = readProducts(await ask(`/categories/products/${category.id}`))
    tiles.push({ ...category, firstProductImage: first?.images[0] ?? null })
  }
  return tiles
}

const imageUrl = (file: string, { origin }: Visit) => productImageUrls(env.apiHost || origin, file)[0]

async function renderScreen(
  path: string,
  fill: (client: QueryClient) => void,
  { origin, at }: { origin: string; at?: Date } = { origin: '' },
): Promise<RenderedPage> {
  let facts: PageFacts = { title: '' }
  const markup = await renderMarkup(
    <SiteOrigin value={origin}>
      <RenderedOn value={at ? dayOf(at) : null}>
        <PageFactsTaker
          value={(taken) => {
            facts = taken
          }}
        >
          <Layout>
            <ShopRoutes />
          </Layout>
        </PageFactsTaker>
      </RenderedOn>
    </SiteOrigin>,
    path,
    fill,
  )
  return {
    path: facts.canonical ?? path,
    markup: withRenderedCategories(markup),
    title: tabTitle(facts.title),
    ...(facts.description === undefined ? {} : { description: facts.description }),
  }
}

/** Links to categories as their rendered pages: without script a category by query would be an empty frame. */
function withRenderedCategories(markup: string): string {
  return markup.replaceAll(
    new RegExp(`href="${paths.categories}\\?categoryId=(\\d+)"`, 'g'),
    (_, id: string) => `href="${paths.category(id)}"`,
  )
}

/** `21 November 2026`, as it is in Kampala. */
function dayOf(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Kampala' }).format(at)
}
