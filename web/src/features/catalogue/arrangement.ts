import { formatMoney } from '../../domain/money.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { SCHOOL_CLASSES, schoolClassesOf } from '../../domain/school-class.ts'
import { ARRANGEMENT_KEYS } from './is-arranged.ts'

/** Orders of a list besides the host's own, by what the address says. */
export const SORTS = {
  newest: 'Newest first',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
  name: 'Name, A to Z',
} as const

type Sort = keyof typeof SORTS

/** Shillings: what costs more than `above` and no more than `upTo`. What is free belongs to the first range. */
type PriceRange = { above: number; upTo: number | null }

/** How a list is sorted and which part of it is shown; null and false leave it as it is. */
export type Arrangement = {
  sort: Sort | null
  inStock: boolean
  schoolClass: string | null
  price: PriceRange | null
}

/** The ranges that are offered; an address may name others. */
export const PRICE_RANGES: readonly PriceRange[] = [
  { above: 0, upTo: 5_000 },
  { above: 5_000, upTo: 10_000 },
  { above: 10_000, upTo: 20_000 },
  { above: 20_000, upTo: 50_000 },
  { above: 50_000, upTo: 100_000 },
  { above: 100_000, upTo: null },
]

/** A range as addresses have it: `5000-10000`, `100000-`. */
export function rangeText({ above, upTo }: PriceRange): string {
  return `${above}-${upTo ?? ''}`
}

/** A range for shoppers. */
export function rangeLabel({ above, upTo }: PriceRange): string {
  if (upTo === null) return `Over ${formatMoney(above)}`
  if (above === 0) return `Up to ${formatMoney(upTo)}`
  return `${formatMoney(above)} to ${formatMoney(upTo).replace('UGX ', '')}`
}

/** What an address says; what it says wrongly counts as not said. */
export function readArrangement(params: URLSearchParams): Arrangement {
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

/** The same address with another choice, from its first page. '' takes the choice back. */
export function withChoice(
  params: URLSearchParams,
  key: (typeof ARRANGEMENT_KEYS)[number],
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value === '') next.delete(key)
  else next.set(key, value)
  return next
}

/** The same address with the list as the host sends it. */
export function withoutChoices(params: URLSearchParams): URLSearchParams {
  return ARRANGEMENT_KEYS.reduce((next, key) => withChoice(next, key, ''), params)
}

/** An unknown stock blocks nothing. */
const isInStock = ({ total_stock: stock }: ShopProduct) => stock === null || stock > 0

function isWithin({ price }: ShopProduct, { above, upTo }: PriceRange): boolean {
  return price !== null && (price > above || above === 0) && (upTo === null || price <= upTo)
}

/** By product, since texts are long and each change of a choice asks again. */
const knownClasses = new WeakMap<ShopProduct, readonly string[]>()

function classesOf(product: ShopProduct): readonly string[] {
  const known = knownClasses.get(product) ?? schoolClassesOf(product)
  knownClasses.set(product, known)
  return known
}

function matches(product: ShopProduct, { inStock, schoolClass, price }: Arrangement): boolean {
  return (
    (!inStock || isInStock(product)) &&
    (schoolClass === null || classesOf(product).includes(schoolClass)) &&
    (price === null || isWithin(product, price))
  )
}

/** "Book 10" comes after "Book 2". */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A missing price is last in both directions. */
function byPrice(direction: 1 | -1) {
  return (one: ShopProduct, other: ShopProduct) =>
    one.price === null || other.price === null
      ? Number(one.price === null) - Number(other.price === null)
      : direction * (one.price - other.price)
}

const ORDERS: Record<Sort, (one: ShopProduct, other: ShopProduct) => number> = {
  // The wire's times sort as texts; of the same time the later id is the newer.
  newest: (one, other) =>
    one.created_at === other.created_at
      ? (other.id ?? 0) - (one.id ?? 0)
      : one.created_at < other.created_at
        ? 1
        : -1,
  'price-up': byPrice(1),
  'price-down': byPrice(-1),
  name: (one, other) => byName.compare(one.name, other.name),
}

/** The products that match, in the order that is asked for; else in the order in which they came. */
export function arrange(products: readonly ShopProduct[], arrangement: Arrangement): ShopProduct[] {
  const left = products.filter((product) => matches(product, arrangement))
  return arrangement.sort === null ? left : left.sort(ORDERS[arrangement.sort])
}

/** How many products each choice would leave, together with the choices of other kinds that are made. */
export type Counts = {
  /** By class; only those that some product is for. */
  classes: ReadonlyMap<string, number>
  /** By `rangeText`. */
  prices: ReadonlyMap<string, number>
}

export function countsOf(products: readonly ShopProduct[], arrangement: Arrangement): Counts {
  const left = (change: Partial<Arrangement>) =>
    products.filter((product) => matches(product, { ...arrangement, ...change }))
  const classes = new Map<string, number>()
  for (const product of left({ schoolClass: null }))
    for (const each of classesOf(product)) classes.set(each, (classes.get(each) ?? 0) + 1)
  const priced = left({ price: null })
  return {
    classes,
    prices: new Map(
      PRICE_RANGES.map((range) => [rangeText(range), priced.filter((each) => isWithin(each, range)).length]),
    ),
  }
}
