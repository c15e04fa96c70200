import { API_PREFIX } from '../src/client.ts'
import { behaviour, type EarlierResponses, type Probe } from '../src/probe.ts'
import { field, idOf, idsOf, lastPart, objectsOf, productsOf, totalOf } from './extract.ts'

const LATEST = `${API_PREFIX}/products/latest`
const LIMIT = 4
/** A word that occurs in no product name. */
const UNKNOWN_WORD = 'zzqxvwkj'
const PUBLIC = 'a public list, requested as the shop does'

/** Returns the response from an endpoint if it contains products, otherwise null. */
function full(earlier: EarlierResponses, name: string) {
  const response = earlier.response(name)
  return response && totalOf(response.body) > 0 && productsOf(response.body).length > 0 ? response : null
}

type StableList = {
  /** Returns the keys of the rows. Defaults to the ids of the products or of a bare list. */
  keysOf?: (body: unknown) => readonly (string | null)[]
  /** Whether the second page is requested too, whose total must be the same. */
  hasPages?: boolean
  as?: 'customer'
}

const SECOND_PAGE = 'limit=1&offset=2'
const withSecondPage = (path: string) => `${path}${path.includes('?') ? '&' : '?'}${SECOND_PAGE}`

/**
 * Declares that the same request returns the rows in the same order, and that all pages have the same total.
 * @param path shown by --dry-run; the path of the earlier request is sent
 */
function stableList(name: string, path: string, where: string, options: StableList = {}): Probe {
  const { keysOf = (body) => idsOf(productsOf(body)), hasPages = false, as } = options
  const withPages = (url: string) => [url, ...(hasPages ? [withSecondPage(url)] : [])]
  return {
    name,
    title: 'returns the same rows in the same order again',
    comparesAttempts: true,
    reason: 'a request of this run, sent again',
    ...(as ? { as } : {}),
    sends: withPages(API_PREFIX + path).map((url) => `GET ${url}`),
    requests: (earlier) => {
      const response = earlier.response(name)
      if (!response || keysOf(response.body).length < 2) return null
      return withPages(response.path).map((again) => ({ path: again }))
    },
    validate: ([response, page], earlier) => {
      const [before = [], after = []] = [earlier.response(name)?.body, response?.body].map(keysOf)
      // Rows that others have added or removed in the meantime are not compared.
      const common = before.filter((id) => after.includes(id))
      const found = after.filter((id) => before.includes(id))
      if (String(found) !== String(common) || common.length * 2 < before.length)
        return behaviour('unstable', where, 'the same response to the same request', 'a different response')
      return page && totalOf(page.body) !== totalOf(response?.body)
        ? behaviour('total', '$.total_size', 'the same total on every page', 'a different total')
        : []
    },
  }
}

/** Returns a key for each section and each of its items. */
const keysOfSections = (body: unknown) =>
  objectsOf(field(body, 'data')).flatMap(({ id, items }) =>
    ['', ...idsOf(objectsOf(items))].map((item) => `${id}/${item}`),
  )

const STABLE_LISTS: readonly Probe[] = [
  stableList('products.latest', '/products/latest', '$.products', { hasPages: true }),
  stableList('categories.list', '/categories', '$'),
  stableList('banners.list', '/banners', '$'),
  stableList('homepage.sections', '/homepage/sections', '$.data', { keysOf: keysOfSections }),
  stableList('categories.products', '/categories/products/{category}', '$'),
  stableList('products.search', '/products/search?name={word}', '$.products', { hasPages: true }),
  stableList('categories.childes', '/categories/childes/{category}', '$'),
  stableList('wishlist.list', '/customer/wish-list', '$.products', { hasPages: true, as: 'customer' }),
  stableList('addresses.list', '/customer/address/list', '$', { as: 'customer' }),
  stableList('orders.list', '/customer/order/list', '$', { as: 'customer' }),
]

/** Probes for pagination, order, search and totals. */
export const LIST_PROBES: readonly Probe[] = [
  {
    name: 'products.latest',
    title: 'respects limit and offset, and pages do not overlap',
    reason: PUBLIC,
    sends: [1, 2].map((page) => `GET ${LATEST}?limit=${LIMIT}&offset=${page}`),
    requests: (earlier) => {
      const response = full(earlier, 'products.latest')
      if (!response || totalOf(response.body) < 2 * LIMIT) return null
      return [1, 2].map((page) => ({ path: `${LATEST}?limit=${LIMIT}&offset=${page}` }))
    },
    validate: (responses) => {
      const [first = [], second = []] = responses.map(({ body }) => idsOf(productsOf(body)))
      if (first.length > LIMIT || second.length > LIMIT)
        return behaviour('limit', '$.products', `at most ${LIMIT} products`, 'more products')
      if (second.length === 0)
        return behaviour('pages', '$.products', 'products on the second page', 'empty array')
      const [total, ...others] = responses.map(({ body }) => totalOf(body))
      if (others.some((other) => other !== total))
        return behaviour('total', '$.total_size', 'the same total on every page', 'a different total')
      return second.some((id) => first.includes(id))
        ? behaviour(
            'pages',
            '$.products[].id',
            'different products on the second page',
            'products of the first page',
          )
        : []
    },
  },
  {
    name: 'products.latest',
    title: 'returns no products after the last page',
    reason: PUBLIC,
    sends: [`GET ${LATEST}?limit=${LIMIT}&offset=99999`],
    requests: (earlier) =>
      full(earlier, 'products.latest') ? [{ path: `${LATEST}?limit=${LIMIT}&offset=99999` }] : null,
    validate: ([response]) =>
      productsOf(response?.body).length > 0
        ? behaviour('pages', '$.products', 'empty array after the last page', 'products')
        : [],
  },
  ...STABLE_LISTS,
  {
    name: 'products.search',
    title: 'finds products by a word in their title',
    reason: 'compares responses of this run',
    sends: [],
    requests: (earlier) =>
      full(earlier, 'products.latest') && earlier.response('products.search') ? [] : null,
    validate: (_, earlier) =>
      productsOf(earlier.response('products.search')?.body).length === 0
        ? behaviour('search', '$.products', 'the product with the word in its title', 'empty array')
        : [],
  },
  {
    name: 'products.search',
    title: 'does not return all products for an unknown word',
    reason: 'a public search, sent without a token',
    sends: [`GET ${API_PREFIX}/products/search?name=${UNKNOWN_WORD}`],
    requests: (earlier) =>
      full(earlier, 'products.latest')
        ? [{ path: `${API_PREFIX}/products/search?name=${UNKNOWN_WORD}` }]
        : null,
    validate: ([response], earlier) => {
      const total = totalOf(earlier.response('products.latest')?.body)
      return productsOf(response?.body).length > 0 && totalOf(response?.body) >= total
        ? behaviour('search', '$.total_size', 'fewer than all products', 'all products')
        : []
    },
  },
]

/** An id that is not used on any host. */
const UNKNOWN_ID = '999999999'
const DETAILS = `${API_PREFIX}/products/details`

/** Returns two listed products whose details have not been requested. */
function listedIds(earlier: EarlierResponses): string[] {
  const requested = lastPart(earlier.response('products.details')?.path ?? '')
  const ids = idsOf(productsOf(earlier.response('products.latest')?.body))
  return [...new Set(ids)].filter((id): id is string => id !== null && id !== requested).slice(0, 2)
}

function unknownCategory(name: string, path: string): Probe {
  const requested = `${API_PREFIX}${path}/${UNKNOWN_ID}`
  return {
    name,
    title: 'returns an empty list for an unknown category',
    reason: 'a public list; old links may contain such an id',
    sends: [`GET ${requested}`],
    requests: () => [{ path: requested }],
    validate: ([response]) =>
      objectsOf(response?.body).length > 0
        ? behaviour('unknown-id', '$', 'empty array for an unknown category', 'categories or products')
        : [],
  }
}

/** Probes for ids. The host must reject unknown ids and return the details of listed ones. */
export const ID_PROBES: readonly Probe[] = [
  {
    name: 'products.details',
    title: 'returns an error for an unknown product',
    reason: 'a public page; old links may contain such an id',
    sends: [`GET ${DETAILS}/${UNKNOWN_ID}`],
    // Source R4: later builds return 404.
    requests: () => [{ path: `${DETAILS}/${UNKNOWN_ID}`, mayBeMissing: true }],
    validate: ([response]) =>
      response?.status === 200 && field(response.body, 'errors') === undefined
        ? behaviour('unknown-id', '$', 'an error for an unknown product', 'a product')
        : [],
  },
  {
    name: 'products.details',
    title: 'returns the details of listed products',
    reason: 'public pages of listed products',
    sends: [`GET ${DETAILS}/{product}`, `GET ${DETAILS}/{product}`],
    requests: (earlier) => {
      const ids = listedIds(earlier)
      return ids.length === 2 ? ids.map((id) => ({ path: `${DETAILS}/${id}` })) : null
    },
    validate: (responses, earlier) => {
      const details = earlier.response('products.details')
      const ids = listedIds(earlier)
      const shown = responses.map(({ body }) => idOf(field(field(body, 'product'), 'id')))
      // One of the products may have been removed in the meantime, so this is a finding only if both are missing.
      if (shown.every((id) => id === null))
        return behaviour('unresolved', '$', 'the listed product', 'an error')
      const first = details ? idOf(field(field(details.body, 'product'), 'id')) : null
      const isOther = shown.some((id, index) => id !== null && id !== ids[index])
      return isOther || (details !== null && first !== lastPart(details.path))
        ? behaviour('unresolved', '$.product.id', 'the requested product', 'a different product')
        : []
    },
  },
  unknownCategory('categories.products', '/categories/products'),
  unknownCategory('categories.childes', '/categories/childes'),
]
