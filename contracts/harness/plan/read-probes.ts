import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import { API_PREFIX } from '../../src/client.ts'
import { behaviour, idsOf, lastPart, type Probe, productsOf, type Seen, totalOf } from './probe.ts'

const LATEST = `${API_PREFIX}/products/latest`
const LIMIT = 4
/** A word that no title has. */
const UNKNOWN_WORD = 'zzqxvwkj'
const PUBLIC = 'a public list, asked as the shop asks it'

/** An answer that has products to compare with. */
function full(seen: Seen, name: string) {
  const response = seen.response(name)
  return response && totalOf(response.body) > 0 && productsOf(response.body).length > 0 ? response : null
}

/** Paging, order, search and totals. */
export const LIST_PROBES: readonly Probe[] = [
  {
    name: 'products.latest',
    title: 'limit and offset are honoured, and pages do not overlap',
    reason: PUBLIC,
    sends: [1, 2].map((page) => `GET ${LATEST}?limit=${LIMIT}&offset=${page}`),
    requests: (seen) => {
      const response = full(seen, 'products.latest')
      if (!response || totalOf(response.body) < 2 * LIMIT) return null
      return [1, 2].map((page) => ({ path: `${LATEST}?limit=${LIMIT}&offset=${page}` }))
    },
    judge: (responses) => {
      const [first = [], second = []] = responses.map((each) => idsOf(productsOf(each.body)))
      if (first.length > LIMIT || second.length > LIMIT)
        return behaviour('limit', '$.products', `at most ${LIMIT}, as asked`, 'a longer list')
      if (second.length === 0)
        return behaviour('pages', '$.products', 'products on the second page', 'an empty list')
      return second.some((id) => first.includes(id))
        ? behaviour('pages', '$.products[].id', 'other products on the second page', 'those of the first')
        : []
    },
  },
  {
    name: 'products.latest',
    title: 'there are no products past the last page',
    reason: PUBLIC,
    sends: [`GET ${LATEST}?limit=${LIMIT}&offset=99999`],
    requests: (seen) =>
      full(seen, 'products.latest') ? [{ path: `${LATEST}?limit=${LIMIT}&offset=99999` }] : null,
    judge: ([response]) =>
      productsOf(response?.body).length > 0
        ? behaviour('pages', '$.products', 'an empty list past the last page', 'products')
        : [],
  },
  {
    name: 'products.latest',
    title: 'the same question gives the same products in the same order',
    reason: PUBLIC,
    sends: [`GET ${LATEST}`],
    requests: (seen) => (full(seen, 'products.latest') ? [{ path: LATEST }] : null),
    judge: ([response], seen) => {
      const before = idsOf(productsOf(seen.response('products.latest')?.body))
      return String(idsOf(productsOf(response?.body))) === String(before)
        ? []
        : behaviour('unstable', '$.products', 'the same answer to the same question', 'another one')
    },
  },
  {
    name: 'categories.list',
    title: 'the same question gives the same categories',
    reason: PUBLIC,
    sends: [`GET ${API_PREFIX}/categories`],
    requests: (seen) => (seen.response('categories.list') ? [{ path: `${API_PREFIX}/categories` }] : null),
    judge: ([response], seen) => {
      const before = idsOf(objectsOf(seen.response('categories.list')?.body)).sort()
      return String(idsOf(objectsOf(response?.body)).sort()) === String(before)
        ? []
        : behaviour('unstable', '$', 'the same answer to the same question', 'another one')
    },
  },
  {
    name: 'products.search',
    title: 'a word of a known title finds products',
    reason: 'compares answers of this run',
    sends: [],
    requests: (seen) => (full(seen, 'products.latest') && seen.response('products.search') ? [] : null),
    judge: (_, seen) =>
      productsOf(seen.response('products.search')?.body).length === 0
        ? behaviour('search', '$.products', 'the product whose title has the word', 'an empty list')
        : [],
  },
  {
    name: 'products.search',
    title: 'a word that no title has finds less than everything',
    reason: 'a public search, asked without a token',
    sends: [`GET ${API_PREFIX}/products/search?name=${UNKNOWN_WORD}`],
    requests: (seen) =>
      full(seen, 'products.latest') ? [{ path: `${API_PREFIX}/products/search?name=${UNKNOWN_WORD}` }] : null,
    judge: ([response], seen) => {
      const all = totalOf(seen.response('products.latest')?.body)
      return productsOf(response?.body).length > 0 && totalOf(response?.body) >= all
        ? behaviour('search', '$.total_size', 'less than all products', 'all products')
        : []
    },
  },
]

/** An id that no host has given so far. */
const UNKNOWN_ID = '999999999'
const DETAILS = `${API_PREFIX}/products/details`

/** Listed products other than the one that the case asked for. */
function listedIds(seen: Seen): string[] {
  const requested = lastPart(seen.response('products.details')?.path ?? '')
  const ids = idsOf(productsOf(seen.response('products.latest')?.body))
  return [...new Set(ids)].filter((id): id is string => id !== null && id !== requested).slice(0, 2)
}

function unknownCategory(name: string, path: string): Probe {
  const requested = `${API_PREFIX}${path}/${UNKNOWN_ID}`
  return {
    name,
    title: 'an unknown category has nothing',
    reason: 'a public list; an id that the shop may have from an old link',
    sends: [`GET ${requested}`],
    requests: () => [{ path: requested }],
    judge: ([response]) =>
      objectsOf(response?.body).length > 0
        ? behaviour('unknown-id', '$', 'an empty list for an unknown category', 'a list')
        : [],
  }
}

/** Ids: unknown ones are refused, listed ones resolve, and lists are of what was asked for. */
export const ID_PROBES: readonly Probe[] = [
  {
    name: 'products.details',
    title: 'an unknown product is refused',
    reason: 'a public page; an id that the shop may have from an old link',
    sends: [`GET ${DETAILS}/${UNKNOWN_ID}`],
    requests: () => [{ path: `${DETAILS}/${UNKNOWN_ID}` }],
    judge: ([response]) =>
      field(response?.body, 'errors') === undefined
        ? behaviour('unknown-id', '$', 'a refusal of an unknown product', 'a product')
        : [],
  },
  {
    name: 'products.details',
    title: 'listed products resolve to themselves',
    reason: 'public pages of listed products',
    sends: [`GET ${DETAILS}/{product}`, `GET ${DETAILS}/{product}`],
    requests: (seen) => {
      const ids = listedIds(seen)
      return ids.length === 2 ? ids.map((id) => ({ path: `${DETAILS}/${id}` })) : null
    },
    judge: (responses, seen) => {
      const own = seen.response('products.details')
      const ids = listedIds(seen)
      const shown = responses.map((each) => idOf(field(field(each.body, 'product'), 'id')))
      // A single one may have been removed since it was listed.
      if (shown.every((each) => each === null))
        return behaviour('unresolved', '$', 'the listed product', 'a refusal')
      const first = own ? idOf(field(field(own.body, 'product'), 'id')) : null
      const isOther = shown.some((each, index) => each !== null && each !== ids[index])
      return isOther || (own !== null && first !== lastPart(own.path))
        ? behaviour('unresolved', '$.product.id', 'the product that was asked for', 'another product')
        : []
    },
  },
  unknownCategory('categories.products', '/categories/products'),
  unknownCategory('categories.childes', '/categories/childes'),
]
