import type { QueryClient, UseQueryOptions } from '@tanstack/react-query'
import { furtherPages, type Listing, wholeListing } from '../../../domain/listing.ts'
import { readProducts, type ShopProduct } from '../../../domain/product.ts'
import { shouldLimitData } from '../../../platform/data-saver.ts'
import {
  type HostResults,
  type MoreProducts,
  putPrefixFirst,
  requestHost,
  type SearchResults,
  searchPageQuery,
} from '../queries.ts'
import { openIndex } from './page-index.ts'
import { matchesQuery, type ParsedQuery, readQuery, withoutWeakWords } from './query-words.ts'
import type { FoundProduct, ShopIndex } from './shop-index.ts'

type Search = {
  client: QueryClient
  query: string
  response: Promise<HostResults>
  more: MoreProducts
  signal: AbortSignal
}

/** The maximum wait for the index and for more products if the host finds no match, in milliseconds. */
const INDEX_TIMEOUT_MS = 4000

/** The number of further pages that are requested for a product with all words of the query. */
const MAX_FURTHER_PAGES = 2

/** Ranks the host's response. If the host fails, returns the index's results; throws the error if there are none. */
export async function rankResponse(search: Search): Promise<SearchResults> {
  const { client, query, response, more, signal } = search
  const { index, filled } = openIndex(client)
  const host = await response.then(
    (first) => completeHostResults(first, search),
    () => null,
  )
  signal.throwIfAborted()
  if (host !== null && hasMatch(host.listing, query)) return rank(query, host, index)

  // Only a part of the query matches, so the index must be complete.
  const requested = shouldLimitData()
    ? undefined
    : client.fetchQuery(more as UseQueryOptions).catch(() => undefined)
  const timeout = new Promise((resolve) => setTimeout(resolve, INDEX_TIMEOUT_MS))
  await Promise.race([Promise.resolve(requested).then(filled), timeout])
  signal.throwIfAborted()
  const corrected = index.correct(query)
  if (corrected !== null) {
    const correctedHostQuery = withoutWeakWords(corrected) ?? corrected
    const ofCorrected = await requestHost(client, correctedHostQuery, signal).catch(() => null)
    return {
      ...rank(corrected, ofCorrected, index),
      corrected,
      hostQuery: correctedHostQuery,
      isGuess: true,
    }
  }
  const results = rank(query, host, index)
  // Throws the host's error.
  if (results.listing.products.length === 0) await response
  return results
}

type FoundResults = HostResults & Pick<SearchResults, 'hostQuery'>

/**
 * Completes the host's first page if it has no product with all words of the query. Common words such as "the" admit
 * most of the catalogue, so the query is repeated without them.
 */
async function completeHostResults(first: HostResults, search: Search): Promise<FoundResults> {
  const { client, query, signal } = search
  if (hasMatch(first.listing, query)) return first
  const hostQuery = withoutWeakWords(query)
  if (hostQuery === null) return withFurtherPages(first, search)
  const results = await requestHost(client, hostQuery, signal).catch(() => null)
  signal.throwIfAborted()
  if (results === null) return withFurtherPages(first, search)
  if (hasMatch(results.listing, query)) return { ...results, hostQuery }
  return { ...(await withFurtherPages(results, { ...search, query: hostQuery })), hostQuery }
}

/**
 * Returns all pages, unless there are too many. The host sorts by id, so a product with all words of the query may be
 * on a later page.
 */
async function withFurtherPages(first: HostResults, { client, query }: Search): Promise<HostResults> {
  const { listing } = first
  const pages = furtherPages(listing, 0, listing.total)
  if (pages.length > MAX_FURTHER_PAGES || shouldLimitData()) return first
  try {
    const bodies = await Promise.all(
      pages.map((page) => client.fetchQuery(searchPageQuery(query, listing, page))),
    )
    return { ...first, listing: wholeListing([...listing.products, ...bodies.flatMap(readProducts)]) }
  } catch {
    return first
  }
}

/** Limits on the products searched in the index, shown before and after the host's results, and shown without them. */
const MAX_FOUND = 30
const MAX_BEFORE = 4
const MAX_AFTER = 6
const MAX_ALONE = 12

/**
 * Whether a product of the host contains all words of a query. The host also returns those that contain any of them.
 */
function hasMatch({ products }: Listing, query: string): boolean {
  const parsed = readQuery(query)
  return products.some((product) => matchesQuery(product, parsed))
}

/**
 * Ranks the first page of the host's results and completes it with the index, which knows school classes, authors,
 * synonyms and typos.
 * @param response null if the host did not respond
 */
export function rank(query: string, response: FoundResults | null, index: ShopIndex): SearchResults {
  const indexMatches = index.find(query, MAX_FOUND)
  if (response === null || response.listing.products.length === 0)
    return {
      ...indexResults(indexMatches.slice(0, MAX_ALONE)),
      hostQuery: response?.hostQuery,
      isIndexOnly: response === null,
    }

  const host = response.listing
  const parsed = readQuery(query)
  const isMissed = !hasMatch(host, query)
  const hostIds = new Set(host.products.map(({ id }) => id))
  const isWhole = host.total <= host.products.length
  // Common words fill the host's first page with partial matches, so a title may be on a later one.
  const mayBeLater = isMissed && !isWhole
  const indexOnly = indexMatches.filter(
    ({ id, product }) => !hostIds.has(id) && (mayBeLater || !isOfHost(product, query)),
  )
  const prepended = isMissed ? productsAheadOfHost(indexMatches, indexOnly, hostIds) : []
  const ranked = putPrefixFirst(
    isMissed ? sortInOrderOf(indexMatches, host.products) : putMatchesFirst(host.products, parsed),
    query,
  )
  // Products of the index follow the host's last page only if it is the first.
  const appended = isWhole
    ? indexOnly.filter((product) => !prepended.includes(product)).slice(0, MAX_AFTER)
    : []
  const products = [
    ...prepended.map(({ product }) => product),
    ...ranked,
    ...appended.map(({ product }) => product),
  ]
  const firstPartial = findFirstPartial(products, parsed, indexMatches)
  return {
    // Later pages of the host may contain matches, too.
    listing: isWhole
      ? { ...wholeListing(products), ...(firstPartial > 0 ? { exactMatches: firstPartial } : {}) }
      : {
          ...host,
          products,
          total: host.total + prepended.length,
          prepended: prepended.length,
          // Nothing on a later page is closer than the title itself.
          ...(firstPartial > 0 && isTitle(products[0], query) ? { exactMatches: firstPartial } : {}),
        },
    isGuess: isWhole && firstPartial === 0,
    corrected: null,
    hostQuery: response.hostQuery,
    receivedAt: Math.min(response.receivedAt, oldestOf([...prepended, ...appended])),
  }
}

/** Returns the products that only the index has found, and that it ranks above each product of the host. */
function productsAheadOfHost(
  indexMatches: readonly FoundProduct[],
  indexOnly: readonly FoundProduct[],
  hostIds: ReadonlySet<number | null>,
): FoundProduct[] {
  const firstOfHost = indexMatches.findIndex(({ id }) => hostIds.has(id))
  const ahead = firstOfHost < 0 ? indexMatches : indexMatches.slice(0, firstOfHost)
  return ahead.filter((product) => indexOnly.includes(product)).slice(0, MAX_BEFORE)
}

/** Returns the index of the first product that matches only a part of the query, and -1 if there is none. */
function findFirstPartial(
  products: readonly ShopProduct[],
  query: ParsedQuery,
  indexMatches: readonly FoundProduct[],
): number {
  const exactIds = new Set(indexMatches.filter(({ isExact }) => isExact).map(({ id }) => id))
  return products.findIndex((product) => !matchesQuery(product, query) && !exactIds.has(product.id ?? 0))
}

/**
 * Sorts products as the index does. Its order depends on what this browser has loaded, so only a missed query uses it.
 */
function sortInOrderOf(
  foundProducts: readonly FoundProduct[],
  products: readonly ShopProduct[],
): ShopProduct[] {
  const ranks = new Map<number | null, number>(foundProducts.map(({ id }, rank) => [id, rank]))
  const rankOf = ({ id }: ShopProduct) => ranks.get(id) ?? foundProducts.length
  return [...products].sort((a, b) => rankOf(a) - rankOf(b))
}

/** Moves products that match the whole query to the front. */
function putMatchesFirst(products: readonly ShopProduct[], query: ParsedQuery): ShopProduct[] {
  const rankOf = (product: ShopProduct) => Number(!matchesQuery(product, query))
  return [...products].sort((a, b) => rankOf(a) - rankOf(b))
}

function indexResults(foundProducts: readonly FoundProduct[]): SearchResults {
  const products = foundProducts.map(({ product }) => product)
  return {
    listing: wholeListing(products),
    isGuess: foundProducts[0]?.isExact === false,
    corrected: null,
    receivedAt: oldestOf(foundProducts),
  }
}

const oldestOf = (foundProducts: readonly FoundProduct[]) =>
  Math.min(...foundProducts.map(({ receivedAt }) => receivedAt))

/** The number of words from which on a query that is a product's whole name means only this product. */
const TITLE_WORDS = 4

function isTitle(product: ShopProduct | undefined, query: string): boolean {
  const title = query.trim().toLowerCase()
  return product?.name.toLowerCase() === title && title.split(/\s+/).length >= TITLE_WORDS
}

/** Whether the host finds a product itself, maybe on a later page, because its name contains the whole query. */
function isOfHost({ name }: ShopProduct, query: string): boolean {
  return name.toLowerCase().includes(query.trim().toLowerCase())
}
