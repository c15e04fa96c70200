import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import { API_PREFIX } from '../../src/client.ts'
import { behaviour, idsOf, lastPart, type Probe, productsOf, type Seen, totalOf } from './probe.ts'

const LATEST = `${API_PREFIX}/products/latest`
const LIMIT = 4
/** A word in no title. */
const UNKNOWN_WORD = 'zzqxvwkj'
const PUBLIC = 'a public list, requested as the shop does'

/** Returns a response that contains products. */
function full(seen: Seen, name: string) {
  const answer = seen.answer(name)
  return answer && totalOf(answer.body) > 0 && productsOf(answer.body).length > 0 ? answer : null
}

/** Probes of pagination, order, search and totals. */
export const LIST_PROBES: readonly Probe[] = [
  {
    name: 'products.latest',
    title: 'respects limit and offset, and pages do not overlap',
    reason: PUBLIC,
    asks: [1, 2].map((page) => `GET ${LATEST}?limit=${LIMIT}&offset=${page}`),
    requests: (seen) => {
      const answer = full(seen, 'products.latest')
      if (!answer || totalOf(answer.body) < 2 * LIMIT) return null
      return [1, 2].map((page) => ({ path: `${LATEST}?limit=${LIMIT}&offset=${page}` }))
    },
    judge: (answers) => {
      const [first = [], second = []] = answers.map((each) => idsOf(productsOf(each.body)))
      if (first.length > LIMIT || second.length > LIMIT)
        return behaviour('limit', '$.products', `at most ${LIMIT} products`, 'more products')
      if (second.length === 0)
        return behaviour('pages', '$.products', 'products on the second page', 'empty array')
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
    asks: [`GET ${LATEST}?limit=${LIMIT}&offset=99999`],
    requests: (seen) =>
      full(seen, 'products.latest') ? [{ path: `${LATEST}?limit=${LIMIT}&offset=99999` }] : null,
    judge: ([answer]) =>
      productsOf(answer?.body).length > 0
        ? behaviour('pages', '$.products', 'empty array after the last page', 'products')
        : [],
  },
  {
    name: 'products.latest',
    title: 'returns the same products in the same order again',
    reason: PUBLIC,
    asks: [`GET ${LATEST}`],
    requests: (seen) => (full(seen, 'products.latest') ? [{ path: LATEST }] : null),
    judge: ([answer], seen) => {
      const before = idsOf(productsOf(seen.answer('products.latest')?.body))
      return String(idsOf(productsOf(answer?.body))) === String(before)
        ? []
        : behaviour('unstable', '$.products', 'the same response to the same request', 'another response')
    },
  },
  {
    name: 'categories.list',
    title: 'returns the same categories again',
    reason: PUBLIC,
    asks: [`GET ${API_PREFIX}/categories`],
    requests: (seen) => (seen.answer('categories.list') ? [{ path: `${API_PREFIX}/categories` }] : null),
    judge: ([answer], seen) => {
      const before = idsOf(objectsOf(seen.answer('categories.list')?.body)).sort()
      return String(idsOf(objectsOf(answer?.body)).sort()) === String(before)
        ? []
        : behaviour('unstable', '$', 'the same response to the same request', 'another response')
    },
  },
  {
    name: 'products.search',
    title: 'finds products by a word of their title',
    reason: 'compares responses of this run',
    asks: [],
    requests: (seen) => (full(seen, 'products.latest') && seen.answer('products.search') ? [] : null),
    judge: (_, seen) =>
      productsOf(seen.answer('products.search')?.body).length === 0
        ? behaviour('search', '$.products', 'the product with the word in its title', 'empty array')
        : [],
  },
  {
    name: 'products.search',
    title: 'finds fewer than all products by an unknown word',
    reason: 'a public search, sent without a token',
    asks: [`GET ${API_PREFIX}/products/search?name=${UNKNOWN_WORD}`],
    requests: (seen) =>
      full(seen, 'products.latest') ? [{ path: `${API_PREFIX}/products/search?name=${UNKNOWN_WORD}` }] : null,
    judge: ([answer], seen) => {
      const all = totalOf(seen.answer('products.latest')?.body)
      return productsOf(answer?.body).length > 0 && totalOf(answer?.body) >= all
        ? behaviour('search', '$.total_size', 'fewer than all products', 'all products')
        : []
    },
  },
]

/** An id that no host uses. */
const UNKNOWN_ID = '999999999'
const DETAILS = `${API_PREFIX}/products/details`

/** Returns two listed products whose details have not been requested. */
function listedIds(seen: Seen): string[] {
  const asked = lastPart(seen.answer('products.details')?.path ?? '')
  const ids = idsOf(productsOf(seen.answer('products.latest')?.body))
  return [...new Set(ids)].filter((id): id is string => id !== null && id !== asked).slice(0, 2)
}

function unknownCategory(name: string, path: string): Probe {
  const asked = `${API_PREFIX}${path}/${UNKNOWN_ID}`
  return {
    name,
    title: 'returns an empty list for an unknown category',
    reason: 'a public list; old links may contain such an id',
    asks: [`GET ${asked}`],
    requests: () => [{ path: asked }],
    judge: ([answer]) =>
      objectsOf(answer?.body).length > 0
        ? behaviour('unknown-id', '$', 'empty array for an unknown category', 'categories or products')
        : [],
  }
}

/** Probes of ids: unknown ones are rejected, listed ones resolve, and lists belong to the requested id. */
export const ID_PROBES: readonly Probe[] = [
  {
    name: 'products.details',
    title: 'returns an error for an unknown product',
    reason: 'a public page; old links may contain such an id',
    asks: [`GET ${DETAILS}/${UNKNOWN_ID}`],
    requests: () => [{ path: `${DETAILS}/${UNKNOWN_ID}` }],
    judge: ([answer]) =>
      field(answer?.body, 'errors') === undefined
        ? behaviour('unknown-id', '$', 'an error for an unknown product', 'a product')
        : [],
  },
  {
    name: 'products.details',
    title: 'returns the details of listed products',
    reason: 'public pages of listed products',
    asks: [`GET ${DETAILS}/{product}`, `GET ${DETAILS}/{product}`],
    requests: (seen) => {
      const ids = listedIds(seen)
      return ids.length === 2 ? ids.map((id) => ({ path: `${DETAILS}/${id}` })) : null
    },
    judge: (answers, seen) => {
      const own = seen.answer('products.details')
      const ids = listedIds(seen)
      const shown = answers.map((each) => idOf(field(field(each.body, 'product'), 'id')))
      // A single product may have been removed since.
      if (shown.every((each) => each === null))
        return behaviour('unresolved', '$', 'the listed product', 'an error')
      const first = own ? idOf(field(field(own.body, 'product'), 'id')) : null
      const isOther = shown.some((each, index) => each !== null && each !== ids[index])
      return isOther || (own !== null && first !== lastPart(own.path))
        ? behaviour('unresolved', '$.product.id', 'the requested product', 'another product')
        : []
    },
  },
  unknownCategory('categories.products', '/categories/products'),
  unknownCategory('categories.childes', '/categories/childes'),
]
