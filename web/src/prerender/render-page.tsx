import type { QueryClient } from '@tanstack/react-query'
import { productImageUrls } from '../api/image-urls.ts'
import { readId, readList } from '../api/read-values.ts'
import { Layout } from '../app/layout.tsx'
import { ShopRoutes } from '../app/routes.tsx'
import { matchPattern, pages, pathsRendered, type ShopPage } from '../boot/pages.ts'
import { env } from '../config/env.ts'
import { BOOKS_CATEGORY_ID } from '../config/limits.ts'
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
import { renderMarkup } from './render-markup.tsx'

/** Requests a path below /api/v1, such as `/categories`, and resolves with the body. Rejects on errors. */
export type RequestJson = (path: string) => Promise<unknown>

export type Visit = {
  /** The shop's origin, such as `https://shop.example`; '' if unknown. */
  origin: string
  /** Time of the responses, which is shown next to prices. */
  at: Date
}

/** Pages that are rendered completely at build time. */
export const STATIC_PATHS: readonly string[] = pathsRendered('static')
/** Pages without parameters that search engines may list. */
export const LISTED_PATHS: readonly string[] = pathsRendered('skeleton', 'prerendered', 'static')
/** The patterns of all pages; hosts respond to other paths with 404. */
export const SCREEN_PATHS: readonly string[] = pages.map(({ pattern }) => pattern)
export const MISSING_PATH = '/404'

/** Whether API and shop share an origin. If so, the emulator can prerender the shop's pages. */
export const isOnApiOrigin: boolean = env.apiHost === ''

export const CATEGORIES_PATH = paths.categories
/** The request whose response author pages are rendered from. */
export const BOOKS_REQUEST = `/categories/products/${BOOKS_CATEGORY_ID}`
export const authorPath = paths.author
export const productPath = paths.product
export const categoryPath = paths.category

export function renderStaticPage(path: string): Promise<RenderedPage> {
  return renderScreen(path, () => {})
}

/**
 * Renders the page of a product (`/product-details/5`), a category (`/categories/3`), all categories (`/categories`) or an
 * author (`/authors/Chinua%20Achebe`) from API responses.
 * @returns null for other paths, and for unknown products, categories and authors
 */
export async function renderPage(
  path: string,
  request: RequestJson,
  visit: Visit,
): Promise<RenderedPage | null> {
  const page = pages.find(
    (each: ShopPage) => each.rendering === 'prerendered' && matchPattern(each.pattern, path) !== null,
  )
  const id = page && matchPattern(page.pattern, path)
  if (page?.name === 'categories') return renderCategories(request, visit)
  if (page?.name === 'category' && id) return renderCategory(readId(id), request, visit)
  if (page?.name === 'author' && id) return renderAuthor(decodeURIComponent(id), request, visit)
  if (page?.name === 'product' && id) return renderProduct(decodeURIComponent(id), request, visit)
  return null
}

async function renderProduct(id: string, request: RequestJson, visit: Visit): Promise<RenderedPage | null> {
  const response = await request(`/products/details/${encodeURIComponent(id)}`)
  const product = readProductDetails(response)
  if (!product || product.id === null) return null
  const categories = await request('/categories')
  const page = await renderScreen(
    paths.product(id),
    (client) => {
      client.setQueryData<unknown>([...productQuery(id).queryKey], response)
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

async function renderCategory(
  id: number | null,
  request: RequestJson,
  visit: Visit,
): Promise<RenderedPage | null> {
  const tree = await request('/categories')
  const categories = readCategories(tree)
  if (id === null || !categories.some((category) => category.id === id)) return null
  const response = await request(`/categories/products/${id}`)
  const tiles = await tilesBelow(id, categories, request)
  const page = await renderScreen(
    paths.category(id),
    (client) => {
      client.setQueryData<unknown>([...categoriesQuery().queryKey], tree)
      client.setQueryData<unknown>([...categoryProductsQuery(id).queryKey], response)
      client.setQueryData<unknown>([...subcategoriesQuery(id).queryKey], tiles)
    },
    visit,
  )
  const [first] = readProducts(response)
  return { ...page, ...(first ? { image: imageUrl(firstImage(first), visit) } : {}) }
}

/** Renders the top-level categories, where shoppers without JavaScript start. */
async function renderCategories(request: RequestJson, visit: Visit): Promise<RenderedPage | null> {
  const tree = await request('/categories')
  const categories = readCategories(tree)
  if (categories.length === 0) return null
  const tiles = await tilesBelow(0, categories, request)
  return renderScreen(
    paths.categories,
    (client) => {
      client.setQueryData<unknown>([...categoriesQuery().queryKey], tree)
      client.setQueryData<unknown>([...subcategoriesQuery(null).queryKey], tiles)
    },
    visit,
  )
}

async function renderAuthor(name: string, request: RequestJson, visit: Visit): Promise<RenderedPage | null> {
  const books = booksByAuthor(await request(BOOKS_REQUEST)).get(name)
  if (!books) return null
  const page = await renderScreen(
    paths.author(name),
    (client) => client.setQueryData<unknown>([...categoryProductsQuery(BOOKS_CATEGORY_ID).queryKey], books),
    visit,
  )
  const [first] = readProducts(books)
  return { ...page, ...(first ? { image: imageUrl(firstImage(first), visit) } : {}) }
}

/** Names that are valid file names everywhere. Pages of other authors are not prerendered. */
const FILE_NAME = /^[^./\\:*?"<>|%#\p{Cc}][^/\\:*?"<>|%#\p{Cc}]{0,99}$/u

/** Groups the products of a response to `BOOKS_REQUEST` by author. */
export function booksByAuthor(response: unknown): Map<string, unknown[]> {
  const books = new Map<string, unknown[]>()
  for (const book of readList(response)) {
    const author = readProducts([book])[0]?.author
    if (!author || !FILE_NAME.test(author)) continue
    const known = books.get(author)
    if (known) known.push(book)
    else books.set(author, [book])
  }
  return books
}

/** Returns the subcategories of a category (0 for the top level), each with its first product's image. */
async function tilesBelow(
  id: number,
  categories: ReturnType<typeof readCategories>,
  request: RequestJson,
): Promise<CategoryTile[]> {
  const tiles: CategoryTile[] = []
  for (const category of categories.filter(({ parent_id }) => parent_id === id)) {
    const [first] = readProducts(await request(`/categories/products/${category.id}`))
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
    title: facts.title,
    ...(facts.description === undefined ? {} : { description: facts.description }),
  }
}

/** Changes category links to the prerendered pages, because a category in the query requires JavaScript. */
function withRenderedCategories(markup: string): string {
  return markup.replaceAll(
    new RegExp(`href="${paths.categories}\\?categoryId=(\\d+)"`, 'g'),
    (_, id: string) => `href="${paths.category(id)}"`,
  )
}

/** Formats a date in Kampala's time zone: `21 November 2026`. */
function dayOf(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Kampala' }).format(at)
}

const product = {
  id: 1,
  name: 'Product',
  author: '1',
  price: 1000,
  original_price: 2000,
  has_discount: true,
  discount_percentage: 50,
  description: '<p>Words</p>',
  image: ['a.webp', 'b.webp'],
  total_stock: 3,
  tax: '978-0-00',
  category_ids: [],
  choice_options: [{ title: 'Size', name: 'choice_1', options: ['S', 'M'] }],
}
const responses: Record<string, unknown> = {
  '/products/details/1': { product },
  '/categories': [
    { id: 1, name: 'Category', parent_id: 0, position: 0 },
    { id: 2, name: 'Subcategory', parent_id: 1, position: 1 },
  ],
  '/categories/products/2': [product],
  [BOOKS_REQUEST]: [product],
  '/categories/products/1': Array.from({ length: 30 }, (_, at) => ({ ...product, id: at + 1 })),
}
const request: RequestJson = async (path) => responses[path]

/** Renders each kind of page with all its elements, to determine the styles that it needs. */
export async function renderSamples(): Promise<Record<string, { markup: string }>> {
  const visit = { origin: '', at: new Date(0) }
  const samples: Record<string, { markup: string }> = {}
  for (const { pattern, rendering } of pages as readonly ShopPage[]) {
    if (rendering !== 'prerendered') continue
    const path = pattern.replace(':id', '1')
    const page = await renderPage(path, request, visit)
    if (page === null) throw new Error(`The sample of ${path} was not rendered.`)
    const kind = path.split('/')[1] ?? ''
    samples[kind] = { markup: (samples[kind]?.markup ?? '') + page.markup }
  }
  return samples
}

type RenderedPage = {
  path: string
  markup: string
  title: string
  description?: string
  /** For link previews: the image's URL and the price in shillings. */
  image?: string
  price?: number
}

/**
 * Inserts a page into an app shell: metadata into the head, markup at the placeholder.
 * @param frame the built index.html with `<!--frame-->` in its root
 * @param origin the shop's origin, or '' if unknown
 */
export function fillPage(frame: string, page: RenderedPage, origin = ''): string {
  const { path, markup, title, description, image, price } = page
  const meta = (property: string, content: string) =>
    `<meta property="${property}" content="${escapeHtml(content)}">`
  const head = [
    `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
    meta('og:title', title),
    ...(description === undefined ? [] : [meta('og:description', description)]),
    ...(origin === '' ? [] : [meta('og:url', origin + path)]),
    ...(image === undefined ? [] : [meta('og:image', image)]),
    ...(price === undefined
      ? []
      : [meta('og:price:amount', String(price)), meta('og:price:currency', 'UGX')]),
  ]
  const described =
    description === undefined
      ? frame
      : frame.replace(
          /(name="description"\s+content=")[^"]*"/,
          (_, start) => `${start}${escapeHtml(description)}"`,
        )
  return described
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(tabTitle(title))}</title>`)
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<html ', '<html data-rendered ')
    .replace('<!--frame-->', () => markup)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
