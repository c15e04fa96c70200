import {
  keepPreviousData,
  type Query,
  QueryClient,
  type UseQueryResult,
  useIsMutating,
  useMutationState,
  useQuery,
} from '@tanstack/react-query'
import { ApiError, type CallInput, ContractError, displayedMessage } from 'contracts/client'
import type { SuccessOf } from 'contracts/endpoint'
import { useState } from 'react'
import { type ControlByKey, createControlClient } from '../../src/control-api/client.ts'
import { DEFAULT_WORLD } from '../../src/control-api/default-world.ts'

const TOKEN_KEY = 'emulator_token'

export function storeToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token)
}

/** Sends a request to the control API. The cookie selects the world. */
export const control: ReturnType<typeof createControlClient> = (key, ...input) =>
  createControlClient({ origin: '', token: sessionStorage.getItem(TOKEN_KEY) })(key, ...input)

const WORLD_COOKIE = 'emulator_world'

/** Returns this browser's world, which the console and the shop share. */
export function readWorld(): string {
  return new RegExp(`(?:^|;\\s*)${WORLD_COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1] ?? DEFAULT_WORLD
}

export function selectWorld(name: string): void {
  const expiry = name === DEFAULT_WORLD ? '; max-age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${WORLD_COOKIE}=${name}; path=/; samesite=lax${expiry}`
}

/** The emulator runs locally, so queries run even when the browser is offline. Polling replaces retries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, placeholderData: keepPreviousData },
    mutations: { networkMode: 'always' },
  },
})

/** Refetches all data that is shown, except that of a paused view, which is not polled. */
export function refetchQueries(): void {
  const isPolled = ({ observers }: Query) =>
    observers.every(({ options }) => options.refetchInterval !== false)
  void queryClient.invalidateQueries({ predicate: isPolled })
}

export type ControlQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPlaceholderData'>

/** Milliseconds between updates of a view. */
const VIEW_POLL_MS = 1500

/**
 * Polls an endpoint of the control API, except while the tab is hidden. While paused, requests it only for another
 * query.
 */
export function useControl<K extends keyof ControlByKey & `GET ${string}`>(
  key: K,
  query: NonNullable<CallInput<ControlByKey[K]>['query']> | Record<never, never> = {},
  { pollMs = VIEW_POLL_MS, isPaused = false } = {},
): ControlQuery<SuccessOf<ControlByKey[K]>> {
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [readWorld(), key, query],
    queryFn: ({ signal }) => control(key, { query, signal } as never),
    refetchInterval: isPaused ? false : pollMs,
    refetchOnWindowFocus: !isPaused,
    refetchOnReconnect: !isPaused,
  })
  // A refetch clears the error of a query that has no data, so the error is kept until the refetch ends.
  const [lastError, setLastError] = useState(error)
  if (!isFetching && lastError !== error) setLastError(error)
  return { data: data as SuccessOf<ControlByKey[K]> | undefined, error: lastError, isPlaceholderData }
}

/** Returns the kind of a connection error, which the page shows once for all views; null for other errors. */
export function connectionProblem(error: unknown): 'unreachable' | 'locked' | null {
  if (error instanceof ApiError) return error.status === 401 ? 'locked' : null
  return error === null || error instanceof ContractError ? null : 'unreachable'
}

/** Returns an error's message, without the double parentheses of the emulator's texts. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError)
    return stripParentheses(displayedMessage(error.body) ?? `The emulator responded with ${error.status}.`)
  // A request without a response is rejected with a TypeError.
  return error instanceof TypeError ? 'The emulator does not respond.' : (error as Error).message
}

/** Removes the double parentheses of the emulator's texts. */
export const stripParentheses = (text: string): string => text.replace(/^\(\(|\)\)$/g, '')

/** Sends a command, after which all queries are refetched. @returns its error; null if it succeeded */
export function runCommand(send: () => Promise<unknown>, successMessage: string): Promise<Error | null> {
  const options = {
    mutationFn: send,
    onSettled: refetchQueries,
    meta: { successMessage },
    // Without it, an error message would close after five minutes, when its mutation is removed from the cache.
    gcTime: Number.POSITIVE_INFINITY,
  }
  const mutation = queryClient.getMutationCache().build(queryClient, options)
  return mutation.execute(undefined).then(
    () => null,
    (error: Error) => error,
  )
}

export const useIsBusy = (): boolean => useIsMutating() > 0

/** Returns the result of the last command; null while it runs, and before the first. */
export function useLastCommandResult(): { id: number; text: string; hasFailed: boolean } | null {
  const commands = useMutationState({
    select: ({ state, meta }) => ({ ...state, successMessage: meta?.successMessage }),
  })
  const last = commands.at(-1)
  if (last?.status !== 'success' && last?.status !== 'error') return null
  const hasFailed = last.status === 'error'
  const text = hasFailed ? errorText(last.error) : String(last.successMessage)
  return { id: last.submittedAt, text, hasFailed }
}
