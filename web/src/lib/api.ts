import { ApiError, createClient } from 'contracts/client'
import { env } from '../config/env.ts'
import { limits } from '../config/limits.ts'
import { getToken } from './session.ts'

const told = new Set<string>()

/** The one client of the shop. */
export const call = createClient({
  origin: env.apiHost,
  token: getToken,
  ...(env.checkAnswers ? { onAnswer: holdAgainstContract } : {}),
})

/** Tells the console once per endpoint of an answer that departs from its contract. The raw body is used all the same. */
function holdAgainstContract(key: string, status: number, body: unknown): void {
  if (told.has(key)) return
  void import('./contract-check.ts').then(({ faultsOf }) => {
    const faults = faultsOf(key, status, body)
    if (faults.length === 0 || told.has(key)) return
    told.add(key)
    console.warn(`${key} departs from its contract:\n${faults.join('\n')}`)
  })
}

/** Failed reads are tried again 3 times, after 2, 4 and 8 seconds or as Retry-After says (specification §7). */
export const retryRule = {
  retry: (failures: number) => failures < limits.retries,
  retryDelay: (failures: number, error: Error) =>
    error instanceof ApiError && error.retryAfterMs !== null
      ? error.retryAfterMs
      : limits.retryBaseDelay * 2 ** failures,
} as const
