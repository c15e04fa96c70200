/** The paths of the shop's pages; all links are built here. */
export const paths = {
  home: '/',
  shop: '/shop',
  product: (id: number | string) => `/product-details/${encodeURIComponent(String(id))}`,
  author: (name: string) => `/authors/${encodeURIComponent(name)}`,
  categories: '/categories',
  /** A category's canonical path, for search engines and shared links. Links within the shop use `categoryPath`. */
  category: (id: number | string) => `/categories/${encodeURIComponent(String(id))}`,
  checkout: '/checkout',
  preCheck: '/pre-check',
  account: '/my-account',
  /** The second spelling of the account route; the checkout's redirect uses it. */
  accountFromCheckout: '/myaccount',
  forgotPassword: '/forgot-password',
  verify: '/verify',
  changePassword: '/change-password',
  wishlist: '/wishlist',
  sharedWishlist: '/customer/wish-list/shared',
  specialOrder: '/special-order',
  contact: '/contact-us',
  about: '/about-us',
  terms: '/terms-conditions',
  refund: '/refund-policy',
  privacy: '/privacy',
  giftCard: '/gift-card',
  /** A school list, encoded in the URL's fragment. */
  schoolList: '/list',
  search: '/search',
  apiDocs: '/api',
} as const

/** Returns `/categories?categoryId=3`, which can be shared, unlike navigation state. */
export function categoryPath(id: number | string): string {
  return `${paths.categories}?categoryId=${encodeURIComponent(String(id))}`
}

/** Returns `/shop?q=atlas`. */
export function shopSearchPath(query: string): string {
  return `${paths.shop}?q=${encodeURIComponent(query)}`
}

/** The query parameters of the filters. */
export const FILTER_KEYS = ['class', 'price', 'stock'] as const

/** The query parameters that select the content of a list, in the order of its canonical URL. */
export const LIST_PARAMETERS = ['q', 'categoryId', ...FILTER_KEYS, 'sort', 'page'] as const

/**
 * Returns the canonical path of a list, without query parameters of others, such as campaigns.
 * @param query the search of a list whose URL does not contain it
 */
export function canonicalListPath(path: string, params: URLSearchParams, query?: string): string {
  const own = new URLSearchParams()
  for (const name of LIST_PARAMETERS) {
    const value = params.get(name) ?? (name === 'q' ? query : undefined)
    if (value) own.set(name, value)
  }
  const written = String(own)
  return written === '' ? path : `${path}?${written}`
}

/**
 * Whether a page is a step of the checkout. On these pages, header and footer show only the cart, the account and help.
 */
export const isCheckoutStep = (path: string): boolean => /^\/(pre-check|checkout)\/?$/.test(path)

/** Paths on the shop's origin that are not pages: API, payments, images and files. Used by the service worker. */
export const NOT_A_DOCUMENT = /^\/(api\/v1|v3|__emulator|product|storage|assets)(\/|$)|\.\w+$/
