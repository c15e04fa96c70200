import { type ContractsDefinition, contractsOf } from './plan/define-contracts.ts'
import type { Report } from './report/report.ts'
import { runContract } from './run.ts'

export type ValidateOptions = {
  /** Scheme, host and port, without the prefix of the contracts. */
  target: string
  /** Bearer token of the customer. */
  token?: string
  /** Send cases that write. */
  write?: boolean
  /** Names of endpoints or resources. Default: all. */
  only?: readonly string[]
  /** Milliseconds between requests. Default: 0. */
  spacing?: number
  /** Response timeout in milliseconds. Default: 10,000. */
  timeout?: number
  /** Custom fetch for a host in this process. */
  fetch?: typeof fetch
}

/**
 * Validates a host against contracts, from a program or a test. `report.summary.exitCode` is 0 if they are kept.
 * @throws DefinitionError if the contracts are invalid; failures of the host are in the report
 * @example
 * const report = await validate(contracts, { target: 'http://localhost:3000' })
 * assert.equal(report.summary.exitCode, 0, report.summary.outcome)
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
