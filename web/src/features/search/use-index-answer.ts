import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openIndex } from './search-index.ts'
import type { FoundProduct } from './shop-index.ts'

/**
 * What the index finds for a query, undefined until it has answered and for an empty query. While it has found nothing
 * it is asked again as products come.
 */
export function useIndexAnswer(query: string, most: number): FoundProduct[] | undefined {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<{ query: string; found: FoundProduct[] }>()
  const [growth, setGrowth] = useState(0)
  const hasNone = answer?.query === query && answer.found.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the index has grown
  useEffect(() => {
    if (query === '') return
    let isCurrent = true
    void openIndex(client)
      .find(query, most)
      .then((found) => {
        if (isCurrent) setAnswer({ query, found })
      })
    return () => {
      isCurrent = false
    }
  }, [client, query, most, growth])

  useEffect(() => {
    if (!hasNone) return
    return openIndex(client).onGrown(() => setGrowth((times) => times + 1))
  }, [client, hasNone])

  return query !== '' && answer?.query === query ? answer.found : undefined
}
