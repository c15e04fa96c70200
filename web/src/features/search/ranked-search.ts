import { queryOptions } from '@tanstack/react-query'
import { CATALOGUE_STALE_MS } from '../../config/delays.ts'
import { lazyModule } from '../../ui/loading/lazy-module.ts'
import { type MoreProducts, requestHost, type SearchResults } from './queries.ts'

const ranking = lazyModule(() => import('./index/rank.ts'))

/**
 * Returns the query of a search. Merges the host's results with those of the index of loaded products, and ranks them.
 * The order stays once it is shown, unless the host did not respond.
 */
export function rankedSearchQuery(query: string, more: MoreProducts) {
  const name = query.trim()
  return queryOptions({
    queryKey: ['search', name.toLowerCase()],
    queryFn: async ({ client, signal }) => {
      const response = requestHost(client, name, signal)
      // Handled below, when the code has loaded.
      response.catch(() => undefined)
      const code = await ranking.load()
      if (code) return code.rankResponse({ client, query: name, response, more, signal })
      return { ...(await response), corrected: null, isGuess: false } satisfies SearchResults
    },
    enabled: name !== '',
    // Results without the host's response are replaced as soon as possible.
    staleTime: ({ state }) => (state.data?.isIndexOnly ? 0 : CATALOGUE_STALE_MS),
  })
}
