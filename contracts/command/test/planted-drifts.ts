import { SIZE_LIMIT } from '../../src/json-text.ts'
import {
  closeConnection,
  editJson,
  editValue,
  mutateAfterFirst,
  mutatePath,
  nestObjects,
  PAGE,
  replaceBody,
  rewritePath,
  rotateList,
  setHeader,
  setStatus,
  setValue,
  withoutToken,
} from './mutation.ts'
import type { Mutate } from './planted-host.ts'

const CORS = 'access-control-allow-'

/** A mutation of an endpoint's responses, and its only finding: class, rule and path. */
export type Drift = [endpoint: string, finding: string, title: string, mutate: Mutate]

/** One mutation for each rule about a single response, where the cases and image folders evaluate it. */
export const listResponseDrifts = (token: string): readonly Drift[] => [
  [
    'config.get',
    'behaviour bounds $.delivery_management.shipping_per_km',
    'a negative rate',
    setValue('$.delivery_management.shipping_per_km', -500),
  ],
  ['banners.list', 'behaviour secret $[].password', 'a hash', setValue('$[].password', '$2y$10$abcdefgh')],
  [
    'orders.list',
    'behaviour enum-value $[].order_status',
    'a new enum value',
    setValue('$[].order_status', 'refunded'),
  ],
  [
    'orders.list',
    'breaking format $[].details[].product_details',
    'no JSON',
    setValue('$[].details[].product_details', '{"name":'),
  ],
  ['customer.info', 'breaking missing $.message', 'another error body', withoutToken(replaceBody('{}'))],
  [
    'config.get',
    'behaviour cache $headers.cache-control',
    'a second too long',
    setHeader('cache-control', 'max-age=3601'),
  ],
  [
    'customer.info',
    'behaviour cache $headers.cache-control',
    'shared caching',
    setHeader('cache-control', 'public'),
  ],
  [
    'addresses.list',
    'behaviour access $status',
    'no token required',
    withoutToken((_, __, handle) => handle({ authorization: `Bearer ${token}` })),
  ],
  ['homepage.sections', 'breaking refused $.success', 'a reported failure', setValue('$.success', false)],
  [
    'products.details',
    'breaking refused $',
    'an error for every product',
    editJson(() => ({ errors: { code: 'a', message: 'b' } })),
  ],
  [
    'banners.list',
    'breaking unreadable $',
    'four million nested levels',
    replaceBody('['.repeat(3.9e6) + ']'.repeat(3.9e6)),
  ],
  [
    'config.get',
    'breaking unreadable $',
    'a deep undeclared field',
    (response, ...call) =>
      replaceBody(response.body.toString().replace('{', `{"deep":${nestObjects(1e5)},`))(response, ...call),
  ],
  [
    'images.banner',
    'behaviour content-type $headers.content-type',
    'an HTML page',
    replaceBody(PAGE, 'text/html'),
  ],
  ['images.storedProduct', 'breaking image $', 'an empty image', replaceBody('')],
  ['banners.list', 'breaking null $[].image_fullpath', 'null', setValue('$[].image_fullpath', null)],
  ['customer.info', 'breaking type $.email', 'another type', setValue('$.email', 7)],
  ['customer.info', 'breaking unsafe-number $.id', 'an unsafe integer', setValue('$.id', 2 ** 53)],
  ['banners.list', 'breaking not-json $', 'a page instead of JSON', replaceBody(PAGE)],
  ['banners.list', 'breaking cut-short $', 'half a body', replaceBody('[{"id":')],
  ['banners.list', 'breaking too-large $', 'a huge body', replaceBody(`[${' '.repeat(SIZE_LIMIT)}]`)],
  [
    'banners.list',
    'breaking encoding $',
    'a body in Latin-1',
    replaceBody(Buffer.from('["\xe9"]', 'latin1')),
  ],
  ['banners.list', 'behaviour redirect $redirect', 'a redirect', setStatus(302)],
  ['banners.list', `behaviour cors $headers.${CORS}origin`, 'no CORS', setHeader(`${CORS}origin`, null)],
  ['banners.list', 'behaviour no-response $connection', 'a closed connection', closeConnection],
]

const LATER = /offset=2/
const more = editValue('$.total_size', (total) => total + 3)

/** One mutation for each result of each probe. */
export const PROBES: readonly Drift[] = [
  [
    'products.latest',
    'behaviour limit $.products',
    'a limit that is ignored',
    rewritePath(/limit=4&offset=1|limit=4&/, ''),
  ],
  [
    'products.latest',
    'behaviour pages $.products[].id',
    'a page number that is ignored',
    rewritePath(/offset=\d+/, 'offset=1'),
  ],
  [
    'products.latest',
    'behaviour pages $.products',
    'no second page',
    mutatePath(LATER, setValue('$.products', [])),
  ],
  [
    'products.latest',
    'behaviour pages $.products',
    'rows after the last page',
    rewritePath('offset=99999', 'offset=1'),
  ],
  [
    'products.latest',
    'behaviour unstable $.products',
    'another order each time',
    mutatePath(/latest$/, rotateList('$.products')),
  ],
  [
    'products.search',
    'behaviour unstable $.products',
    'another order each time',
    mutatePath(/name=(?!z)[^&]*$/, rotateList('$.products')),
  ],
  [
    'wishlist.list',
    'behaviour unstable $.products',
    'another order each time',
    mutatePath(/list$/, rotateList('$.products')),
  ],
  ['categories.list', 'behaviour unstable $', 'another order each time', rotateList('$')],
  ['banners.list', 'behaviour unstable $', 'another order each time', rotateList('$')],
  ['homepage.sections', 'behaviour unstable $.data', 'another order each time', rotateList('$.data')],
  [
    'homepage.sections',
    'behaviour unstable $.data',
    'items in another order each time',
    rotateList('$.data[].items'),
  ],
  ['products.latest', 'behaviour total $.total_size', 'another total on page 2', mutatePath(LATER, more)],
  ['products.search', 'behaviour total $.total_size', 'another total on page 2', mutatePath(LATER, more)],
  ['wishlist.list', 'behaviour total $.total_size', 'another total on page 2', mutatePath(LATER, more)],
  [
    'products.latest',
    'behaviour total $.total_size',
    'fewer rows than its total',
    editValue('$.total_size', (total) => total + 40),
  ],
  [
    'products.latest',
    'behaviour pages $.products',
    'a row that no page has',
    mutatePath(
      /limit=4&offset=2/,
      editValue('$.products', ([first, ...rows]) => [{ ...first, id: 99_999 }, ...rows]),
    ),
  ],
  [
    'products.search',
    'behaviour search $.total_size',
    'a search that depends on case',
    rewritePath(/name=[A-Z]+$/, 'name=qqqqzzzz'),
  ],
  [
    'products.search',
    'behaviour search $.total_size',
    'a search for all words',
    rewritePath(/name=\w+\+\w+$/, 'name=qqqqzzzz'),
  ],
  [
    'banners.list',
    'behaviour unresolved $[].product_id',
    'a product that does not exist',
    editValue('$[].product_id', (_, banner) => Object.assign(banner, { category_id: null }) && 888_888),
  ],
  [
    'homepage.sections',
    'behaviour unresolved $.data[].items[].id',
    'a product that does not exist',
    editJson(({ data }) => void Object.assign(data[0].items[0], { id: 888_888 })),
  ],
  [
    'products.search',
    'behaviour search $.total_size',
    'all products for any word',
    rewritePath(/name=[^&]*/, ''),
  ],
  [
    'products.search',
    'behaviour search $.products',
    'no product for any word',
    rewritePath(/name=[^&]*/, 'name=qqqqzzzz'),
  ],
  [
    'products.search',
    'behaviour search $.products',
    'products without the word',
    rewritePath(/name=(?!z)[^&]*/, 'name=pencil'),
  ],
  [
    'products.search',
    'behaviour pages $.products[].id',
    'a page number that is ignored',
    rewritePath(/offset=\d+/, 'offset=1'),
  ],
  [
    'products.search',
    'behaviour limit $.products',
    'a limit that is ignored',
    rewritePath('limit=1&offset=2', ''),
  ],
  [
    'wishlist.list',
    'behaviour pages $.products[].id',
    'a page number that is ignored',
    rewritePath(/offset=\d+/, 'offset=1'),
  ],
  ['products.details', 'behaviour unknown-id $', 'a product for every id', rewritePath('999999999', '7')],
  [
    'products.details',
    'behaviour relation $.product.id',
    'the same product for every id',
    mutatePath(/\/(?!9{9})\d+$/, rewritePath(/\d+$/, '7')),
  ],
  [
    'products.details',
    'behaviour unresolved $',
    'errors for listed products',
    mutateAfterFirst(rewritePath(/\d+$/, '999999999')),
  ],
  [
    'categories.childes',
    'breaking status $status',
    'a vanished list',
    mutatePath(/childes\/(?!9{9})/, setStatus(404)),
  ],
  [
    'categories.products',
    'behaviour unknown-id $',
    'products of an unknown category',
    rewritePath('999999999', '1'),
  ],
  [
    'categories.childes',
    'behaviour unknown-id $',
    'children of an unknown category',
    rewritePath('999999999', '1'),
  ],
  [
    'products.latest',
    'behaviour address $.products[].image_fullpath[]',
    'image URLs that do not exist',
    editValue('$.products[].image_fullpath', ([link]) => [link.replace('/storage/', '/media/')]),
  ],
  [
    'images.product',
    'behaviour unknown-image $status',
    'an image for every name',
    mutatePath(/contract-test-unknown/, (response) => ({
      ...response,
      status: 200,
      headers: { 'content-type': 'image/webp' },
      body: Buffer.from('RIFF0000WEBP'),
    })),
  ],
]

/** One mutation for each permission that a preflight must contain. */
export const PREFLIGHTS: readonly Drift[] = [
  ['customer.info', 'behaviour preflight $status', 'a rejected preflight', setStatus(405)],
  ...[
    ['auth.login', 'origin', 'another origin', 'https://a.example'],
    ['customer.info', 'headers', 'not the token', 'content-type'],
    ['orders.place', 'headers', 'no Idempotency-Key', 'authorization, content-type'],
    ['wishlist.remove', 'methods', 'no DELETE', 'GET, POST'],
  ].map(([endpoint = '', header, title = '', value = '']): Drift => {
    return [endpoint, `behaviour preflight $headers.${CORS}${header}`, title, setHeader(CORS + header, value)]
  }),
]
