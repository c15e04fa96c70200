import { pluralize } from '../../src/command-line/pluralize.ts'
import type { HostState } from '../check/host-state.ts'
import { causesOf } from './causes.ts'
import type { Report } from './report.ts'

export const EXIT = {
  kept: 0,
  drift: 1,
  usage: 2,
  additive: 3,
  unreachable: 4,
  nothingVerified: 5,
  emulatorBroken: 6,
  internal: 7,
} as const

/** The exit codes of interrupted processes: 128 and the number of the signal. */
export const INTERRUPT_CODES = { SIGINT: 130, SIGTERM: 143 }
export type Interruption = keyof typeof INTERRUPT_CODES

/** The meanings of the exit codes, for the help and the table in README.md. */
export const EXIT_MEANINGS: Record<string, string> = {
  [EXIT.kept]: 'the contract is kept',
  [EXIT.drift]: 'breaking or behaviour drift, or an expired or unused baseline entry',
  [EXIT.usage]: 'invalid usage',
  [EXIT.additive]: 'additive findings only, with --fail-on additive',
  [EXIT.unreachable]: 'unreachable, unavailable, not the provider, or an endpoint could not be validated',
  [EXIT.nothingVerified]: 'nothing was verified',
  [EXIT.emulatorBroken]: 'the emulator violates its contract, or fails during a comparison',
  [EXIT.internal]: 'internal error, or the command could not start',
  [Object.values(INTERRUPT_CODES).join(', ')]:
    'interrupted by Ctrl-C or SIGTERM; writes were undone where possible',
}

type RunSummary = Pick<Report, 'endpoints' | 'baseline'> & { verified: number; leftBehind: readonly string[] }

type ExitOptions = {
  isEmulator: boolean
  failOnAdditive: boolean
  state: HostState
  interruption: Interruption | null
  /** Origin of the web pages that the host allows, or null if it is not checked. */
  pageOrigin?: string | null
  missingBodies?: number
  /** How the emulator failed during the comparison. */
  emulatorFailure?: string | null
}

type Exit = { exitCode: number; outcome: string }

/**
 * Determines the exit code and the one-sentence outcome of a run. The first that applies decides: an interruption, an
 * unusable host, violations, the baseline's entries, a failure or violations of the compared
 * emulator, errors, undeclared fields. A run that verified nothing has not succeeded, unless its baseline accepts what
 * it found.
 */
export function determineExit(run: RunSummary, options: ExitOptions): Exit {
  const { exitCode, outcome } =
    exitOfHost(run, options) ??
    exitOfViolations(run, options) ??
    exitOfEmulator(run, options) ??
    exitOfGaps(run) ??
    exitOfSuccess(run, options)
  const notes = [options.emulatorFailure, describeMissingBodies(options)]
  return { exitCode, outcome: [outcome, ...notes.filter((note) => note && note !== outcome)].join('; ') }
}

/** Returns the exit of a run that could not validate its host to the end. */
function exitOfHost(run: RunSummary, { interruption, state }: ExitOptions): Exit | null {
  if (interruption)
    return { exitCode: INTERRUPT_CODES[interruption], outcome: describeInterruption(run, interruption) }
  return state.kind === 'usable' ? null : { exitCode: EXIT.unreachable, outcome: state.message }
}

/** Returns the exit of a run with violations, or with problems of the baseline. */
function exitOfViolations({ endpoints, baseline }: RunSummary, { isEmulator }: ExitOptions): Exit | null {
  const findings = endpoints.flatMap((endpoint) => endpoint.findings)
  if (isEmulator && findings.length > 0) return exitOfBrokenEmulator(findings.length)
  const violations = findings.filter((finding) => finding.class !== 'additive')
  if (violations.length > 0)
    return { exitCode: EXIT.drift, outcome: describeViolations(endpoints, violations.length) }
  const [one, many] = ['expired or unused baseline entry', 'expired or unused baseline entries']
  return baseline.length > 0 ? { exitCode: EXIT.drift, outcome: pluralize(baseline.length, one, many) } : null
}

/** Returns the exit of a run whose compared emulator failed or has violations. */
function exitOfEmulator({ endpoints }: RunSummary, { emulatorFailure = null }: ExitOptions): Exit | null {
  if (emulatorFailure !== null) return { exitCode: EXIT.emulatorBroken, outcome: emulatorFailure }
  const findings = endpoints.flatMap((endpoint) => endpoint.emulator)
  return findings.length > 0 ? exitOfBrokenEmulator(findings.length) : null
}

function exitOfBrokenEmulator(places: number): Exit {
  const outcome = `the emulator violates its contract in ${pluralize(places, 'place')}`
  return { exitCode: EXIT.emulatorBroken, outcome }
}

/** Returns the exit of a run that could not validate some or any endpoints. */
function exitOfGaps(run: RunSummary): Exit | null {
  const errors = run.endpoints.filter(({ status }) => status === 'error')
  if (errors.length > 0) return { exitCode: EXIT.unreachable, outcome: describeErrors(errors, run.verified) }
  return run.verified === 0 && acceptedCountOf(run) === 0
    ? { exitCode: EXIT.nothingVerified, outcome: 'nothing was verified' }
    : null
}

/** Returns the exit of a run that found at most undeclared fields. */
function exitOfSuccess(run: RunSummary, { failOnAdditive, pageOrigin }: ExitOptions): Exit {
  const count = run.endpoints.flatMap((endpoint) => endpoint.findings).length
  const undeclared = count > 0 ? [pluralize(count, 'undeclared field')] : []
  const gaps = describeGaps(run.endpoints)
  if (count > 0 && failOnAdditive)
    return { exitCode: EXIT.additive, outcome: `the host sends ${undeclared}${gaps}` }
  if (run.verified === 0) {
    const foundItems = [pluralize(acceptedCountOf(run), 'accepted finding'), ...undeclared].join(' and ')
    return { exitCode: EXIT.kept, outcome: `nothing was found but ${foundItems}` }
  }
  const pages = pageOrigin ? ` for pages of ${pageOrigin}` : ''
  const kept = `the contract is kept at ${pluralize(run.verified, 'endpoint')}${pages}`
  return { exitCode: EXIT.kept, outcome: [kept, ...undeclared].join('; ') + gaps }
}

function acceptedCountOf({ endpoints }: RunSummary): number {
  return endpoints.flatMap((endpoint) => endpoint.accepted).length
}

/** Returns `2 bodies were not recorded`, or '' if all were. */
function describeMissingBodies({ missingBodies = 0 }: ExitOptions): string {
  return missingBodies === 0 ? '' : `${pluralize(missingBodies, 'body was', 'bodies were')} not recorded`
}

/** Returns `; 3 checks were not made at 2 endpoints`, or '' if all were made. */
function describeGaps(endpoints: Report['endpoints']): string {
  const incomplete = endpoints.filter(({ leftOut }) => leftOut > 0)
  const checks = incomplete.reduce((total, { leftOut }) => total + leftOut, 0)
  return checks === 0
    ? ''
    : `; ${pluralize(checks, 'check was', 'checks were')} not made at ${pluralize(incomplete.length, 'endpoint')}`
}

function describeInterruption({ verified, leftBehind }: RunSummary, signal: Interruption): string {
  const unremoved =
    leftBehind.length > 0 ? `; ${pluralize(leftBehind.length, 'write')} could not be undone` : ''
  return `interrupted by ${signal} after ${pluralize(verified, 'endpoint')}${unremoved}`
}

/** Returns `2 endpoints could not be validated`, with the reason if they share one and the number of validated ones. */
function describeErrors(errors: Report['endpoints'], verified: number): string {
  const [reason, ...otherReasons] = new Set(errors.map((endpoint) => endpoint.reason))
  const shared = reason === undefined || otherReasons.length > 0 ? '' : ` (${reason})`
  return `${pluralize(errors.length, 'endpoint')} could not be validated${shared}; ${pluralize(verified, 'was', 'were')} validated`
}

/** Returns `the contract is violated in 2 places`, or `…: 1 cause at 9 endpoints` if findings share causes. */
function describeViolations(endpoints: Report['endpoints'], places: number): string {
  const causes = causesOf(endpoints).filter(
    ({ isFromEmulator, finding }) => !isFromEmulator && finding.class !== 'additive',
  )
  if (causes.length === places) return `the contract is violated in ${pluralize(places, 'place')}`
  const names = new Set(causes.flatMap((cause) => cause.endpoints.map(({ name }) => name)))
  return `the contract is violated: ${pluralize(causes.length, 'cause')} at ${pluralize(names.size, 'endpoint')}`
}
