import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { Layout } from '../app/layout.tsx'
import { createQueryClient, Providers } from '../app/providers.tsx'
import { ShopRoutes } from '../app/routes.tsx'
import { ProductCard } from '../features/catalogue/product-card.tsx'
import { ProductSkeleton } from '../features/catalogue/product-skeleton.tsx'
import { BannerCarousel } from '../features/homepage/banner-carousel.tsx'
import { bannersQuery } from '../features/homepage/queries.ts'
import { paths } from '../lib/paths.ts'
import { readProduct, type ShopProduct } from '../lib/product.ts'
import { HomePage } from '../pages/home-page.tsx'
import { ProductPage } from '../pages/product-page.tsx'
import { ShopPage } from '../pages/shop-page.tsx'
import { type PageFacts, PageFactsTaker, tabTitle } from '../ui/page-facts.ts'
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
      client.setQueryData(bannersQuery().queryKey, [
        { id: 1, title: 'Banner', image: 'banner.webp' },
        { id: 2, title: 'Banner', image: null },
      ])
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

/** A page of the shop as HTML, and what its head says. */
export type RenderedPage = { markup: string; title: string; description?: string; canonical: string }

/** A page that needs no answer of the API, whole. */
export async function renderStaticPage(path: string): Promise<RenderedPage> {
  let facts: PageFacts = { title: '' }
  const markup = await renderMarkup(
    <PageFactsTaker
      value={(taken) => {
        facts = taken
      }}
    >
      <Layout>
        <ShopRoutes />
      </Layout>
    </PageFactsTaker>,
    path,
  )
  return {
    markup,
    title: tabTitle(facts.title),
    canonical: facts.canonical ?? path,
    ...(facts.description === undefined ? {} : { description: facts.description }),
  }
}
