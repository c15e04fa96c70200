import { api } from '../src/api.ts'
import type { Endpoint } from '../src/endpoint.ts'

/** The one request without --write that is not a GET, sent at most once and only with a password and no token. */
export const LOGIN = 'auth.login'

/** A picture folder of the host, judged like an endpoint although it is outside /api/v1. */
export type ImagePlace = { name: string; path: `/${string}`; what: string; readOnly: string }

const PUBLIC_FILE = 'a public file'

export const IMAGE_PLACES: readonly ImagePlace[] = [
  {
    name: 'images.product',
    path: '/product/{file}',
    what: 'product pictures, the first place',
    readOnly: PUBLIC_FILE,
  },
  {
    name: 'images.storedProduct',
    path: '/storage/product/{file}',
    what: 'product pictures, the second place',
    readOnly: PUBLIC_FILE,
  },
  { name: 'images.banner', path: '/storage/banner/{file}', what: 'banner pictures', readOnly: PUBLIC_FILE },
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

/**
 * The GETs that a run without --write may send, each with the reason from its declaration. A GET that is not here is
 * not sent to a live host, whatever a case asks for.
 */
export const READS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(ENDPOINTS), ...IMAGE_PLACES.map((place) => [place.name, place] as const)].flatMap(
    ([name, { readOnly }]) => (readOnly === undefined ? [] : [[name, readOnly]]),
  ),
)

/** Whether a request may be sent. The last check before every send, independent of what was planned. */
export function isPermitted(
  name: string,
  method: string,
  options: { write: boolean; isEmulator: boolean },
): boolean {
  if (method === 'GET') return options.isEmulator || Object.hasOwn(READS, name)
  // A preflight asks for permission and reaches no action; the session sends it without a token and without a body.
  if (method === 'OPTIONS') return Object.hasOwn(ENDPOINTS, name)
  if (name === LOGIN && method === 'POST') return true
  return options.write && Object.hasOwn(ENDPOINTS, name)
}
