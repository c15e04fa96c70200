import type { Api, Resource } from '../src/api.ts'

type EndpointName = { [R in Resource]: `${R}.${keyof Api[R] & string}` }[Resource]
type ImageName = 'images.product' | 'images.storedProduct' | 'images.banner'

const EVERY_PAGE = 'every page'
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
  'wishlist.list': ['wishlist', 'shared-wishlist', ...LISTS],
  'wishlist.add': ['wishlist', ...LISTS],
  'wishlist.remove': ['wishlist', ...LISTS],
  'customer.info': ['account', ...CHECKOUT, 'special-order', 'wishlist', 'shared-wishlist'],
  'orders.list': ['account', 'checkout'],
  'orders.place': ['checkout'],
  'addresses.list': ['product', 'account', ...CHECKOUT],
  'addresses.add': ['account', 'pre-check'],
  'addresses.delete': ['account', 'pre-check'],
  // The cart in the header shows the host's minimum.
  'config.get': [EVERY_PAGE],
  'auth.login': ['account', 'account-from-checkout'],
  'auth.registration': ['account', 'account-from-checkout'],
  'auth.forgotPassword': ['forgot-password'],
  'auth.verifyToken': ['verify'],
  'auth.resetPassword': ['change-password'],
  'newsletter.subscribe': [EVERY_PAGE],
  'specialOrders.store': ['special-order'],
  'images.product': [...LISTS, 'wishlist', 'checkout', 'account'],
  'images.storedProduct': [...LISTS, 'wishlist', 'checkout', 'account'],
  'images.banner': ['home'],
}
