import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { ApiError, ContractError } from 'contracts/client'
import type { KeptAnswer, Kind } from './offline-store.ts'

/** The `meta` of a query that must not use cached data. */
export const ASK_NOW = { askNow: true }

/** How long a query waits before cached data is shown, in milliseconds. */
const ANSWER_TIMEOUT_MS = 6000

const PUBLIC: readonly unknown[] = ['products', 'categories', 'homepage', 'banners', 'config']

/** Queries that are cached: the catalogue, and a customer's wishlist and orders. */
function kindOf([resource, owner, part]: QueryKey): Kind | null {
  if (PUBLIC.includes(resource)) return 'public'
  if (resource === 'wishlist' && owner !== 'shared') return 'private'
  return resource === 'customer' && part === 'orders' ? 'private' : null
}

const openStore = () => import('./offline-store.ts')
let isKeeping = false
const unwritten = new Map<string, () => void>()

/** Starts caching responses, including earlier ones. Called late, so that a first page need not load the store. */
export function startKeepingAnswers(): void {
  isKeeping = true
  for (const write of unwritten.values()) write()
  unwritten.clear()
}

function keep(hash: string, kind: Kind, data: unknown): void {
  const answer = { data, at: Date.now() }
  const write = () =>
    void openStore().then(
      (store) => store.writeAnswer(hash, kind, answer),
      () => undefined,
    )
  if (isKeeping) write()
  else unwritten.set(hash, write)
}

async function readKept(hash: string, kind: Kind): Promise<KeptAnswer | undefined> {
  try {
    return await (await openStore()).readAnswer(hash, kind)
  } catch {
    return undefined
  }
}

/** Whether the host responded with any status; otherwise the network failed. */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ContractError || (error as Error).name === 'AbortError'
}

/**
 * Runs a query, and returns cached data with its date if the network fails or the response takes too long. Not if the host
 * responds with an error.
 */
export async function keptWithoutNetwork<T, K extends QueryKey>(
  ask: QueryFunction<T, K>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  const { queryHash: hash } = query
  const kind = kindOf(query.queryKey)
  if (kind === null || query.meta === ASK_NOW) return ask(context)
  const show = (kept: KeptAnswer): T => {
    setTimeout(() => query.setState({ dataUpdatedAt: kept.at }))
    return kept.data as T
  }
  const asked = Promise.resolve(ask(context)).then((data) => {
    if (data !== null && data !== undefined) keep(hash, kind, data)
    return data
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<KeptAnswer>((shown) => {
    if (query.state.data === undefined)
      timer = setTimeout(
        () => void readKept(hash, kind).then((kept) => kept && shown(kept)),
        ANSWER_TIMEOUT_MS,
      )
  })
  try {
    return await Promise.race([
      asked,
      late.then((kept) => {
        // The late response replaces the cached data when it arrives.
        asked.then((data) => query.setData(data)).catch(() => undefined)
        return show(kept)
      }),
    ])
  } catch (error) {
    const kept = query.state.data === undefined && !isAnswered(error) ? await readKept(hash, kind) : undefined
    if (!kept) throw error
    return show(kept)
  } finally {
    clearTimeout(timer)
  }
}

/** Deletes a customer's cached data. */
export function forgetPrivateAnswers(): void {
  unwritten.clear()
  openStore()
    .then((store) => store.forgetPrivateAnswers())
    .catch(() => window.indexedDB?.deleteDatabase('private-answers'))
}
