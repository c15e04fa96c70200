import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { savesData } from '../../platform/data-saver.ts'
import { matchesQuery, readQuery } from './index/query-words.ts'
import { excludeHostProducts, useIndexResponse } from './index/search-index.ts'
import type { FoundProduct } from './index/shop-index.ts'
import { searchQuery } from './queries.ts'
import { PENDING_RANKING, type Ranking, rankedProducts, UNRANKED } from './ranking.ts'

type Search = {
  query: string
  /** The host's results; undefined until the response has arrived, null if the request failed. */
  received: readonly ShopProduct[] | null | undefined
  /** A request that adds more products to the index, sent if none of the host's results match the whole query. */
  more: MoreProducts
}

export type MoreProducts = Pick<UseQueryOptions, 'queryKey'> & object

/** Limits on the products requested from the index, shown before and after the host's results, and shown without them. */
const REQUESTED_PRODUCTS = 30
const MAX_BEFORE = 4
const MAX_AFTER = 6
const MAX_ALONE = 12

/** Waits for the index, in milliseconds: usually, if none of the host's results match fully, and if there are none. */
const WAIT_MS = 800
const WAIT_MISSED_MS = 4000
const WAIT_ALONE_MS = 8000

/** Renders results with their ranking. */
export function SearchRanking({
  children,
  ...search
}: Search & { children: (ranking: Ranking) => ReactNode }) {
  return children(useRanking(search))
}

/** Ranks search results with the index, which supports school classes, subjects, authors and typos. */
export function useRanking({ query, received, more }: Search): Ranking {
  const isAlone = received?.length === 0
  // The host's search doesn't support classes and returns products that contain any of the words.
  const parsed = useMemo(() => readQuery(query), [query])
  const isMissed = !isAlone && received != null && !received.some((product) => matchesQuery(product, parsed))
  const needsMore = isAlone || isMissed
  const books = useQuery({ ...(more as UseQueryOptions), enabled: needsMore && !savesData() })
  const response = useIndexResponse(query, REQUESTED_PRODUCTS, books.dataUpdatedAt)
  const found = response?.found
  const isReady = received !== undefined && found !== undefined && !books.isLoading
  const isLate = useIsLate(
    received !== undefined && !isReady,
    isAlone ? WAIT_ALONE_MS : isMissed ? WAIT_MISSED_MS : WAIT_MS,
  )

  return useMemo(() => {
    if (received === undefined) return UNRANKED
    if (!isReady && !isLate) return PENDING_RANKING
    if (!found) return UNRANKED
    const corrected = received?.length === 0 ? response.corrected : null
    const ranking = (before: readonly FoundProduct[], after: readonly FoundProduct[] = []): Ranking => ({
      ...UNRANKED,
      before: before.flatMap(productOf),
      after: after.flatMap(productOf),
      seenAt: Math.min(...[...before, ...after].map(({ seenAt }) => seenAt)),
    })
    if (received === null || received.length === 0)
      return { ...ranking(found.slice(0, MAX_ALONE)), isGuess: found[0]?.isExact === false, corrected }
    const indexOnly = excludeHostProducts(found, received, query)
    // The results are already shown and must not move.
    if (isLate) return ranking([], indexOnly.slice(0, MAX_AFTER))
    const known = new Set(received.map(({ id }) => id))
    const first = found.findIndex(({ id }) => known.has(id))
    const ahead = new Set(!isMissed ? [] : first < 0 ? found : found.slice(0, first))
    const before = indexOnly.filter((each) => ahead.has(each)).slice(0, MAX_BEFORE)
    const after = indexOnly.filter((each) => !before.includes(each)).slice(0, MAX_AFTER)
    // The index's order depends on the products that this browser has loaded, so it is only used where it is needed.
    const rank = new Map<number | null, number>(isMissed ? found.map(({ id }, at) => [id, at]) : [])
    const rankOf = (product: ShopProduct) =>
      isMissed ? (rank.get(product.id) ?? found.length) : Number(!matchesQuery(product, parsed))
    return { ...ranking(before, after), sort: (products) => products.sort((a, b) => rankOf(a) - rankOf(b)) }
  }, [query, parsed, received, response, found, isReady, isLate, isMissed])
}

/** Ranks suggestions. A misspelled query has the suggestions of the corrected one. */
export function useSuggestions(search: Search): Ranking {
  const ranking = useRanking(search)
  const query = ranking.corrected ?? ''
  const { data, isError } = useQuery(searchQuery(query))
  const received = query === '' ? undefined : (data?.products ?? (isError ? null : undefined))
  const corrected = useRanking({ query, received, more: search.more })
  return useMemo(() => {
    if (query === '') return ranking
    if (received === undefined || corrected.isPending) return PENDING_RANKING
    const before = rankedProducts(corrected, received ?? [], query)
    return { ...ranking, before, total: data?.total ?? 0 }
  }, [ranking, query, received, corrected, data])
}

/** Returns true once `isPending` has been true for `after` milliseconds, and from then on. */
function useIsLate(isPending: boolean, after: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [isPending, after])
  return isLate
}

/** Converts a search result to a product for cards and the cart. Returns an empty array if it is invalid. */
export function productOf({
  image,
  stock,
  isbn,
  categories,
  isExact: _,
  ...found
}: FoundProduct): ShopProduct[] {
  const fields = { ...found, images: [image], total_stock: stock, tax: isbn, category_ids: categories }
  return [readProduct(fields)].flatMap((product) => product ?? [])
}
