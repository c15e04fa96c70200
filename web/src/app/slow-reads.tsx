import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chatUrl, phoneUrl } from '../config/contact-urls.ts'
import { SLOW_AFTER_MS } from '../config/delays.ts'
import { store } from '../config/store.ts'
import { RetryButton, useIsOverdue } from '../ui/feedback/load-states.tsx'

/** The state of the page's slow reads. `failed` means that the last attempt has failed. */
type Delay = 'pending' | 'retrying' | 'failed'

/** The time after which the page offers to repeat a read, in milliseconds. Shorter once a request has failed. */
const LATE_MS = { pending: SLOW_AFTER_MS, retrying: 4000 }

/** The time after which the notice tells how to reach the shop without the page, in milliseconds. */
const CONTACT_AFTER_MS = 8000

/**
 * Offers to repeat the reads of the page that the host hasn't answered. One notice for all, whichever they are.
 * @param props.since when the first reads began, in milliseconds since 1970, because this code is loaded later
 */
export function SlowReads({ since }: { since: number }) {
  const client = useQueryClient()
  const [delay, setDelay] = useState<Delay | null>(null)
  const isLong = useIsOverdue(delay !== null, CONTACT_AFTER_MS)

  useEffect(() => watchReads(client, since, setDelay), [client, since])

  const hasFailed = delay === 'failed'
  return delay === null ? null : (
    <div className={`notice slow-reads-notice is-${delay}`}>
      <p>
        {delay === 'pending' ? 'Still loading… ' : delay === 'retrying' ? 'Still trying… ' : ''}
        {isLong || hasFailed ? (
          <>
            You can {hasFailed ? '' : 'also '}reach us on{' '}
            <a className="money" href={phoneUrl(store.phones[0])}>
              {store.phones[0]}
            </a>{' '}
            or <a href={chatUrl(store.whatsapp)}>WhatsApp</a>.
          </>
        ) : null}
      </p>
      {/* A page with a failed read has its own button. */}
      {hasFailed ? null : <RetryButton onRetry={() => void repeatReads(client)} />}
    </div>
  )
}

/** Excludes the place search, which shows its own status. */
const isLoading = ({ state, queryKey }: Query) =>
  state.fetchStatus === 'fetching' && state.data === undefined && queryKey[0] !== 'places'

/**
 * Returns the reads that the page waits for. Others, such as those of a page that is preloaded, are in the background.
 */
const pendingReads = (client: QueryClient) =>
  client.getQueryCache().findAll({ type: 'active', predicate: isLoading })

const hasGivenUp = ({ state }: Query) => state.status === 'error' && state.data === undefined

/** @returns a function that stops watching */
function watchReads(client: QueryClient, since: number, show: (delay: Delay | null) => void): () => void {
  /** The reads that the notice was shown for. */
  const late = new Set<string>()
  const starts = new Map(pendingReads(client).map(({ queryHash }) => [queryHash, since]))
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    const pending = pendingReads(client)
    const hashes = new Set(pending.map(({ queryHash }) => queryHash))
    for (const hash of starts.keys()) if (!hashes.has(hash)) starts.delete(hash)
    const now = Date.now()
    let delay: Delay | null = client
      .getQueryCache()
      .findAll({ type: 'active', predicate: hasGivenUp })
      .some(({ queryHash }) => late.has(queryHash))
      ? 'failed'
      : null
    let wait = Number.POSITIVE_INFINITY
    for (const { queryHash, state } of pending) {
      const start = starts.get(queryHash) ?? now
      starts.set(queryHash, start)
      const kind = state.fetchFailureCount > 0 ? 'retrying' : 'pending'
      const remainingMs = start + LATE_MS[kind] - now
      if (remainingMs > 0) wait = Math.min(wait, remainingMs)
      else {
        late.add(queryHash)
        if (delay !== 'retrying') delay = kind
      }
    }
    show(delay)
    if (wait < Number.POSITIVE_INFINITY) timer = setTimeout(check, wait)
  }
  const stop = client.getQueryCache().subscribe(({ type }) => {
    // In a microtask, because events are fired while components render.
    if (type !== 'observerResultsUpdated') queueMicrotask(check)
  })
  check()
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Aborts the unanswered requests, including those that others wait for, and sends those of the page again. */
async function repeatReads(client: QueryClient): Promise<void> {
  const hashes = new Set(pendingReads(client).map(({ queryHash }) => queryHash))
  await client.cancelQueries({ predicate: isLoading })
  await client.refetchQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
}
