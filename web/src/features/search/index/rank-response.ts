import type { QueryClient, UseQueryOptions } from '@tanstack/react-query'
import { savesData } from '../../../platform/data-saver.ts'
import { type HostResults, type MoreProducts, requestHost, type SearchResults } from '../queries.ts'
import { openIndex } from './page-index.ts'
import { hasMatch, rank } from './rank.ts'

type Search = {
  client: QueryClient
  query: string
  response: Promise<HostResults>
  more: MoreProducts
  signal: AbortSignal
}

/** How long results wait for the index and for more products if the host finds no match, in milliseconds. */
const INDEX_TIMEOUT_MS = 4000

/** Ranks the host's response. If the host fails, returns the index's results; throws the error if there are none. */
export async function rankResponse({
  client,
  query,
  response,
  more,
  signal,
}: Search): Promise<SearchResults> {
  const { index, filled } = openIndex(client)
  const host = await response.catch((error: unknown) => ({ error }))
  signal.throwIfAborted()
  if ('listing' in host && hasMatch(host.listing, query)) return rank(query, host, index)

  // Only a part of the query matches, so the index must be complete.
  const requested = savesData()
    ? undefined
    : client.fetchQuery(more as UseQueryOptions).catch(() => undefined)
  const timeout = new Promise((resolve) => setTimeout(resolve, INDEX_TIMEOUT_MS))
  await Promise.race([Promise.resolve(requested).then(filled), timeout])
  const corrected = index.correct(query)
  if (corrected !== null) {
    const ofCorrected = await requestHost(client, corrected, signal).catch(() => null)
    return { ...rank(corrected, ofCorrected, index), corrected, isGuess: true }
  }
  const results = rank(query, 'listing' in host ? host : null, index)
  if ('error' in host && results.listing.products.length === 0) throw host.error
  return results
}
