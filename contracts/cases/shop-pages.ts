import type { Api, Resource } from '../src/api.ts'

type EndpointName = { [R in Resource]: `${R}.${keyof Api[R] & string}` }[Resource]
type ImageName = 'images.product' | 'images.storedProduct' | 'images.banner'

const EVERY_PAGE = 'every page'
/** The same page with two paths. */
const ACCOUNT = ['account', 'account-from-checkout']
const CHECKOUT = ['pre-check', 'checkout']
const LISTS = ['home', 'shop', 'search', 'category', 'author', 'product']

/** The pages of the shop that request each endpoint, by their names in `web/src/app/routes.ts`. */
export const SHOP_PAGES: Readonly<Record<EndpointName | ImageName, readonly string[]>> = {
  'banners.list': ['home'],
  'homepage.sections': ['home'],
  'categories.list': [EVERY_PAGE],
  'categories.products': ['shop', 'search', 'categories', 'category', 'author', 'product', 'wishlist'],
  'categories.childes': ['category'],
  'products.latest': ['home', 'shop', 'search'],
  'products.details': ['product', ...CHECKOUT, 'wishlist', 'school-list'],
  'products.search': ['search', 'school-list'],
  // The header shows the list, and sends changes that were made offline.
  'wishlist.list': [EVERY_PAGE],
  'wishlist.add': [EVERY_PAGE],
  'wishlist.remove': [EVERY_PAGE],
  'customer.info': [...ACCOUNT, ...CHECKOUT, 'special-order', 'contact', 'wishlist', 'shared-wishlist'],
  'orders.list': [...ACCOUNT, 'checkout'],
  'orders.place': ['checkout'],
  'addresses.list': ['product', ...ACCOUNT, ...CHECKOUT],
  'addresses.add': [...ACCOUNT, 'pre-check'],
  'addresses.delete': [...ACCOUNT, 'pre-check'],
  // The cart in the header shows the host's minimum.
  'config.get': [EVERY_PAGE],
  'auth.login': ACCOUNT,
  'auth.registration': ACCOUNT,
  'auth.forgotPassword': ['forgot-password'],
  'auth.verifyToken': ['verify'],
  'auth.resetPassword': ['change-password'],
  'newsletter.subscribe': [EVERY_PAGE],
  'specialOrders.store': ['special-order'],
  'images.product': [...LISTS, 'wishlist', 'checkout', 'account'],
  'images.storedProduct': [...LISTS, 'wishlist', 'checkout', 'account'],
  'images.banner': ['home'],
}
