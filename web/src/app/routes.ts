import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { readId, readList, readObject } from '../api/read-values.ts'
import { env } from '../config/env.ts'
import { paths } from '../config/paths.ts'
import { RETURN_DAYS, store } from '../config/store.ts'
import { furtherPages, readListing, SHOP_PAGE_SIZE } from '../domain/listing.ts'
import { readProductDetails } from '../domain/product.ts'
import {
  authorPages,
  categoryPages,
  type GetBody,
  type PrerenderedPage,
  productPages,
} from '../features/catalogue/prerendered.ts'
import {
  authorBooksQuery,
  categoriesQuery,
  categoryPathQuery,
  categoryProductsQuery,
  categoryTilesQuery,
  latestPageQuery,
  latestProductsQuery,
  productCategoriesQuery,
  productQuery,
} from '../features/catalogue/queries.ts'
import { bannersQuery, sectionsQuery } from '../features/homepage/queries.ts'
import { searchPageQuery, searchQuery } from '../features/search/queries.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

// biome-ignore lint/suspicious/noExplicitAny: queries of different data
type Query = FetchQueryOptions<any, Error, any, any>

export type ShopRoute = {
  name: string
  /** Pattern of the page's paths: `:id` matches a segment without an extension, `*` any path. */
  path: string
  /** The page's heading; null if the heading is the name of its content. */
  title: string | null
  /** For search engines and shared links, if the page's content does not have its own. */
  description?: string
  /** Excluded from search engines and the sitemap, such as pages of one shopper. */
  isHidden?: boolean
  /**
   * `static` pages are rendered completely at build time, `data` pages with the responses to `queries`. `private` pages
   * are rendered in the browser, because most of them depend on the shopper.
   */
  rendering: 'static' | 'data' | 'private'
  /** Returns the queries that the page starts when it opens. `id` is the decoded path parameter. */
  queries?: (id: string, search: URLSearchParams) => Query[]
  /**
   * Returns the queries of the URL's page of a list, from the results of `queries`. The browser requests them itself.
   */
  pageQueries?: ((search: URLSearchParams, results: readonly unknown[]) => Query[]) | undefined
  /** Whether the URL's query selects other content. Web servers send the same document for all queries. */
  readsSearch?: boolean
  /**
   * Whether the results of `queries` mean that the host has no content with this id. Not part of the browser's code.
   */
  isMissing?: ((id: string, results: readonly unknown[]) => boolean) | undefined
  /** Lists the content to prerender, for patterns with parameters. Not part of the browser's code. */
  prerenderedPages?: ((get: GetBody) => AsyncIterable<PrerenderedPage>) | undefined
  /** Whether the loading state is independent of `:id`. If not, the server renders a spinner. */
  hasSkeleton?: boolean
  /** An example path, for patterns with parameters. */
  example?: string
  /** File name below `src/pages`, without extension. The build preloads its chunks. */
  module: string
  component: LazyPage
}

const categoryQueries = (id: number | null): Query[] =>
  id === null
    ? [categoriesQuery(), categoryTilesQuery(null)]
    : [categoriesQuery(), categoryPathQuery(id), categoryProductsQuery(id), categoryTilesQuery(id)]

const shopQueries = (_: string, search: URLSearchParams): Query[] => {
  const query = search.get('q')
  const category = readId(search.get('categoryId'))
  if (query) return [searchQuery(query)]
  return category === null
    ? [latestProductsQuery()]
    : [categoryProductsQuery(category), categoriesQuery(), categoryPathQuery(category)]
}

/**
 * Returns the queries of further pages of the shop's list. Without a query or page, the document has the first page
 * only, so that it stays small.
 */
function shopPageQueries(search: URLSearchParams, [first]: readonly unknown[]): Query[] {
  const query = search.get('q')
  if (!query && (!search.has('page') || search.has('categoryId'))) return []
  const listing = readListing(first)
  const page = readId(search.get('page')) ?? 1
  return furtherPages(listing, (page - 1) * SHOP_PAGE_SIZE, page * SHOP_PAGE_SIZE).map((each) =>
    query ? searchPageQuery(query, listing, each) : latestPageQuery(listing, each),
  )
}

const hidden = { isHidden: true } as const

const isMissingCategory = (id: string, [categories, path]: readonly unknown[]) =>
  ![...idsOf(categories), ...idsOf(path)].includes(id)

// Some hosts respond to an unknown product with status 200.
const isMissingProduct = (_: string, [details]: readonly unknown[]) => readProductDetails(details) === null

const isMissingAuthor = (_: string, [books]: readonly unknown[]) => readList(books).length === 0

const idsOf = (list: unknown) => readList(list).map((item) => String(readObject(item).id))

/** Creates a route. Its module is NAME-page.tsx below `src/pages` unless `module` names a different one. */
function defineRoute(
  name: string,
  path: string,
  title: string | null,
  load: () => Promise<{ default: ComponentType }>,
  options: Partial<Omit<ShopRoute, 'name' | 'path' | 'title' | 'component'>> = {},
): ShopRoute {
  return {
    name,
    path,
    title,
    rendering: 'private',
    module: `${name}-page`,
    ...options,
    component: lazyPage(load),
  }
}

const loadSearch = () => import('../pages/shop-page.tsx').then((module) => ({ default: module.SearchPage }))
const loadCategories = () => import('../pages/categories-page.tsx')
const loadWishlist = () => import('../pages/wishlist-page.tsx')
const loadAccount = () => import('../pages/account/account-page.tsx')
const loadPreCheck = () => import('../pages/pre-check/pre-check-page.tsx')
const loadCheckout = () => import('../pages/checkout/checkout-page.tsx')
const loadForgotPassword = () => import('../pages/forgot-password-page.tsx')
const loadChangePassword = () => import('../pages/change-password-page.tsx')
const loadSpecialOrder = () => import('../pages/special-order-page.tsx')

/**
 * All pages, for the router, the server, the build, the web servers' configurations and the sitemap. The first match is
 * rendered. A page is declared here, and its path in `config/paths.ts`.
 */
export const routes: readonly ShopRoute[] = [
  defineRoute('home', paths.home, store.tagline, () => import('../pages/home-page.tsx'), {
    rendering: 'data',
    queries: () => [bannersQuery(), sectionsQuery(), categoriesQuery()],
  }),
  defineRoute('shop', paths.shop, 'Shop', () => import('../pages/shop-page.tsx'), {
    description: 'Books, school supplies, electronics, fashion and things for the home, with prices in UGX.',
    rendering: 'data',
    queries: shopQueries,
    pageQueries: import.meta.env.SSR ? shopPageQueries : undefined,
    readsSearch: true,
  }),
  defineRoute('search', paths.search, 'Search', loadSearch, {
    ...hidden,
    rendering: 'data',
    queries: shopQueries,
    pageQueries: import.meta.env.SSR ? shopPageQueries : undefined,
    readsSearch: true,
    example: '/search?q=atlas',
    module: 'shop-page',
  }),
  defineRoute('categories', paths.categories, 'Categories', loadCategories, {
    rendering: 'data',
    queries: (_, search) => categoryQueries(readId(search.get('categoryId'))),
    readsSearch: true,
  }),
  defineRoute('category', '/categories/:id', null, loadCategories, {
    rendering: 'data',
    queries: (id) => categoryQueries(readId(id)),
    isMissing: import.meta.env.SSR ? isMissingCategory : undefined,
    prerenderedPages: import.meta.env.SSR ? categoryPages : undefined,
    readsSearch: true,
    example: '/categories/3',
    module: 'categories-page',
  }),
  defineRoute('product', '/product-details/:id', null, () => import('../pages/product-page.tsx'), {
    rendering: 'data',
    queries: (id) => [productQuery(id), categoriesQuery(), productCategoriesQuery(id)],
    isMissing: import.meta.env.SSR ? isMissingProduct : undefined,
    prerenderedPages: import.meta.env.SSR ? productPages : undefined,
    hasSkeleton: true,
    example: '/product-details/338',
  }),
  defineRoute('author', '/authors/:id', null, () => import('../pages/author-page.tsx'), {
    rendering: 'data',
    queries: (id) => [authorBooksQuery(id)],
    isMissing: import.meta.env.SSR ? isMissingAuthor : undefined,
    prerenderedPages: import.meta.env.SSR ? authorPages : undefined,
    readsSearch: true,
    example: '/authors/Chinua%20Achebe',
  }),
  defineRoute('wishlist', paths.wishlist, 'My Wishlist', loadWishlist, hidden),
  defineRoute('shared-wishlist', paths.sharedWishlist, 'A shared wishlist', loadWishlist, {
    ...hidden,
    example: '/customer/wish-list/shared?user=1',
    module: 'wishlist-page',
  }),
  defineRoute('pre-check', paths.preCheck, 'Delivery', loadPreCheck, hidden),
  defineRoute('checkout', paths.checkout, 'Checkout', loadCheckout, hidden),
  defineRoute('account', paths.account, 'My Account', loadAccount, hidden),
  defineRoute('account-from-checkout', paths.accountFromCheckout, 'My Account', loadAccount, {
    ...hidden,
    module: 'account-page',
  }),
  defineRoute('forgot-password', paths.forgotPassword, 'Forgot Password', loadForgotPassword, hidden),
  defineRoute('verify', paths.verify, 'Verify OTP', () => import('../pages/verify-page.tsx'), hidden),
  defineRoute('change-password', paths.changePassword, 'Change Password', loadChangePassword, hidden),
  defineRoute('special-order', paths.specialOrder, 'Special Order', loadSpecialOrder, {
    description: 'Ask us for anything that we do not have, and we send you a price and a date.',
  }),
  defineRoute('contact', paths.contact, 'Contact Us', () => import('../pages/contact-page.tsx'), {
    description: `Call, write or visit ${store.name} in ${store.town}, ${store.hours}.`,
    rendering: 'static',
  }),
  defineRoute('about', paths.about, 'About Us', () => import('../pages/about-page.tsx'), {
    description: `${store.name} is a bookshop in ${store.town} that delivers: what we sell, how we deliver and what we promise.`,
    rendering: 'static',
  }),
  defineRoute('terms', paths.terms, 'Terms and Conditions', () => import('../pages/terms-page.tsx'), {
    description: 'Orders, prices, payment, delivery and returns: the terms of our shop.',
    rendering: 'static',
  }),
  defineRoute('refund', paths.refund, 'Refund Policy', () => import('../pages/refund-page.tsx'), {
    description: `What can be returned within ${RETURN_DAYS} days of delivery, and how you get your money back.`,
    rendering: 'static',
  }),
  defineRoute('privacy', paths.privacy, 'Privacy', () => import('../pages/privacy-page.tsx'), {
    description: `What ${store.name} knows about you, who else sees it, how long we keep it and how you delete it.`,
    rendering: 'static',
  }),
  defineRoute('gift-card', paths.giftCard, 'Gift Cards', () => import('../pages/gift-card-page.tsx'), {
    description: 'Gift cards for books and school supplies.',
  }),
  defineRoute('school-list', paths.schoolList, 'School list', () => import('../pages/school-list-page.tsx'), {
    description: 'A school list with prices: add all of its items to your cart.',
  }),
  defineRoute('api', paths.apiDocs, 'API', () => import('../pages/api/api-page.tsx'), {
    description: 'Every request that this shop sends to its provider.',
    isHidden: !env.apiPage,
  }),
  defineRoute('not-found', '*', 'Page not found', () => import('../pages/not-found-page.tsx'), {
    ...hidden,
    rendering: 'static',
    example: '/nowhere',
  }),
]
