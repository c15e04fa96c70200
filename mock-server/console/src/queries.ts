import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { CallInput } from 'contracts/client'
import type { SuccessOf } from 'contracts/endpoint'
import type { ControlByKey } from '../../src/control/client.ts'
import { control, readWorld } from './control.ts'
import { connection, messageOf, noticeFailure, showNotice } from './state.ts'

const onSuccess = () => connection.write('up')

/** The emulator runs locally, so queries run even when the browser is offline. Polling replaces retries. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onSuccess, onError: noticeFailure }),
  mutationCache: new MutationCache({ onSuccess, onError: noticeFailure }),
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, placeholderData: keepPreviousData },
    mutations: { networkMode: 'always' },
  },
})

export function refreshAll(): void {
  void queryClient.invalidateQueries()
}

export type Read<K extends keyof ControlByKey> = UseQueryResult<SuccessOf<ControlByKey[K]>>

/** Polls an endpoint of the control API, except while the tab is hidden. @param refetchInterval milliseconds */
export function useControl<K extends keyof ControlByKey & `GET ${string}`>(
  key: K,
  refetchInterval: number,
  query: NonNullable<CallInput<ControlByKey[K]>['query']> | Record<never, never> = {},
  enabled = true,
): Read<K> {
  return useQuery({
    queryKey: [readWorld(), key, query],
    queryFn: ({ signal }) => control(key, { query, signal } as never),
    refetchInterval,
    enabled,
  }) as Read<K>
}

export type Command = {
  busy: boolean
  /** Runs a command, shows its result and refetches. @returns whether it succeeded */
  run: (command: () => Promise<unknown>, done: string) => Promise<boolean>
}

export function useCommand(): Command {
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (command: () => Promise<unknown>) => command(),
    onSettled: refreshAll,
  })
  return {
    busy: isPending,
    run: (command, done) =>
      mutateAsync(command).then(
        () => {
          showNotice(done)
          return true
        },
        (error) => {
          showNotice(messageOf(error), 'fault')
          return false
        },
      ),
  }
}
