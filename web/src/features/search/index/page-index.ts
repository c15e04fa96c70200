import type { Query, QueryClient } from '@tanstack/react-query'
import { publicResponses } from '../../../api/offline-store.ts'
import { mayContainProducts } from '../../../domain/products-in-response.ts'
import { whenIdle } from '../../../platform/when-idle.ts'
import { ShopIndex } from './shop-index.ts'

type OpenedIndex = {
  index: ShopIndex
  /** Resolves when the index contains all responses received so far. */
  filled: () => Promise<void>
}

/** The length of a slice of work, and the longest wait for an idle time, in milliseconds. */
const SLICE_MS = 8
const IDLE_TIMEOUT_MS = 50

const opened = new WeakMap<QueryClient, OpenedIndex>()

/**
 * Opens the index of a query client's responses and of the cached ones of earlier visits. Starts filling it on the
 * first call, in slices while the page is idle, so that typing is never delayed.
 */
export function openIndex(client: QueryClient): OpenedIndex {
  const openedIndex = opened.get(client) ?? fillIndex(client)
  opened.set(client, openedIndex)
  return openedIndex
}

function fillIndex(client: QueryClient): OpenedIndex {
  const index = new ShopIndex()
  const queue: Generator<void, void>[] = []
  let working: Promise<void> | undefined

  const work = async () => {
    while (queue.length > 0) {
      await new Promise<void>((idle) => whenIdle(idle, IDLE_TIMEOUT_MS))
      const end = performance.now() + SLICE_MS
      try {
        do if (queue[0]?.next().done) queue.shift()
        while (queue.length > 0 && performance.now() < end)
      } catch (error) {
        // A generator that has thrown is done, so the next step continues with the next response.
        console.warn(`A response wasn't indexed: ${error}`)
      }
    }
    working = undefined
  }
  const enqueue = (steps: Generator<void, void>) => {
    queue.push(steps)
    working ??= work()
  }
  const addQuery = ({ queryKey, state: { data, dataUpdatedAt } }: Query) => {
    const [, part, id] = queryKey
    if (!mayContainProducts(queryKey) || data === undefined) return
    if (data !== null) enqueue(index.addResponse(data, dataUpdatedAt))
    else if (part === 'details') enqueue(index.removeProduct(Number(id), dataUpdatedAt))
  }
  const cache = client.getQueryCache()
  for (const query of cache.getAll()) addQuery(query)
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success')
      // Later, because the time of a cached response is set after the event.
      setTimeout(addQuery, 0, event.query)
  })
  const addCachedResponses = async () => {
    for await (const { data, at } of publicResponses()) enqueue(index.addResponse(data, at))
  }
  // Without storage, the index contains only the products of this visit.
  const cached = addCachedResponses().catch(() => undefined)
  return {
    index,
    filled: async () => {
      await cached
      await new Promise((resolve) => setTimeout(resolve))
      await working
    },
  }
}
