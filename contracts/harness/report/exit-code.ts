import { pluralize } from '../../src/pluralize.ts'
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

/**
 * Determines the exit code and the one-sentence outcome of a run. The first that applies decides: an interruption, an
 * unusable host, violations, the baseline's entries, a failure or violations of the compared
 * emulator, errors, undeclared fields. A run that verified nothing has not succeeded, unless its baseline accepts what
 * it found.
 */
export function determineExit(
  run: RunSummary,
  options: {
    isEmulator: boolean
    failOnAdditive: boolean
    state: HostState
    interruption: Interruption | null
    /** Origin of the web pages that the host allows, or null if it is not checked. */
    pageOrigin?: string | null
    missingBodies?: number
    /** How the emulator failed during the comparison. */
    emulatorFailure?: string | null
  },
): { exitCode: number; outcome: string } {
  const findings = run.endpoints.flatMap((endpoint) => endpoint.findings)
  const emulator = run.endpoints.flatMap((endpoint) => endpoint.emulator)
  const errors = run.endpoints.filter(({ status }) => status === 'error')
  const violations = findings.filter((finding) => finding.class !== 'additive')
  const { missingBodies = 0, emulatorFailure = null } = options
  const verb = missingBodies === 1 ? 'was' : 'were'
  const missing =
    missingBodies > 0 ? `; ${pluralize(missingBodies, 'body', 'bodies')} ${verb} not recorded` : ''
  const failure = emulatorFailure === null ? '' : `; ${emulatorFailure}`
  const createOutcome = (exitCode: number, outcome: string) => ({
    exitCode,
    outcome: outcome + failure + missing,
  })
  if (options.interruption)
    return createOutcome(
      INTERRUPT_CODES[options.interruption],
      describeInterruption(run, options.interruption),
    )
  if (options.state.kind !== 'usable') return createOutcome(EXIT.unreachable, options.state.message)
  if (options.isEmulator && findings.length > 0)
    return createOutcome(
      EXIT.emulatorBroken,
      `the emulator violates its contract in ${pluralize(findings.length, 'place')}`,
    )
  if (violations.length > 0)
    return createOutcome(EXIT.drift, describeViolations(run.endpoints, violations.length))
  if (run.baseline.length > 0)
    return createOutcome(
      EXIT.drift,
      pluralize(
        run.baseline.length,
        'expired or unused baseline entry',
        'expired or unused baseline entries',
      ),
    )
  if (emulatorFailure !== null) return { exitCode: EXIT.emulatorBroken, outcome: emulatorFailure + missing }
  if (emulator.length > 0)
    return createOutcome(
      EXIT.emulatorBroken,
      `the emulator violates its contract in ${pluralize(emulator.length, 'place')}`,
    )
  if (errors.length > 0) return createOutcome(EXIT.unreachable, describeErrors(errors, run.verified))
  const accepted = run.endpoints.flatMap((endpoint) => endpoint.accepted).length
  if (run.verified === 0 && accepted === 0) return createOutcome(EXIT.nothingVerified, 'nothing was verified')
  const gaps = describeGaps(run.endpoints)
  if (findings.length > 0 && options.failOnAdditive)
    return createOutcome(
      EXIT.additive,
      `the host sends ${pluralize(findings.length, 'undeclared field')}${gaps}`,
    )
  const addition = findings.length > 0 ? pluralize(findings.length, 'undeclared addition') : null
  if (run.verified === 0) {
    const foundItems = [pluralize(accepted, 'accepted finding'), ...(addition ? [addition] : [])].join(
      ' and ',
    )
    return createOutcome(EXIT.kept, `nothing was found but ${foundItems}`)
  }
  const pages = options.pageOrigin ? ` for pages of ${options.pageOrigin}` : ''
  return createOutcome(
    EXIT.kept,
    `the contract is kept at ${pluralize(run.verified, 'endpoint')}${pages}${addition ? `; ${addition}` : ''}${gaps}`,
  )
}

/** Returns `; 3 checks were not made at 2 endpoints`, or '' if all were made. */
function describeGaps(endpoints: Report['endpoints']): string {
  const incomplete = endpoints.filter(({ leftOut }) => leftOut > 0)
  const checks = incomplete.reduce((total, { leftOut }) => total + leftOut, 0)
  const verb = checks === 1 ? 'was' : 'were'
  return checks === 0
    ? ''
    : `; ${pluralize(checks, 'check')} ${verb} not made at ${pluralize(incomplete.length, 'endpoint')}`
}

function describeInterruption({ verified, leftBehind }: RunSummary, signal: Interruption): string {
  const left = leftBehind.length > 0 ? `; ${pluralize(leftBehind.length, 'write')} could not be undone` : ''
  return `interrupted by ${signal} after ${pluralize(verified, 'endpoint')}${left}`
}

/** Returns `2 endpoints could not be validated`, with the reason if they share one and the number of validated ones. */
function describeErrors(errors: Report['endpoints'], verified: number): string {
  const [reason, ...others] = new Set(errors.map((endpoint) => endpoint.reason))
  const shared = reason === undefined || others.length > 0 ? '' : ` (${reason})`
  return `${pluralize(errors.length, 'endpoint')} could not be validated${shared}; ${verified} ${verified === 1 ? 'was' : 'were'} validated`
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
