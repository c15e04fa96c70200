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
import { Spinner } from '../ui/loading/spinner.tsx'
import { tabTitle } from '../ui/page/page-head.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
// Imported statically, because most pages use them and separate chunks would cost requests.
import '../domain/book-facts.ts'
import '../features/catalogue/recent-products.ts'
import '../platform/trusted-types.ts'
import '../ui/page/as-of.tsx'
import '../ui/feedback/empty-state.tsx'
import '../ui/media/image-link.tsx'
import '../ui/page/price-line.tsx'
import '../ui/loading/skeleton.tsx'
import '../ui/feedback/still-trying.tsx'

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

const page = <K extends string>(load: () => Promise<{ [Name in K]: ComponentType }>, name: K) =>
  lazyPage(() => load().then((module) => module[name]))

/** All pages, for the router, the server, the build, the hosting files and the sitemap. The first match is rendered. */
export const routes: readonly ShopRoute[] = [
  {
    name: 'home',
    path: paths.home,
    title: 'Kitabo',
    rendering: 'data',
    queries: () => [bannersQuery(), sectionsQuery()],
    module: 'home-page',
    page: page(() => import('../pages/home-page.tsx'), 'HomePage'),
  },
  {
    name: 'shop',
    path: paths.shop,
    title: 'Shop',
    rendering: 'data',
    queries: shopQueries,
    module: 'shop-page',
    page: page(() => import('../pages/shop-page.tsx'), 'ShopPage'),
  },
  {
    name: 'search',
    path: paths.search,
    title: 'Search',
    rendering: 'private',
    queries: shopQueries,
    example: '/search?q=atlas',
    module: 'shop-page',
    page: page(() => import('../pages/shop-page.tsx'), 'SearchPage'),
  },
  {
    name: 'categories',
    path: paths.categories,
    title: 'Categories',
    rendering: 'data',
    queries: (_, search) => categoryQueries(readId(search.get('categoryId'))),
    module: 'categories-page',
    page: page(() => import('../pages/categories-page.tsx'), 'CategoriesPage'),
  },
  {
    name: 'category',
    path: '/categories/:id',
    title: null,
    rendering: 'data',
    queries: (id) => categoryQueries(readId(id)),
    example: '/categories/3',
    module: 'categories-page',
    page: page(() => import('../pages/categories-page.tsx'), 'CategoriesPage'),
  },
  {
    name: 'product',
    path: '/product-details/:id',
    title: null,
    rendering: 'data',
    queries: (id) => [productQuery(id), categoriesQuery()],
    hasSkeleton: true,
    example: '/product-details/338',
    module: 'product-page',
    page: page(() => import('../pages/product-page.tsx'), 'ProductPage'),
  },
  {
    name: 'author',
    path: '/authors/:id',
    title: null,
    rendering: 'data',
    queries: (id) => [authorBooksQuery(id)],
    example: '/authors/Chinua%20Achebe',
    module: 'author-page',
    page: page(() => import('../pages/author-page.tsx'), 'AuthorPage'),
  },
  {
    name: 'wishlist',
    path: paths.wishlist,
    title: 'My Wishlist',
    rendering: 'private',
    module: 'wishlist-page',
    page: page(() => import('../pages/wishlist-page.tsx'), 'WishlistPage'),
  },
  {
    name: 'shared-wishlist',
    path: paths.sharedWishlist,
    title: 'My Wishlist',
    rendering: 'private',
    example: '/customer/wish-list/shared?user=1',
    module: 'wishlist-page',
    page: page(() => import('../pages/wishlist-page.tsx'), 'WishlistPage'),
  },
  {
    name: 'pre-check',
    path: paths.preCheck,
    title: 'Delivery',
    rendering: 'private',
    module: 'pre-check-page',
    page: page(() => import('../pages/pre-check-page.tsx'), 'PreCheckPage'),
  },
  {
    name: 'checkout',
    path: paths.checkout,
    title: 'Checkout',
    rendering: 'private',
    module: 'checkout-page',
    page: page(() => import('../pages/checkout-page.tsx'), 'CheckoutPage'),
  },
  {
    name: 'account',
    path: paths.account,
    title: 'My Account',
    rendering: 'private',
    module: 'account-page',
    page: page(() => import('../pages/account-page.tsx'), 'AccountPage'),
  },
  {
    name: 'account-from-checkout',
    path: paths.accountFromCheckout,
    title: 'My Account',
    rendering: 'private',
    module: 'account-page',
    page: page(() => import('../pages/account-page.tsx'), 'AccountPage'),
  },
  {
    name: 'forgot-password',
    path: paths.forgotPassword,
    title: 'Forgot Password',
    rendering: 'private',
    module: 'forgot-password-page',
    page: page(() => import('../pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  },
  {
    name: 'verify',
    path: paths.verify,
    title: 'Verify OTP',
    rendering: 'private',
    module: 'verify-page',
    page: page(() => import('../pages/verify-page.tsx'), 'VerifyPage'),
  },
  {
    name: 'change-password',
    path: paths.changePassword,
    title: 'Change Password',
    rendering: 'private',
    module: 'change-password-page',
    page: page(() => import('../pages/change-password-page.tsx'), 'ChangePasswordPage'),
  },
  {
    name: 'special-order',
    path: paths.specialOrder,
    title: 'Special Order',
    rendering: 'private',
    module: 'special-order-page',
    page: page(() => import('../pages/special-order-page.tsx'), 'SpecialOrderPage'),
  },
  {
    name: 'contact',
    path: paths.contact,
    title: 'Contact Us',
    rendering: 'static',
    module: 'contact-page',
    page: page(() => import('../pages/contact-page.tsx'), 'ContactPage'),
  },
  {
    name: 'about',
    path: paths.about,
    title: 'About Us',
    rendering: 'static',
    module: 'about-page',
    page: page(() => import('../pages/about-page.tsx'), 'AboutPage'),
  },
  {
    name: 'terms',
    path: paths.terms,
    title: 'Terms and Conditions',
    rendering: 'static',
    module: 'terms-page',
    page: page(() => import('../pages/terms-page.tsx'), 'TermsPage'),
  },
  {
    name: 'refund',
    path: paths.refund,
    title: 'Refund Policy',
    rendering: 'static',
    module: 'refund-page',
    page: page(() => import('../pages/refund-page.tsx'), 'RefundPage'),
  },
  {
    name: 'gift-card',
    path: paths.giftCard,
    title: 'Gift Cards',
    rendering: 'private',
    module: 'gift-card-page',
    page: page(() => import('../pages/gift-card-page.tsx'), 'GiftCardPage'),
  },
  {
    name: 'school-list',
    path: paths.list,
    title: 'School list',
    rendering: 'private',
    module: 'list-page',
    page: page(() => import('../pages/list-page.tsx'), 'ListPage'),
  },
  {
    name: 'api',
    path: paths.apiDocs,
    title: 'API',
    rendering: 'private',
    module: 'api-page',
    page: page(() => import('../pages/api-page.tsx'), 'ApiPage'),
  },
  {
    name: 'not-found',
    path: '*',
    title: 'Page not found',
    rendering: 'static',
    example: '/nowhere',
    module: 'not-found-page',
    page: page(() => import('../pages/not-found-page.tsx'), 'NotFoundPage'),
  },
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
