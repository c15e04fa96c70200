import type { Query, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ShopProduct } from '../../../domain/product.ts'
import { allowScript } from '../../../platform/trusted-types.ts'
import type { IndexReply, IndexRequest, IndexResponse } from './index-service.ts'
import workerUrl from './index-worker.ts?worker&url'
import type { FoundProduct } from './shop-index.ts'

/** A page's access to the search index. */
type SearchIndex = {
  /** Returns up to `most` products for a query, best first. Resolves to an empty list if the worker cannot run. */
  find: (query: string, most: number) => Promise<IndexResponse>
  /** Calls back when products are added. @returns a function that unsubscribes */
  onGrown: (act: () => void) => () => void
}

/** The first elements of the query keys whose responses are public and contain products or categories. */
const SOURCES: readonly unknown[] = ['products', 'categories', 'homepage']

const NOTHING_FOUND: IndexResponse = { found: [], corrected: null }

const opened = new WeakMap<QueryClient, SearchIndex>()

/** Opens the index of a query client's responses. The first call starts the worker, which receives all of them. */
export function openIndex(client: QueryClient): SearchIndex {
  const known = opened.get(client)
  if (known) return known
  const index = startIndex(client) ?? {
    find: async () => NOTHING_FOUND,
    onGrown: () => () => undefined,
  }
  opened.set(client, index)
  return index
}

/** Returns null in a browser without workers. */
function startIndex(client: QueryClient): SearchIndex | null {
  if (typeof Worker === 'undefined') return null
  const worker = new Worker(allowScript(workerUrl), { type: 'module', name: 'search' })
  const send = (request: IndexRequest) => worker.postMessage(request)
  const waiting = new Map<number, (response: IndexResponse) => void>()
  const listeners = new Set<() => void>()
  let requested = 0
  let hasFailed = false

  worker.addEventListener('message', ({ data: reply }: MessageEvent<IndexReply>) => {
    if (reply.type === 'grown') for (const act of listeners) act()
    else {
      waiting.get(reply.request)?.(reply)
      waiting.delete(reply.request)
    }
  })
  // Searching works without the worker, so a failure to load it is not reported.
  worker.addEventListener('error', () => {
    hasFailed = true
    for (const respond of waiting.values()) respond(NOTHING_FOUND)
    waiting.clear()
  })

  const sendResponse = ({ queryKey: [resource, part, id], state: { data, dataUpdatedAt } }: Query) => {
    if (!SOURCES.includes(resource) || data === undefined) return
    if (data !== null) send({ type: 'response', data, at: dataUpdatedAt })
    else if (part === 'details') send({ type: 'removed', id: Number(id) })
  }
  const cache = client.getQueryCache()
  for (const query of cache.getAll()) sendResponse(query)
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') sendResponse(event.query)
  })

  return {
    find: (query, most) =>
      hasFailed
        ? Promise.resolve(NOTHING_FOUND)
        : new Promise((respond) => {
            requested++
            waiting.set(requested, respond)
            send({ type: 'find', request: requested, query, most })
          }),
    onGrown: (act) => {
      listeners.add(act)
      return () => listeners.delete(act)
    },
  }
}

/**
 * Searches the index. Returns undefined until it has responded and for an empty query. Searches again when `revision`
 * changes. Until something is found, also searches again when products are added.
 */
export function useIndexResponse(query: string, most: number, revision = 0): IndexResponse | undefined {
  const client = useQueryClient()
  const [response, setResponse] = useState<IndexResponse & { query: string; revision: number }>()
  const [growth, setGrowth] = useState(0)
  const hasNone = response?.query === query && response.found.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when the index has grown
  useEffect(() => {
    if (query === '') return
    let isCurrent = true
    void openIndex(client)
      .find(query, most)
      .then((found) => {
        if (isCurrent) setResponse({ query, revision, ...found })
      })
    return () => {
      isCurrent = false
    }
  }, [client, query, most, revision, growth])

  useEffect(() => {
    if (!hasNone) return
    return openIndex(client).onGrown(() => setGrowth((times) => times + 1))
  }, [client, hasNone])

  return query !== '' && response?.query === query && response.revision === revision ? response : undefined
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
