import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { savesData } from '../../platform/data-saver.ts'
import { foldText, type ParsedQuery, readQuery } from './index/query-words.ts'
import type { FoundProduct } from './index/shop-index.ts'
import { PENDING_RANKING, type Ranking, UNRANKED } from './ranking.ts'
import { excludeHostProducts, useIndexResponse } from './use-index-response.ts'

type Props = {
  query: string
  /** The products of the host's response; undefined until it has arrived, null if it failed. */
  received: readonly ShopProduct[] | null | undefined
  /** Loads further products into the index, if no product of the host matches the whole query. */
  more: Pick<UseQueryOptions, 'queryKey'> & object
  children: (ranking: Ranking) => ReactNode
}

/** Limits: products requested from the index, best matches above the host's results, and matches without results. */
const REQUESTED_PRODUCTS = 30
const MAX_BEST = 4
const MAX_ALONE = 12

/** How long the host's results wait for the index, in milliseconds; longer if the index needs more products. */
const WAIT_MS = 800
const WAIT_MISSED_MS = 4000
const WAIT_ALONE_MS = 8000

/** Ranks search results by the index, which supports school classes, subjects, authors and typos. */
export function SearchRanking({ query, received, more, children }: Props) {
  const isAlone = received?.length === 0
  // The host's search does not support classes, and returns products with any of the words.
  const parsed = readQuery(query)
  const isMissed = !isAlone && received != null && !received.some((product) => matchesQuery(product, parsed))
  const needsMore = isAlone || isMissed
  const books = useQuery({ ...(more as UseQueryOptions), enabled: needsMore && !savesData() })
  const found = useIndexResponse(query, REQUESTED_PRODUCTS, books.dataUpdatedAt)
  const isReady = received !== undefined && found !== undefined && !books.isLoading
  const isLate = useIsLate(
    received !== undefined && !isReady,
    isAlone ? WAIT_ALONE_MS : isMissed ? WAIT_MISSED_MS : WAIT_MS,
  )

  if (received === undefined) return children(UNRANKED)
  if (!isReady && !isLate) return children(PENDING_RANKING)
  if (!found) return children(UNRANKED)
  if (isAlone) return children({ ...UNRANKED, best: found.slice(0, MAX_ALONE).flatMap(productOf) })
  const indexOnly = excludeHostProducts(found, received, query)
  // The shown results stay in place.
  if (isLate) return children({ ...UNRANKED, indexOnly })
  const known = new Set(received?.map(({ id }) => id))
  const first = found.findIndex(({ id }) => known.has(id))
  const ahead = new Set(!isMissed ? [] : first < 0 ? found : found.slice(0, first))
  const best = indexOnly.filter((each) => ahead.has(each)).slice(0, MAX_BEST)
  return children({
    isPending: false,
    best: best.flatMap(productOf),
    indexOnly: indexOnly.filter((each) => !best.includes(each)),
    sort: (products) => sortByFound(products, found),
  })
}

/** Whether a product's name and author contain all words of a query. Never for a query with a class. */
function matchesQuery({ name, author }: ShopProduct, { classes, words }: ParsedQuery): boolean {
  const text = foldText(`${name} ${author ?? ''}`)
  const isIn = (word: string) => text.includes(word)
  return (
    classes.length === 0 &&
    words.every((word) => word.kind === 'weak' || [word.text, ...word.same].some(isIn))
  )
}

/** Whether something has been pending for this long. Stays true. */
function useIsLate(isPending: boolean, after: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [isPending, after])
  return isLate
}

/** Moves found products to the front, best first. Keeps the order of the others. */
export function sortByFound(
  products: readonly ShopProduct[],
  found: readonly Pick<FoundProduct, 'id'>[],
): ShopProduct[] {
  const ranks = new Map<number | null, number>(found.map(({ id }, at) => [id, at]))
  const rank = ({ id }: ShopProduct) => ranks.get(id) ?? found.length
  return [...products].sort((a, b) => rank(a) - rank(b))
}

/** Converts a found product for cards and the cart; none if it cannot be read. */
export function productOf({ image, stock, isbn, categories, ...found }: FoundProduct): ShopProduct[] {
  const fields = { ...found, images: [image], total_stock: stock, tax: isbn, category_ids: categories }
  return [readProduct(fields)].flatMap((product) => product ?? [])
}
