/** Every address of the shop. Links are made here and nowhere else. */
export const paths = {
  home: '/',
  shop: '/shop',
  product: (id: number | string) => `/product-details/${encodeURIComponent(String(id))}`,
  categories: '/categories',
  /** A category as a page of its own, for search engines and shared links; the shop's own links use `categoryPath`. */
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
  /** Where a shared wish-list link lands. */
  sharedWishlist: '/customer/wish-list/shared',
  specialOrder: '/special-order',
  contact: '/contact-us',
  about: '/about-us',
  terms: '/terms-conditions',
  refund: '/refund-policy',
  giftCard: '/gift-card',
  /** A school list, which is whole in the fragment behind it. */
  list: '/list',
  /** The school lists that the shop publishes. */
  schoolLists: '/school-lists',
  /** A quotation for such a list. */
  quotation: '/quotation',
  search: '/search',
  apiDocs: '/api',
} as const

/** `/categories?categoryId=3`: the same as the navigation state, in a form that can be shared. */
export function categoryPath(id: number | string): string {
  return `${paths.categories}?categoryId=${encodeURIComponent(String(id))}`
}

/** `/shop?q=atlas`. */
export function shopSearchPath(query: string): string {
  return `${paths.shop}?q=${encodeURIComponent(query)}`
}

/** A WhatsApp link with a prepared message. Without a number the shopper chooses the recipient. */
export function whatsappAddress(text: string, number = ''): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
