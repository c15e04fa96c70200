import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ShopProduct } from '../../domain/product.ts'
import { openIndex } from './index/search-index.ts'
import type { FoundProduct } from './index/shop-index.ts'

/**
 * Searches the index. Returns undefined until it has responded and for an empty query. Searches again when `revision`
 * changes. Until something is found, also searches again when products are added.
 */
export function useIndexResponse(query: string, most: number, revision = 0): FoundProduct[] | undefined {
  const client = useQueryClient()
  const [response, setResponse] = useState<{ query: string; revision: number; found: FoundProduct[] }>()
  const [growth, setGrowth] = useState(0)
  const hasNone = response?.query === query && response.found.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when the index has grown
  useEffect(() => {
    if (query === '') return
    let isCurrent = true
    void openIndex(client)
      .find(query, most)
      .then((found) => {
        if (isCurrent) setResponse({ query, revision, found })
      })
    return () => {
      isCurrent = false
    }
  }, [client, query, most, revision, growth])

  useEffect(() => {
    if (!hasNone) return
    return openIndex(client).onGrown(() => setGrowth((times) => times + 1))
  }, [client, hasNone])

  return query !== '' && response?.query === query && response.revision === revision
    ? response.found
    : undefined
}

/**
 * Returns the products found only by the index. Excludes names that contain the whole query, because the host may
 * return them on a later page.
 * @param received the host's results; null if the request failed
 */
export function excludeHostProducts(
  found: readonly FoundProduct[],
  received: readonly Pick<ShopProduct, 'id'>[] | null,
  query: string,
): FoundProduct[] {
  if (received === null) return [...found]
  const known = new Set(received.map(({ id }) => id))
  const whole = query.trim().toLowerCase()
  return found.filter(({ id, name }) => !known.has(id) && !name.toLowerCase().includes(whole))
}

export function useIsIndexComplete(): boolean {
  const index = openIndex(useQueryClient())
  return useSyncExternalStore(index.onGrown, index.isComplete)
}
