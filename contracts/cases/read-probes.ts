import { API_PREFIX } from '../src/client.ts'
import { type EarlierResponses, listFinding, type Probe, type ProbeResponse } from '../src/probe.ts'
import type { Finding } from '../src/schema/finding.ts'
import { field, idOf, idsOf, lastPart, objectsOf, productsOf, totalOf, wordOf } from './extract.ts'

const LATEST = `${API_PREFIX}/products/latest`
const LIMIT = 4
/** A word that occurs in no product name. */
const UNKNOWN_WORD = 'zzqxvwkj'
const PUBLIC = 'a public list, requested as the shop does'

/** Returns the response from an endpoint if it contains products, otherwise null. */
function findProductResponse(earlier: EarlierResponses, name: string) {
  const response = earlier.response(name)
  return response && totalOf(response.body) > 0 && productsOf(response.body).length > 0 ? response : null
}

/**
 * Checks the first two pages and the last one of a list against each other, its total, and its rows without a limit.
 */
function checkPages(responses: readonly ProbeResponse[], unlimited: unknown): Finding[] {
  const [first = [], second = [], last = []] = responses.map(({ body }) => idsOf(productsOf(body)))
  const [total = 0, ...laterTotals] = responses.map(({ body }) => totalOf(body))
  if (first.length > LIMIT || second.length > LIMIT)
    return listFinding('limit', '$.products', `at most ${LIMIT} products`, 'more products')
  if (second.length === 0)
    return listFinding('pages', '$.products', 'products on the second page', 'empty array')
  if (laterTotals.some((other) => other !== total))
    return listFinding('total', '$.total_size', 'the same total on every page', 'a different total')
  if (second.some((id) => first.includes(id)))
    return listFinding(
      'pages',
      '$.products[].id',
      'other products on the second page',
      'products of the first page',
    )
  const rows = LIMIT * (Math.ceil(total / LIMIT) - 1) + last.length
  if (first.length < LIMIT || rows !== total)
    return listFinding('total', '$.total_size', `the number of rows on all pages: ${rows}`, String(total))
  // Products may be added between two requests, so only those that both responses contain are compared.
  const listedIds = idsOf(productsOf(unlimited))
  const end = listedIds.indexOf(second.at(-1) ?? null)
  const missing = listedIds.slice(0, end).filter((id) => !first.includes(id) && !second.includes(id))
  return missing.length > 0
    ? listFinding(
        'pages',
        '$.products',
        'every listed product on a page',
        `without ${missing.length} of them`,
      )
    : []
}

/** Returns the words of the run's search and of a listed product, whose order and case must not matter. */
function findSearchWords(earlier: EarlierResponses): [string, string] | null {
  const { path = '' } = findProductResponse(earlier, 'products.search') ?? {}
  const word = new URLSearchParams(path.split('?')[1]).get('name')
  const names = productsOf(earlier.response('products.latest')?.body).map(({ name }) => wordOf(name))
  const other = names.find((name) => name !== null && name !== word && earlier.isSendable(name))
  return word && other ? [word, other] : null
}

/** Returns the first id that a list of this run does not contain. */
function findUnlistedId(
  ids: readonly (string | null)[],
  list: readonly Record<string, unknown>[],
): string | undefined {
  const listedIds = new Set(idsOf(list))
  return ids.find((id) => id !== null && !listedIds.has(id)) ?? undefined
}

/** The paths that probes of product lists read. */
const READS = ['$.products[].id', '$.total_size']

type StableList = {
  /** Returns the keys of the rows. Defaults to the ids of the products or of a bare list. */
  keysOf?: (body: unknown) => readonly (string | null)[]
  /** Whether the second page is requested too, with a limit of one row. Its total must be the same. */
  hasPages?: boolean
  /** The paths of the keys. Defaults to the ids at the list's path. */
  reads?: readonly string[]
  as?: 'customer'
}

const SECOND_PAGE = 'limit=1&offset=2'
const withSecondPage = (path: string) => `${path}${path.includes('?') ? '&' : '?'}${SECOND_PAGE}`

export const STABLE_TITLE = 'returns the same rows in the same order again'

/**
 * Declares that the same request returns the rows in the same order, and that pages differ and have the same total.
 * @param path shown by --dry-run; the path of the earlier request is sent
 */
function stableListProbe(name: string, path: string, where: string, options: StableList = {}): Probe {
  const { keysOf = (body) => idsOf(productsOf(body)), hasPages = false, as } = options
  const { reads = [`${where}[].id`, '$.total_size'] } = options
  const withPages = (url: string) => [url, ...(hasPages ? [withSecondPage(url)] : [])]
  return {
    name,
    title: STABLE_TITLE,
    comparesAttempts: true,
    reads,
    reason: 'a request of this run, sent again',
    ...(as ? { as } : {}),
    sends: withPages(API_PREFIX + path).map((url) => `GET ${url}`),
    requests: (earlier) => {
      const response = earlier.response(name)
      if (!response || keysOf(response.body).length < 2) return null
      return withPages(response.path).map((again) => ({ path: again }))
    },
    check: ([response, page], earlier) => {
      const [before = [], after = []] = [earlier.response(name)?.body, response?.body].map(keysOf)
      // Rows that others have added or removed in the meantime are not compared.
      const common = before.filter((id) => after.includes(id))
      const laterIds = after.filter((id) => before.includes(id))
      if (String(laterIds) !== String(common) || common.length * 2 < before.length)
        return listFinding('unstable', where, 'the same response to the same request', 'a different response')
      if (!page) return []
      if (totalOf(page.body) !== totalOf(response?.body))
        return listFinding('total', '$.total_size', 'the same total on every page', 'a different total')
      const rows = keysOf(page.body)
      if (rows.length > 1) return listFinding('limit', where, 'one row', 'more rows')
      return rows.length === 1 && rows[0] === after[0]
        ? listFinding('pages', `${where}[].id`, 'the second row on the second page', 'the first row')
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
  stableListProbe('products.latest', '/products/latest', '$.products', { hasPages: true }),
  stableListProbe('categories.list', '/categories', '$'),
  stableListProbe('banners.list', '/banners', '$'),
  stableListProbe('homepage.sections', '/homepage/sections', '$.data', {
    keysOf: keysOfSections,
    reads: ['$.data[].id', '$.data[].items[].id'],
  }),
  stableListProbe('categories.products', '/categories/products/{category}', '$'),
  stableListProbe('products.search', '/products/search?name={word}', '$.products', { hasPages: true }),
  stableListProbe('categories.childes', '/categories/childes/{category}', '$'),
  stableListProbe('wishlist.list', '/customer/wish-list', '$.products', { hasPages: true, as: 'customer' }),
  stableListProbe('addresses.list', '/customer/address/list', '$', { as: 'customer' }),
  stableListProbe('orders.list', '/customer/order/list', '$', { as: 'customer' }),
]

/** Probes for pagination, order, search and totals. */
export const LIST_PROBES: readonly Probe[] = [
  {
    name: 'products.latest',
    title: 'respects limit and offset, and the pages hold each product once',
    reads: READS,
    reason: PUBLIC,
    sends: [`limit=${LIMIT}&offset=1`, `limit=${LIMIT}&offset=2`, `limit=${LIMIT}&offset={last}`].map(
      (query) => `GET ${LATEST}?${query}`,
    ),
    requests: (earlier) => {
      const total = totalOf(findProductResponse(earlier, 'products.latest')?.body)
      if (total < 2 * LIMIT) return null
      return [1, 2, Math.ceil(total / LIMIT)].map((page) => ({
        path: `${LATEST}?limit=${LIMIT}&offset=${page}`,
      }))
    },
    check: (responses, earlier) => checkPages(responses, earlier.response('products.latest')?.body),
  },
  {
    name: 'products.latest',
    title: 'returns no products after the last page',
    reads: READS,
    reason: PUBLIC,
    sends: [`GET ${LATEST}?limit=${LIMIT}&offset=99999`],
    requests: (earlier) =>
      findProductResponse(earlier, 'products.latest')
        ? [{ path: `${LATEST}?limit=${LIMIT}&offset=99999` }]
        : null,
    check: ([response]) =>
      productsOf(response?.body).length > 0
        ? listFinding('pages', '$.products', 'empty array after the last page', 'products')
        : [],
  },
  ...STABLE_LISTS,
  {
    name: 'products.search',
    title: 'finds products by a word in their title',
    reads: ['$.products[].name', '$.total_size'],
    reason: 'compares responses of this run',
    sends: [],
    requests: (earlier) =>
      findProductResponse(earlier, 'products.latest') && earlier.response('products.search') ? [] : null,
    check: (_, earlier) => {
      const { path = '', body } = earlier.response('products.search') ?? {}
      const word = new URLSearchParams(path.split('?')[1]).get('name')?.toLowerCase() ?? ''
      const products = productsOf(body)
      if (products.some(({ name }) => String(name).toLowerCase().includes(word))) return []
      const actual = products.length === 0 ? 'empty array' : 'other products'
      return listFinding('search', '$.products', 'the product with the word in its title', actual)
    },
  },
  {
    name: 'products.search',
    title: 'does not return all products for an unknown word',
    reads: READS,
    reason: 'a public search, sent without a token',
    sends: [`GET ${API_PREFIX}/products/search?name=${UNKNOWN_WORD}`],
    requests: (earlier) =>
      findProductResponse(earlier, 'products.latest')
        ? [{ path: `${API_PREFIX}/products/search?name=${UNKNOWN_WORD}` }]
        : null,
    check: ([response], earlier) => {
      const total = totalOf(earlier.response('products.latest')?.body)
      return productsOf(response?.body).length > 0 && totalOf(response?.body) >= total
        ? listFinding('search', '$.total_size', 'fewer than all products', 'all products')
        : []
    },
  },
  {
    name: 'products.search',
    title: 'finds the same products regardless of word order, case and spaces around the words',
    reads: ['$.total_size'],
    reason: 'a public search, sent without a token',
    sends: ['{word} {other}', '{other} {word}', '{WORD}', '{word} '].map(
      (name) => `GET ${API_PREFIX}/products/search?name=${name}`,
    ),
    requests: (earlier) => {
      const words = findSearchWords(earlier)
      if (!words) return null
      const [word, other] = words
      return [`${word} ${other}`, `${other} ${word}`, word.toUpperCase(), `${word} `].map((name) => ({
        path: `${API_PREFIX}/products/search?${new URLSearchParams({ name })}`,
      }))
    },
    check: (responses, earlier) => {
      const [bothWords = 0, reversedWords = 0, upperCaseWord = 0, spacedWord = 0] = responses.map(
        ({ body }) => totalOf(body),
      )
      const oneWord = totalOf(earlier.response('products.search')?.body)
      const reportDifference = (what: string, expected: number, actual: number) =>
        listFinding('search', '$.total_size', `${expected}, as ${what}`, String(actual))
      if (bothWords !== reversedWords)
        return reportDifference('in the other word order', bothWords, reversedWords)
      if (upperCaseWord !== oneWord) return reportDifference('in lower case', oneWord, upperCaseWord)
      if (spacedWord !== oneWord)
        return reportDifference('without a space after the word', oneWord, spacedWord)
      // Source R1: a product matches if its name contains any of the words.
      return bothWords < oneWord
        ? listFinding(
            'search',
            '$.total_size',
            `at least ${oneWord}, as for one of the words`,
            String(bothWords),
          )
        : []
    },
  },
]

/** An id that is not used on any host. */
const UNKNOWN_ID = '999999999'
const DETAILS = `${API_PREFIX}/products/details`

/** Returns two listed products whose details have not been requested. */
function listedIdsWithoutDetails(earlier: EarlierResponses): string[] {
  const requestedId = lastPart(earlier.response('products.details')?.path ?? '')
  const ids = idsOf(productsOf(earlier.response('products.latest')?.body))
  return [...new Set(ids)].filter((id): id is string => id !== null && id !== requestedId).slice(0, 2)
}

function unknownCategoryProbe(name: string, path: string): Probe {
  const requestedPath = `${API_PREFIX}${path}/${UNKNOWN_ID}`
  return {
    name,
    title: 'returns an empty list for an unknown category',
    reads: [],
    reason: 'a public list; old links may contain such an id',
    sends: [`GET ${requestedPath}`],
    requests: () => [{ path: requestedPath }],
    check: ([response]) =>
      objectsOf(response?.body).length > 0
        ? listFinding('unknown-id', '$', 'empty array for an unknown category', 'categories or products')
        : [],
  }
}

/** Declares that a product that a banner or section links to exists, unless it is one of the newest products. */
function linkedProductProbe(
  name: string,
  where: string,
  idsIn: (body: unknown) => readonly (string | null)[],
): Probe {
  return {
    name,
    title: 'links to a product that exists',
    reason: 'the public page of a linked product',
    sends: [`GET ${DETAILS}/{product}`],
    requests: (earlier) => {
      const newest = productsOf(earlier.response('products.latest')?.body)
      const id = findUnlistedId(idsIn(earlier.response(name)?.body), newest)
      return id ? [{ path: `${DETAILS}/${id}`, endpoint: 'products.details', mayBeMissing: true }] : null
    },
    check: ([response]) =>
      field(response?.body, 'product') === undefined
        ? listFinding('unresolved', where, 'a product that exists', 'an error')
        : [],
  }
}

/** Probes that the targets of banners and sections exist, also on a host that lists only the top-level categories. */
const LINK_PROBES: readonly Probe[] = [
  {
    name: 'banners.list',
    title: 'links to a category that exists',
    reason: 'public lists of a linked category',
    sends: ['products', 'childes'].map((list) => `GET ${API_PREFIX}/categories/${list}/{category}`),
    requests: (earlier) => {
      const linked = objectsOf(earlier.response('banners.list')?.body).map((row) => idOf(row.category_id))
      const id = findUnlistedId(linked, objectsOf(earlier.response('categories.list')?.body))
      if (!id) return null
      return ['products', 'childes'].map((list) => ({
        path: `${API_PREFIX}/categories/${list}/${id}`,
        endpoint: `categories.${list}`,
      }))
    },
    check: (responses) =>
      responses.every(({ body }) => objectsOf(body).length === 0)
        ? listFinding(
            'unresolved',
            '$[].category_id',
            'a category with products or subcategories',
            'an empty category',
          )
        : [],
  },
  linkedProductProbe('banners.list', '$[].product_id', (body) =>
    objectsOf(body).map((row) => idOf(row.product_id)),
  ),
  linkedProductProbe('homepage.sections', '$.data[].items[].id', (body) =>
    objectsOf(field(body, 'data')).flatMap(({ items }) => idsOf(objectsOf(items))),
  ),
]

/** Probes for ids. The host must reject unknown ids and return the details of listed ones. */
export const ID_PROBES: readonly Probe[] = [
  {
    name: 'products.details',
    title: 'returns an error for an unknown product',
    reads: [],
    reason: 'a public page; old links may contain such an id',
    sends: [`GET ${DETAILS}/${UNKNOWN_ID}`],
    // Source R4: later builds return 404.
    requests: () => [{ path: `${DETAILS}/${UNKNOWN_ID}`, mayBeMissing: true }],
    check: ([response]) =>
      response?.status === 200 && field(response.body, 'errors') === undefined
        ? listFinding('unknown-id', '$', 'an error for an unknown product', 'a product')
        : [],
  },
  {
    name: 'products.details',
    title: 'returns the details of listed products',
    reads: ['$.product.id'],
    reason: 'public pages of listed products',
    sends: [`GET ${DETAILS}/{product}`, `GET ${DETAILS}/{product}`],
    requests: (earlier) => {
      const ids = listedIdsWithoutDetails(earlier)
      return ids.length === 2 ? ids.map((id) => ({ path: `${DETAILS}/${id}` })) : null
    },
    check: (responses, earlier) => {
      const details = earlier.response('products.details')
      const ids = listedIdsWithoutDetails(earlier)
      const receivedIds = responses.map(({ body }) => idOf(field(field(body, 'product'), 'id')))
      // One of the products may have been removed in the meantime, so this is a finding only if both are missing.
      if (receivedIds.every((id) => id === null))
        return listFinding('unresolved', '$', 'the listed product', 'an error')
      const first = details ? idOf(field(field(details.body, 'product'), 'id')) : null
      const hasDifferentId = receivedIds.some((id, index) => id !== null && id !== ids[index])
      return hasDifferentId || (details !== null && first !== lastPart(details.path))
        ? listFinding('unresolved', '$.product.id', 'the requested product', 'a different product')
        : []
    },
  },
  unknownCategoryProbe('categories.products', '/categories/products'),
  unknownCategoryProbe('categories.childes', '/categories/childes'),
  ...LINK_PROBES,
]
