import { inspect } from 'node:util'
import { parseHostUrl, parseInteger } from '../command/option-values.ts'
import { explainUnknownName } from '../harness/plan.ts'
import type { Report } from '../harness/report/report.ts'
import { runContract } from '../harness/run-contract.ts'
import type { SendOptions } from '../harness/send/create-hosts.ts'
import { UserError } from '../src/command-line/user-error.ts'
import { type ContractsDefinition, parseContracts } from '../src/define-contracts.ts'
import { nearestName } from '../src/nearest-name.ts'

export type ValidateOptions = Pick<SendOptions, 'write' | 'only' | 'spacing' | 'timeout'> & {
  /** Scheme, host and port, without the contracts' path prefix. */
  target: string
  /** Bearer token of the customer. */
  token?: string
  /** Custom `fetch` for a host that runs in this process. */
  fetch?: typeof fetch
}

const OPTIONS: Record<keyof ValidateOptions, true> = {
  target: true,
  token: true,
  fetch: true,
  write: true,
  only: true,
  spacing: true,
  timeout: true,
}

/**
 * Validates a host against contracts, from a program or a test. `report.summary.exitCode` is 0 if the host satisfies
 * them.
 * @throws DefinitionError if the contracts are invalid
 * @throws UserError if an option is unknown or invalid. Failures on the host are reported, not thrown.
 * @example
 * const report = await validate(contracts, { target: 'http://localhost:3000' })
 * assert.equal(report.summary.exitCode, 0, report.summary.outcome)
 */
export async function validate<V>(
  definition: ContractsDefinition<V>,
  { target, token, fetch, ...options }: ValidateOptions,
): Promise<Report> {
  rejectUnknownOptions(Object.keys(options))
  const contracts = parseContracts(definition)
  const { only = null } = options
  if (only !== null && (!Array.isArray(only) || only.length === 0))
    throw new UserError('only must be a list of names, such as ["pets"].')
  const problem = explainUnknownName(contracts, only ?? [])
  if (problem !== null) throw new UserError(`only: ${problem}`)
  rejectInvalidValues(token, options)
  return runContract({
    ...options,
    contracts,
    target: {
      origin: parseHostUrl('target')(target),
      credentials: token === undefined ? null : { token },
      isEmulator: false,
      ...(fetch ? { fetch } : {}),
    },
    emulator: null,
  })
}

/** Throws for values of a JavaScript program that the types forbid, or that the command refuses. */
function rejectInvalidValues(
  token: string | undefined,
  { write, spacing, timeout }: Partial<ValidateOptions>,
): void {
  if (spacing !== undefined) parseInteger('spacing', 0, 60_000)(inspect(spacing))
  if (timeout !== undefined) parseInteger('timeout', 1, 600_000)(inspect(timeout))
  if (write !== undefined && typeof write !== 'boolean') throw new UserError('write must be true or false.')
  if (token !== undefined && (typeof token !== 'string' || /[^\x21-\x7e]/.test(token)))
    throw new UserError('token contains an invalid character.')
}

/** Throws for misspelled options of a JavaScript program. Otherwise, its run might lack a token, for example. */
function rejectUnknownOptions(keys: readonly string[]): void {
  const optionNames = Object.keys(OPTIONS)
  const unknown = keys.find((name) => !optionNames.includes(name))
  if (unknown === undefined) return
  const nearest = nearestName(unknown, optionNames)
  const advice =
    nearest === null ? `its options are ${optionNames.join(', ')}.` : `did you mean "${nearest}"?`
  throw new UserError(`validate has no option "${unknown}"; ${advice}`)
}
