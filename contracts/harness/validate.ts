import { type ContractsDefinition, contractsOf } from './plan/define-contracts.ts'
import type { Report } from './report/report.ts'
import { runContract } from './run.ts'

export type ValidateOptions = {
  /** Scheme, host and port of the host; without the prefix of the contracts. */
  target: string
  /** The customer's bearer token. */
  token?: string
  /** Send the cases that write as well. */
  write?: boolean
  /** Names of endpoints or resources; all when left out. */
  only?: readonly string[]
  /** Milliseconds between requests; none when left out. */
  spacing?: number
  /** Milliseconds for one answer; 10 seconds when left out. */
  timeout?: number
  /** The way to the host, for one that runs in this process. */
  fetch?: typeof fetch
}

/**
 * Validates a host against contracts, from a program or a test: `report.summary.exitCode` is 0 where they are kept.
 * @throws DefinitionError when the contracts cannot be used; a host that fails is in the report
 */
export async function validate<V>(
  definition: ContractsDefinition<V>,
  { target, token, fetch, only, ...options }: ValidateOptions,
): Promise<Report> {
  return runContract({
    ...options,
    contracts: contractsOf(definition),
    only: only ?? null,
    target: {
      origin: target.replace(/\/$/, ''),
      credentials: token === undefined ? null : { token },
      isEmulator: false,
      ...(fetch ? { fetch } : {}),
    },
    emulator: null,
  })
}
