/**
 * The table of the shop's pages. Used by the boot script, the app's routes, the prerenderer, the build (hosting files,
 * preloaded chunks), the service worker, the scenarios of `npm run lab` and, through the built
 * renderer, the emulator.
 */
/** An API path that a page requests when it opens; `:id` is the id in the page's path. */
export type BootRequest =
  | '/banners'
  | '/homepage/sections'
  | '/categories'
  | '/categories/products/:id'
  | '/products/latest'
  | '/products/details/:id'

export type BootPage = {
  name: 'home' | 'shop' | 'category' | 'product'
  /** Matches the page's paths. Their second segment is `:id`. */
  path: RegExp
  /** Requests that the boot script sends, unless the cache key is in localStorage. The first response is painted. */
  requests: readonly (readonly [BootRequest, cacheKey?: string])[]
}

/**
 * The pages whose requests the boot script sends. A separate list of literals, so that tree shaking removes the other pages
 * from the script inlined into index.html, which saves 300 bytes (brotli).
 */
export const bootPages: readonly BootPage[] = [
  { name: 'product', path: /^\/product-details\/[^/]+\/?$/, requests: [['/products/details/:id']] },
  {
    name: 'category',
    path: /^\/categories\/[1-9]\d*\/?$/,
    requests: [['/categories/products/:id'], ['/categories', 'categories']],
  },
  {
    name: 'shop',
    path: /^\/shop$/,
    requests: [['/products/latest', 'latest_products']],
  },
  {
    name: 'home',
    path: /^\/$/,
    requests: [['/banners'], ['/homepage/sections', 'homepage_sections']],
  },
]

/** Returns `:id` from a path, '' without one; null for another or malformed path. Ignores case and a final slash. */
export function matchPattern(pattern: string, path: string): string | null {
  if (pattern === '*') return ''
  const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}/?$`, 'i').exec(path)
  if (match === null) return null
  const [, id = ''] = match
  try {
    // trap: the minifier removes a call whose result is not used.
    return decodeURIComponent(id) && id
  } catch {
    return null
  }
}

/** Whether a page is a step of the checkout. On these pages, header and footer show only the cart, the account and help. */
export const isCheckoutStep = (path: string): boolean => /^\/(pre-check|checkout)\/?$/.test(path)

/** Paths on the shop's origin that are not pages: API, payments, images and files. Used by the service worker. */
export const NOT_A_PAGE = /^\/(api\/v1|v3|__emulator|product|storage|assets)(\/|$)|\.\w+$/

export type ShopPage = {
  name: string
  /** Pattern of the page's paths: `:id` matches any segment, `*` any path. */
  pattern: string
  /** The page's heading; null if the heading is the name of its content. */
  title: string | null
  /** The module in `src/pages` that renders the page, without `-page.tsx`. */
  module: string
  /** An example path, for patterns with parameters. */
  example?: string
  /**
   * How the page is prerendered: `static` at build time, `prerendered` from API responses, or as a `skeleton` that the
   * boot script fills. Pages without this value are private to a shopper, and search engines do not index them.
   */
  rendering?: 'static' | 'prerendered' | 'skeleton'
}

/** All pages in matching order: the first match is rendered. */
export const pages = [
  { name: 'home', pattern: '/', title: 'Kitabo', module: 'home', rendering: 'skeleton' },
  { name: 'shop', pattern: '/shop', title: 'Shop', module: 'shop', rendering: 'skeleton' },
  { name: 'search', pattern: '/search', title: 'Search', module: 'shop', example: '/search?q=atlas' },
  {
    name: 'categories',
    pattern: '/categories',
    title: 'Categories',
    module: 'categories',
    rendering: 'prerendered',
  },
  {
    name: 'category',
    pattern: '/categories/:id',
    title: null,
    module: 'categories',
    example: '/categories/3',
    rendering: 'prerendered',
  },
  {
    name: 'product',
    pattern: '/product-details/:id',
    title: null,
    module: 'product',
    example: '/product-details/338',
    rendering: 'prerendered',
  },
  {
    name: 'author',
    pattern: '/authors/:id',
    title: null,
    module: 'author',
    example: '/authors/Chinua%20Achebe',
    rendering: 'prerendered',
  },
  { name: 'wishlist', pattern: '/wishlist', title: 'My Wishlist', module: 'wishlist' },
  {
    name: 'shared-wishlist',
    pattern: '/customer/wish-list/shared',
    title: 'My Wishlist',
    module: 'wishlist',
    example: '/customer/wish-list/shared?user=1',
  },
  { name: 'pre-check', pattern: '/pre-check', title: 'Delivery', module: 'pre-check' },
  { name: 'checkout', pattern: '/checkout', title: 'Checkout', module: 'checkout' },
  { name: 'account', pattern: '/my-account', title: 'My Account', module: 'account' },
  { name: 'account-from-checkout', pattern: '/myaccount', title: 'My Account', module: 'account' },
  {
    name: 'forgot-password',
    pattern: '/forgot-password',
    title: 'Forgot Password',
    module: 'forgot-password',
  },
  { name: 'verify', pattern: '/verify', title: 'Verify OTP', module: 'verify' },
  {
    name: 'change-password',
    pattern: '/change-password',
    title: 'Change Password',
    module: 'change-password',
  },
  { name: 'special-order', pattern: '/special-order', title: 'Special Order', module: 'special-order' },
  { name: 'contact', pattern: '/contact-us', title: 'Contact Us', module: 'contact', rendering: 'static' },
  { name: 'about', pattern: '/about-us', title: 'About Us', module: 'about', rendering: 'static' },
  {
    name: 'terms',
    pattern: '/terms-conditions',
    title: 'Terms and Conditions',
    module: 'terms',
    rendering: 'static',
  },
  {
    name: 'refund',
    pattern: '/refund-policy',
    title: 'Refund Policy',
    module: 'refund',
    rendering: 'static',
  },
  { name: 'gift-card', pattern: '/gift-card', title: 'Gift Cards', module: 'gift-card' },
  { name: 'school-list', pattern: '/list', title: 'School list', module: 'list' },
  { name: 'api', pattern: '/api', title: 'API', module: 'api' },
  { name: 'not-found', pattern: '*', title: 'Page not found', module: 'not-found', example: '/nowhere' },
] as const satisfies readonly ShopPage[]

export type PageName = (typeof pages)[number]['name']

/** Returns the paths of all pages without parameters that are rendered in one of the given ways. */
export function pathsRendered(...kinds: ShopPage['rendering'][]): string[] {
  return pages
    .filter(
      (page: ShopPage) => page.rendering && kinds.includes(page.rendering) && !page.pattern.includes(':'),
    )
    .map(({ pattern }) => pattern)
}

export const exampleOf = ({ pattern, example = pattern }: ShopPage): string => example
