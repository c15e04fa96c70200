import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ShopProduct } from '../../domain/product.ts'
import { openIndex } from './index/search-index.ts'
import type { FoundProduct } from './index/shop-index.ts'

/**
 * What the index finds for a query, undefined until it has answered and for an empty query. While it has found nothing
 * it is asked again as products come.
 */
export function useIndexResponse(query: string, most: number): FoundProduct[] | undefined {
  const client = useQueryClient()
  const [response, setResponse] = useState<{ query: string; found: FoundProduct[] }>()
  const [growth, setGrowth] = useState(0)
  const hasNone = response?.query === query && response.found.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the index has grown
  useEffect(() => {
    if (query === '') return
    let isCurrent = true
    void openIndex(client)
      .find(query, most)
      .then((found) => {
        if (isCurrent) setResponse({ query, found })
      })
    return () => {
      isCurrent = false
    }
  }, [client, query, most, growth])

  useEffect(() => {
    if (!hasNone) return
    return openIndex(client).onGrown(() => setGrowth((times) => times + 1))
  }, [client, hasNone])

  return query !== '' && response?.query === query ? response.found : undefined
}

/**
 * What the index has found that the host has not. Besides the products received, a name with the whole query in it is
 * left to the host, which finds it too and may have it on a further page.
 * @param received products of the host's answer; null when it gave none
 */
export function besidesHost(
  found: readonly FoundProduct[],
  received: readonly Pick<ShopProduct, 'id'>[] | null,
  query: string,
): FoundProduct[] {
  if (received === null) return [...found]
  const known = new Set(received.map(({ id }) => id))
  const whole = query.trim().toLowerCase()
  return found.filter(({ id, name }) => !known.has(id) && !name.toLowerCase().includes(whole))
}
