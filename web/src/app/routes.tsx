import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { readId } from '../api/read-values.ts'
import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import {
  authorBooksQuery,
  categoriesQuery,
  categoryProductsQuery,
  latestProductsQuery,
  productQuery,
  subcategoriesQuery,
} from '../features/catalogue/queries.ts'
import { bannersQuery, sectionsQuery } from '../features/homepage/queries.ts'
import { searchQuery } from '../features/search/queries.ts'
import { useIsHydrated } from '../platform/hydration.ts'
import { Spinner } from '../ui/loading/placeholders.tsx'
import { tabTitle } from '../ui/page/page-head.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
// Imported statically, because most pages use them and separate chunks would cost requests.
import '../domain/book-facts.ts'
import '../features/catalogue/recent-products.tsx'
import '../pages/payment/unfinished-payment.tsx'
import '../platform/trusted-types.ts'
import '../ui/page/as-of.tsx'
import '../ui/feedback/load-states.tsx'
import '../ui/media/image-link.tsx'
import '../ui/page/price-line.tsx'
import '../ui/page/side-panel.tsx'
import '../ui/loading/placeholders.tsx'
import '../features/search/ranking.ts'

// biome-ignore lint/suspicious/noExplicitAny: queries of different data
type Query = FetchQueryOptions<any, Error, any, any>

export type ShopRoute = {
  name: string
  /** Pattern of the page's paths: `:id` matches any segment, `*` any path. */
  path: string
  /** The page's heading; null if the heading is the name of its content. */
  title: string | null
  /**
   * `static` pages are rendered completely at build time, `data` pages with the responses to `queries`. `private` pages
   * depend on the shopper: they are rendered in the browser and excluded from the sitemap.
   */
  rendering: 'static' | 'data' | 'private'
  /** Returns the queries that the page starts when it opens. `id` is the decoded path parameter. */
  queries?: (id: string, search: URLSearchParams) => Query[]
  /** Whether the loading state is independent of `:id`. If not, the server renders a spinner. */
  hasSkeleton?: boolean
  /** An example path, for patterns with parameters. */
  example?: string
  /** File name in `src/pages`, without extension. The build preloads its chunks. */
  module: string
  page: LazyPage
}

const categoryQueries = (id: number | null): Query[] =>
  id === null
    ? [categoriesQuery(), subcategoriesQuery(null)]
    : [categoriesQuery(), categoryProductsQuery(id), subcategoriesQuery(id)]

const shopQueries = (_: string, search: URLSearchParams): Query[] => {
  const query = search.get('q')
  const category = readId(search.get('categoryId'))
  if (query) return [searchQuery(query)]
  return category === null ? [latestProductsQuery()] : [categoryProductsQuery(category), categoriesQuery()]
}

const fixed = { rendering: 'static' } as const

/** Creates a route. Its module is `src/pages/NAME-page.tsx` unless `module` names a different one. */
function page(
  name: string,
  path: string,
  title: string | null,
  load: () => Promise<{ default: ComponentType }>,
  options: Partial<Pick<ShopRoute, 'rendering' | 'queries' | 'hasSkeleton' | 'example' | 'module'>> = {},
): ShopRoute {
  return { name, path, title, rendering: 'private', module: `${name}-page`, ...options, page: lazyPage(load) }
}

const loadSearch = () => import('../pages/shop-page.tsx').then(({ SearchPage }) => ({ default: SearchPage }))
const loadCategories = () => import('../pages/categories-page.tsx')
const loadWishlist = () => import('../pages/wishlist-page.tsx')
const loadAccount = () => import('../pages/account-page.tsx')

/** All pages, for the router, the server, the build, the hosting files and the sitemap. The first match is rendered. */
export const routes: readonly ShopRoute[] = [
  page('home', paths.home, store.tagline, () => import('../pages/home-page.tsx'), {
    rendering: 'data',
    queries: () => [bannersQuery(), sectionsQuery()],
  }),
  page('shop', paths.shop, 'Shop', () => import('../pages/shop-page.tsx'), {
    rendering: 'data',
    queries: shopQueries,
  }),
  page('search', paths.search, 'Search', loadSearch, {
    queries: shopQueries,
    example: '/search?q=atlas',
    module: 'shop-page',
  }),
  page('categories', paths.categories, 'Categories', loadCategories, {
    rendering: 'data',
    queries: (_, search) => categoryQueries(readId(search.get('categoryId'))),
  }),
  page('category', '/categories/:id', null, loadCategories, {
    rendering: 'data',
    queries: (id) => categoryQueries(readId(id)),
    example: '/categories/3',
    module: 'categories-page',
  }),
  page('product', '/product-details/:id', null, () => import('../pages/product-page.tsx'), {
    rendering: 'data',
    queries: (id) => [productQuery(id), categoriesQuery()],
    hasSkeleton: true,
    example: '/product-details/338',
  }),
  page('author', '/authors/:id', null, () => import('../pages/author-page.tsx'), {
    rendering: 'data',
    queries: (id) => [authorBooksQuery(id)],
    example: '/authors/Chinua%20Achebe',
  }),
  page('wishlist', paths.wishlist, 'My Wishlist', loadWishlist),
  page('shared-wishlist', paths.sharedWishlist, 'My Wishlist', loadWishlist, {
    example: '/customer/wish-list/shared?user=1',
    module: 'wishlist-page',
  }),
  page('pre-check', paths.preCheck, 'Delivery', () => import('../pages/pre-check-page.tsx')),
  page('checkout', paths.checkout, 'Checkout', () => import('../pages/checkout-page.tsx')),
  page('account', paths.account, 'My Account', loadAccount),
  page('account-from-checkout', paths.accountFromCheckout, 'My Account', loadAccount, {
    module: 'account-page',
  }),
  page(
    'forgot-password',
    paths.forgotPassword,
    'Forgot Password',
    () => import('../pages/forgot-password-page.tsx'),
  ),
  page('verify', paths.verify, 'Verify OTP', () => import('../pages/verify-page.tsx')),
  page(
    'change-password',
    paths.changePassword,
    'Change Password',
    () => import('../pages/change-password-page.tsx'),
  ),
  page('special-order', paths.specialOrder, 'Special Order', () => import('../pages/special-order-page.tsx')),
  page('contact', paths.contact, 'Contact Us', () => import('../pages/contact-page.tsx'), fixed),
  page('about', paths.about, 'About Us', () => import('../pages/about-page.tsx'), fixed),
  page('terms', paths.terms, 'Terms and Conditions', () => import('../pages/terms-page.tsx'), fixed),
  page('refund', paths.refund, 'Refund Policy', () => import('../pages/refund-page.tsx'), fixed),
  page('gift-card', paths.giftCard, 'Gift Cards', () => import('../pages/gift-card-page.tsx')),
  page('list', paths.list, 'School list', () => import('../pages/list-page.tsx')),
  page('api', paths.apiDocs, 'API', () => import('../pages/api-page.tsx')),
  page('not-found', '*', 'Page not found', () => import('../pages/not-found-page.tsx'), {
    rendering: 'static',
    example: '/nowhere',
  }),
]

export const exampleOf = ({ path, example = path }: ShopRoute): string => example

/** Returns the route of a path, and its decoded `:id`; the route for missing pages if the path is malformed. */
export function routeOf(pathname: string): { route: ShopRoute; id: string } {
  for (const route of routes) {
    const match = matchPath(route.path, pathname)
    const id = match && decoded(match.params.id ?? '')
    if (id !== null) return { route, id }
  }
  throw new Error('The last route matches every path.')
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Preloads the code of the page at a URL. Never rejects. */
export async function preloadPage(url: string): Promise<void> {
  await routeOf(url.replace(/[?#].*/, '')).route.page.preload()
}

/** Preloads the code and the responses of the page at a URL of the shop. */
export function prefetchPage(client: QueryClient, url: string): void {
  const { pathname, searchParams } = new URL(url, window.location.href)
  const { route, id } = routeOf(pathname)
  void route.page.preload()
  for (const query of route.queries?.(id, searchParams) ?? []) void client.prefetchQuery(query)
}

export function ShopRoutes() {
  const { route } = routeOf(useLocation().pathname)
  return <RoutePage key={route.name} route={route} />
}

function RoutePage({ route }: { route: ShopRoute }) {
  const isHydrated = useIsHydrated()
  const { pathname } = useLocation()
  const { page: Page, path, rendering, title, hasSkeleton } = route
  const isUnknown = pathname === path && path.includes(':') && !hasSkeleton
  if (isHydrated || (rendering !== 'private' && !isUnknown)) return <Page />
  return (
    <div className="shell page">
      <title>{title === null ? store.name : tabTitle(title)}</title>
      <Spinner fillsPage />
    </div>
  )
}
