import { formatMoney } from '../../domain/money.ts'
import { isInStock, type ShopProduct } from '../../domain/product.ts'
import { SCHOOL_CLASSES, schoolClassesOf } from '../../domain/school-class.ts'
import { compareNames } from '../../platform/intl.ts'
import { SORT_AND_FILTER_KEYS } from './filter-params.ts'

/** The labels of the sort orders, by their value in the URL. The host's order has no value. */
export const SORTS = {
  newest: 'Newest first',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
  name: 'Name, A to Z',
} as const

type Sort = keyof typeof SORTS

/** A price range in shillings, from `above` (exclusive) to `upTo` (inclusive). Free products are in the first range. */
export type PriceRange = { above: number; upTo: number | null }

/** The sort order and filters of a list. Null or false means that none is chosen. */
export type ListFilters = {
  sort: Sort | null
  inStock: boolean
  schoolClass: string | null
  price: PriceRange | null
}

/** The price ranges offered in the form. A URL may contain a different one. */
export const PRICE_RANGES: readonly PriceRange[] = [
  { above: 0, upTo: 5_000 },
  { above: 5_000, upTo: 10_000 },
  { above: 10_000, upTo: 20_000 },
  { above: 20_000, upTo: 50_000 },
  { above: 50_000, upTo: 100_000 },
  { above: 100_000, upTo: null },
]

/** Formats a range for the URL, for example `5000-10000` or `100000-`. */
export function rangeText({ above, upTo }: PriceRange): string {
  return `${above}-${upTo ?? ''}`
}

export function rangeLabel({ above, upTo }: PriceRange): string {
  if (upTo === null) return `Over ${formatMoney(above)}`
  if (above === 0) return `Up to ${formatMoney(upTo)}`
  return `${formatMoney(above)} to ${formatMoney(upTo).replace('UGX ', '')}`
}

/** Reads the sort order and filters from query parameters. Invalid values are ignored. */
export function readFilters(params: URLSearchParams): ListFilters {
  const sort = params.get('sort')
  const schoolClass = params.get('class')
  const [, above, upTo] = /^(\d{1,9})-(\d{0,9})$/.exec(params.get('price') ?? '') ?? []
  return {
    sort: sort !== null && Object.hasOwn(SORTS, sort) ? (sort as Sort) : null,
    inStock: params.get('stock') === 'in',
    schoolClass: SCHOOL_CLASSES.find((each) => each === schoolClass) ?? null,
    price:
      above === undefined
        ? null
        : { above: Number(above), upTo: upTo === undefined || upTo === '' ? null : Number(upTo) },
  }
}

/** Returns the query parameters with a choice set and the page reset to 1. An empty value removes the choice. */
export function withFilter(
  params: URLSearchParams,
  key: (typeof SORT_AND_FILTER_KEYS)[number],
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value === '') next.delete(key)
  else next.set(key, value)
  return next
}

/** Returns the valid choices in query parameters, each with its label. */
export function activeFilters(
  params: URLSearchParams,
): { key: (typeof SORT_AND_FILTER_KEYS)[number]; label: string }[] {
  const { sort, inStock, schoolClass, price } = readFilters(params)
  const labels = {
    sort: sort && SORTS[sort],
    class: schoolClass,
    price: price && rangeLabel(price),
    stock: inStock ? 'In stock only' : null,
  }
  return SORT_AND_FILTER_KEYS.flatMap((key) => (labels[key] === null ? [] : [{ key, label: labels[key] }]))
}

export function withoutFilters(params: URLSearchParams): URLSearchParams {
  return SORT_AND_FILTER_KEYS.reduce((next, key) => withFilter(next, key, ''), params)
}

function isWithin({ price }: ShopProduct, { above, upTo }: PriceRange): boolean {
  return price !== null && (price > above || above === 0) && (upTo === null || price <= upTo)
}

/** The classes for each product. Cached, because every filter change would parse the long descriptions again. */
const classesByProduct = new WeakMap<ShopProduct, readonly string[]>()

function classesOf(product: ShopProduct): readonly string[] {
  const classes = classesByProduct.get(product) ?? schoolClassesOf(product)
  classesByProduct.set(product, classes)
  return classes
}

function matchesFilters(product: ShopProduct, { inStock, schoolClass, price }: ListFilters): boolean {
  return (
    (!inStock || isInStock(product)) &&
    (schoolClass === null || classesOf(product).includes(schoolClass)) &&
    (price === null || isWithin(product, price))
  )
}

/** Compares prices. Products without a price come last in both directions. */
function compareByPrice(direction: 1 | -1) {
  return (a: ShopProduct, b: ShopProduct) =>
    a.price === null || b.price === null
      ? Number(a.price === null) - Number(b.price === null)
      : direction * (a.price - b.price)
}

const ORDERS: Record<Sort, (a: ShopProduct, b: ShopProduct) => number> = {
  // The API's timestamps can be compared as text. If they are equal, the product with the higher id is newer.
  newest: (a, b) =>
    a.created_at === b.created_at ? (b.id ?? 0) - (a.id ?? 0) : a.created_at < b.created_at ? 1 : -1,
  'price-up': compareByPrice(1),
  'price-down': compareByPrice(-1),
  name: (a, b) => compareNames(a.name, b.name),
}

/** Filters and sorts products. Without a sort order, the host's order is kept. */
export function sortAndFilter(products: readonly ShopProduct[], filters: ListFilters): ShopProduct[] {
  const matching = products.filter((product) => matchesFilters(product, filters))
  return filters.sort === null ? matching : matching.sort(ORDERS[filters.sort])
}

/** The number of products that would match each option, given the other filters. */
export type MatchCounts = {
  /** The number of products by class. Classes without products are omitted. */
  classes: ReadonlyMap<string, number>
  prices: ReadonlyMap<string, number>
}

export function countMatches(products: readonly ShopProduct[], filters: ListFilters): MatchCounts {
  const matchingWith = (change: Partial<ListFilters>) =>
    products.filter((product) => matchesFilters(product, { ...filters, ...change }))
  const classes = new Map<string, number>()
  for (const product of matchingWith({ schoolClass: null }))
    for (const each of classesOf(product)) classes.set(each, (classes.get(each) ?? 0) + 1)
  const anyPrice = matchingWith({ price: null })
  return {
    classes,
    prices: new Map(
      PRICE_RANGES.map((range) => [
        rangeText(range),
        anyPrice.filter((each) => isWithin(each, range)).length,
      ]),
    ),
  }
}
