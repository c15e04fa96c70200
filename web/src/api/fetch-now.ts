import type { CancelledError, FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { FETCH_NOW } from './response-cache.ts'

/** The default timeout in milliseconds. Short, because a shopper who has tapped Place Order waits for it. */
const READ_TIMEOUT_MS = 3_000

/**
 * Fetches a query once, for prices, stock and addresses that must be current. Never throws, and resolves within the
 * timeout.
 * @param options `joinsPending` waits for a pending request instead of replacing it
 * @returns the response; if the request fails, the response that was last read in this visit, or undefined
 */
export async function fetchNow<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
  { timeoutMs = READ_TIMEOUT_MS, joinsPending = false } = {},
): Promise<T | undefined> {
  const filters = { queryKey: query.queryKey, exact: true }
  // The response of a pending request may be older than this call.
  if (!joinsPending) await client.cancelQueries(filters)
  // Trap: if the device's clock was set back, a query with staleTime 0 is fresh. Invalidated queries are always
  // fetched.
  await client.invalidateQueries({ ...filters, refetchType: 'none' })
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeoutMs)
  })
  try {
    const fetchOnce = () => client.fetchQuery({ ...query, retry: false, meta: FETCH_NOW, staleTime: 0 })
    const response = fetchOnce().catch((error: unknown) => {
      // Another call has replaced the request, so both wait for the same response. A removed query has no `revert`.
      if (!isOver && (error as Partial<CancelledError>).revert) return fetchOnce()
      throw error
    })
    return await Promise.race([response, timeout])
  } catch {
    isOver = true
    const { data, dataUpdatedAt = 0 } = client.getQueryState<T>(query.queryKey) ?? {}
    // The order is checked against this data, so a late response must not replace it. Without any, the page waits for
    // it.
    if (data !== undefined) await client.cancelQueries(filters)
    // Older data is from the offline cache.
    return dataUpdatedAt < performance.timeOrigin ? undefined : data
  } finally {
    clearTimeout(timer)
  }
}
