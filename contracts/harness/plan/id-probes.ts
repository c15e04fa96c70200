import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import { API_PREFIX } from '../../src/client.ts'
import { behaviour, idsOf, lastPart, type Probe, productsOf, type Seen } from './probe.ts'

/** An id that no host has given so far. */
const UNKNOWN_ID = '999999999'
const DETAILS = `${API_PREFIX}/products/details`

/** Listed products other than the one that the case asked for. */
function listedIds(seen: Seen): string[] {
  const asked = lastPart(seen.answer('products.details')?.path ?? '')
  const ids = idsOf(productsOf(seen.answer('products.latest')?.body))
  return [...new Set(ids)].filter((id): id is string => id !== null && id !== asked).slice(0, 2)
}

function unknownCategory(name: string, path: string): Probe {
  const asked = `${API_PREFIX}${path}/${UNKNOWN_ID}`
  return {
    name,
    title: 'an unknown category has nothing',
    reason: 'a public list; an id that the shop may have from an old link',
    asks: [`GET ${asked}`],
    requests: () => [{ path: asked }],
    judge: ([answer]) =>
      objectsOf(answer?.body).length > 0
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
    asks: [`GET ${DETAILS}/${UNKNOWN_ID}`],
    requests: () => [{ path: `${DETAILS}/${UNKNOWN_ID}` }],
    judge: ([answer]) =>
      field(answer?.body, 'errors') === undefined
        ? behaviour('unknown-id', '$', 'a refusal of an unknown product', 'a product')
        : [],
  },
  {
    name: 'products.details',
    title: 'listed products resolve to themselves',
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
