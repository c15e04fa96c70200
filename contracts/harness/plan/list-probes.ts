import { objectsOf } from '../../cases/learn-from.ts'
import { API_PREFIX } from '../../src/client.ts'
import { behaviour, idsOf, type Probe, productsOf, type Seen, totalOf } from './probe.ts'

const LATEST = `${API_PREFIX}/products/latest`
const LIMIT = 4
/** A word that no title has. */
const UNKNOWN_WORD = 'zzqxvwkj'
const PUBLIC = 'a public list, asked as the shop asks it'

/** An answer that has products to compare with. */
function full(seen: Seen, name: string) {
  const answer = seen.answer(name)
  return answer && totalOf(answer.body) > 0 && productsOf(answer.body).length > 0 ? answer : null
}

/** Paging, order, search and totals. */
export const LIST_PROBES: readonly Probe[] = [
  {
    name: 'products.latest',
    title: 'limit and offset are honoured, and pages do not overlap',
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
    asks: [`GET ${LATEST}?limit=${LIMIT}&offset=99999`],
    requests: (seen) =>
      full(seen, 'products.latest') ? [{ path: `${LATEST}?limit=${LIMIT}&offset=99999` }] : null,
    judge: ([answer]) =>
      productsOf(answer?.body).length > 0
        ? behaviour('pages', '$.products', 'an empty list past the last page', 'products')
        : [],
  },
  {
    name: 'products.latest',
    title: 'the same question gives the same products in the same order',
    reason: PUBLIC,
    asks: [`GET ${LATEST}`],
    requests: (seen) => (full(seen, 'products.latest') ? [{ path: LATEST }] : null),
    judge: ([answer], seen) => {
      const before = idsOf(productsOf(seen.answer('products.latest')?.body))
      return String(idsOf(productsOf(answer?.body))) === String(before)
        ? []
        : behaviour('unstable', '$.products', 'the same answer to the same question', 'another one')
    },
  },
  {
    name: 'categories.list',
    title: 'the same question gives the same categories',
    reason: PUBLIC,
    asks: [`GET ${API_PREFIX}/categories`],
    requests: (seen) => (seen.answer('categories.list') ? [{ path: `${API_PREFIX}/categories` }] : null),
    judge: ([answer], seen) => {
      const before = idsOf(objectsOf(seen.answer('categories.list')?.body)).sort()
      return String(idsOf(objectsOf(answer?.body)).sort()) === String(before)
        ? []
        : behaviour('unstable', '$', 'the same answer to the same question', 'another one')
    },
  },
  {
    name: 'products.search',
    title: 'a word of a known title finds products',
    reason: 'compares answers of this run',
    asks: [],
    requests: (seen) => (full(seen, 'products.latest') && seen.answer('products.search') ? [] : null),
    judge: (_, seen) =>
      productsOf(seen.answer('products.search')?.body).length === 0
        ? behaviour('search', '$.products', 'the product whose title has the word', 'an empty list')
        : [],
  },
  {
    name: 'products.search',
    title: 'a word that no title has finds less than everything',
    reason: 'a public search, asked without a token',
    asks: [`GET ${API_PREFIX}/products/search?name=${UNKNOWN_WORD}`],
    requests: (seen) =>
      full(seen, 'products.latest') ? [{ path: `${API_PREFIX}/products/search?name=${UNKNOWN_WORD}` }] : null,
    judge: ([answer], seen) => {
      const all = totalOf(seen.answer('products.latest')?.body)
      return productsOf(answer?.body).length > 0 && totalOf(answer?.body) >= all
        ? behaviour('search', '$.total_size', 'less than all products', 'all products')
        : []
    },
  },
]
