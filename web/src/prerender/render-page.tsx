import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { Layout } from '../app/layout.tsx'
import { createQueryClient, Providers } from '../app/providers.tsx'
import { ShopRoutes } from '../app/routes.tsx'
import { env } from '../config/env.ts'
import { firstImage, readProduct, readProductDetails, type ShopProduct } from '../domain/product.ts'
import { ProductCard } from '../features/catalogue/product-card.tsx'
import { ProductSkeleton } from '../features/catalogue/product-skeleton.tsx'
import { categoriesQuery, productQuery } from '../features/catalogue/queries.ts'
import { BannerCarousel } from '../features/homepage/banner-carousel.tsx'
import { bannersQuery } from '../features/homepage/queries.ts'
import { paths } from '../lib/paths.ts'
import { productImageUrls } from '../lib/picture-urls.ts'
import { HomePage } from '../pages/home-page.tsx'
import { ProductPage } from '../pages/product-page.tsx'
import { ShopPage } from '../pages/shop-page.tsx'
import { type PageFacts, PageFactsTaker, RenderedOn, SiteOrigin, tabTitle } from '../ui/page-facts.ts'
import { Spinner } from '../ui/spinner.tsx'

/** The markup of something as the browser would draw it first. A query without an answer in the cache is loading. */
async function renderMarkup(
  node: ReactNode,
  path: string,
  fill: (client: QueryClient) => void = () => {},
): Promise<string> {
  const client = createQueryClient()
  fill(client)
  const { prelude } = await prerender(
    <Providers client={client}>
      <StaticRouter location={path}>{node}</StaticRouter>
    </Providers>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  client.clear()
  const markup = await new Response(prelude).text()
  // React's own marks, which only hydration reads, and its preloads of pictures that are none yet.
  return markup.replaceAll(/<!--.*?-->/g, '').replaceAll(/<link rel="preload"[^>]*>/g, '')
}

/** What a product looks like before anything is known of it but that there is one. */
const unknownProduct = readProduct({ id: 1, name: 'Product', price: 1000 }) as ShopProduct

/** The shop's frame with a page that is loading, as index.html has it. */
export function renderFrame(): Promise<string> {
  return renderMarkup(
    <Layout>
      <div className="shell page page-wait">
        <Spinner label="Loading..." />
      </div>
    </Layout>,
    paths.home,
  )
}

/** Skeletons for the early front, by the id of their template element. */
export async function renderTemplates(): Promise<Record<string, string>> {
  return {
    'early-home': await renderMarkup(<HomePage />, paths.home),
    'early-banners': await renderMarkup(<BannerCarousel />, paths.home, (client) => {
      // Loosely, as a host may answer: without a picture.
      client.setQueryData<unknown>(
        [...bannersQuery().queryKey],
        [
          { id: 1, title: 'Banner', image: 'banner.webp' },
          { id: 2, title: 'Banner', image: null },
        ],
      )
    }),
    'early-shop': await renderMarkup(<ShopPage />, paths.shop),
    'early-card': await renderMarkup(<ProductCard product={unknownProduct} eager="first" />, paths.shop),
    'early-product': await renderMarkup(<ProductPage />, paths.product(1)),
    'early-product-known': await renderMarkup(
      <div className="shell page product-page">
        <ProductSkeleton known={unknownProduct} />
      </div>,
      paths.product(1),
    ),
  }
}

/** Pages whose whole content is known at build. */
export const STATIC_PATHS = [paths.about, paths.terms, paths.refund, paths.contact]

/** A page of the shop as HTML, and what its head says of it. Addresses are absolute where the site's origin is known. */
export type RenderedPage = {
  path: string
  markup: string
  title: string
  description?: string
  /** For previews in a chat: the picture's address and the price in shillings. */
  image?: string
  price?: number
}

type Given = { origin?: string; renderedOn?: string; fill?: (client: QueryClient) => void }

async function renderScreen(
  path: string,
  { origin = '', renderedOn, fill }: Given = {},
): Promise<RenderedPage> {
  let facts: PageFacts = { title: '' }
  const markup = await renderMarkup(
    <SiteOrigin value={origin}>
      <RenderedOn value={renderedOn ?? null}>
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
    markup,
    title: tabTitle(facts.title),
    ...(facts.description === undefined ? {} : { description: facts.description }),
  }
}

/** A page that needs no answer of the API, whole. */
export function renderStaticPage(path: string): Promise<RenderedPage> {
  return renderScreen(path)
}

/**
 * A product's page, whole, from the answer of the API.
 * @param answer of `GET /products/details/{id}`
 * @param categories the answer of `GET /categories`, for the product's category
 * @param origin where the shop will be served, such as `https://shop.example`
 * @param renderedOn the day of the answer in words, shown beside the price
 * @returns null for an answer without a product
 */
export async function renderProduct(
  answer: unknown,
  categories: unknown,
  origin: string,
  renderedOn: string,
): Promise<RenderedPage | null> {
  const product = readProductDetails(answer)
  if (!product || product.id === null) return null
  const page = await renderScreen(paths.product(product.id), {
    origin,
    renderedOn,
    fill: (client) => {
      client.setQueryData<unknown>([...productQuery(String(product.id)).queryKey], answer)
      client.setQueryData<unknown>([...categoriesQuery().queryKey], categories)
    },
  })
  const [image] = productImageUrls(env.apiHost || origin, firstImage(product))
  return { ...page, image, ...(product.price === null ? {} : { price: product.price }) }
}

/** Puts a page into index.html's frame: its facts into the head, its markup where the frame marks the place. */
export function fillPage(html: string, page: RenderedPage, origin = ''): string {
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
      ? html
      : html.replace(
          /(name="description"\s+content=")[^"]*"/,
          (_, start) => `${start}${escapeHtml(description)}"`,
        )
  return described
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<html ', '<html data-rendered ')
    .replace('<!--frame-->', () => markup)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** A product with everything that a page can show, whose markup says which styles such pages need. */
export function renderSampleProduct(): Promise<RenderedPage | null> {
  const product = {
    ...{
      id: 1,
      name: 'Product',
      price: 1000,
      original_price: 2000,
      has_discount: true,
      discount_percentage: 50,
    },
    ...{
      description: '<p>Words</p>',
      image: ['a.webp', 'b.webp'],
      total_stock: 3,
      tax: '978-0-00',
      category_ids: [],
    },
    choice_options: [{ title: 'Size', name: 'choice_1', options: ['S', 'M'] }],
  }
  return renderProduct({ product }, [], '', 'today')
}
