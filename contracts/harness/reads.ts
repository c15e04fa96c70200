import { api } from '../src/api.ts'
import type { Endpoint } from '../src/endpoint.ts'

/**
 * Everything that a run without --write may send, each with the reason why it does no harm. A GET that is not here
 * is not sent, whatever a case asks for: a read can have side effects (a counter, "mark as read", a token by GET).
 */
export const READS: Readonly<Record<string, string>> = {
  'config.get': 'settings, the same for everybody',
  'banners.list': 'a public list',
  'homepage.sections': 'a public list',
  'categories.list': 'a public list',
  'categories.products': 'a public list; the family counts no views',
  'categories.childes': 'a public list',
  'products.latest': 'a public list',
  'products.details': 'one public product; the family counts no views there',
  'products.search':
    'a public search; later builds may keep the word for the customer, we send no token with it',
  'customer.info': 'the test customer’s own row; nothing is marked',
  'wishlist.list': 'the test customer’s own list',
  'addresses.list': 'the test customer’s own list',
  'orders.list': 'the test customer’s own list; nothing is marked as seen',
  'images.product': 'a public file',
  'images.storedProduct': 'a public file',
  'images.banner': 'a public file',
}

/** The one request without --write that is not a GET, sent at most once and only with a password and no token. */
export const LOGIN = 'auth.login'

/** A picture folder of the host, judged like an endpoint although it lies outside /api/v1. */
export type ImagePlace = { name: string; path: `/${string}`; what: string }

export const IMAGE_PLACES: readonly ImagePlace[] = [
  { name: 'images.product', path: '/product/{file}', what: 'product pictures, the first place' },
  {
    name: 'images.storedProduct',
    path: '/storage/product/{file}',
    what: 'product pictures, the second place',
  },
  { name: 'images.banner', path: '/storage/banner/{file}', what: 'banner pictures' },
]

/** `products.latest` -> its declaration, for every declared endpoint. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(api).flatMap(([resource, byName]) =>
    Object.entries(byName as Record<string, Endpoint>).map(([name, declared]) => [
      `${resource}.${name}`,
      declared,
    ]),
  ),
)

/** Whether a request may leave. The last word before every send, whoever has planned it. */
export function isPermitted(name: string, method: string, options: { write: boolean }): boolean {
  if (method === 'GET') return Object.hasOwn(READS, name)
  if (name === LOGIN && method === 'POST') return true
  return options.write && Object.hasOwn(ENDPOINTS, name)
}
