import type { KnownValues } from '../../cases/case.ts'
import { type CaseRequest, endpointKey } from '../../src/endpoint.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { listCases as casesOf, type PlannedCase } from '../plan/plan-cases.ts'
import { providerContracts } from '../plan/provider-contracts.ts'
import { createRedactor } from './redact.ts'
import { runCase } from './run-case.ts'
import { createSession } from './session.ts'

/** Returns all cases of the provider's contracts. */
export const listCases = (): PlannedCase[] => casesOf(providerContracts)

/** The result of a case. If the case could not be sent, there is a reason and nothing is verified. */
export type CaseResult = {
  endpoint: string
  title: string
  outcome: 'kept' | 'broken' | 'skipped'
  findings: Finding[]
  reason?: string
}

/** Builds of the host, which respond differently to some cases. */
export type HostBuild = '7.1' | '7.4'

export type CaseTarget = {
  /** Scheme, host and port, without a trailing slash. */
  origin: string
  fetch?: typeof fetch
  /** A valid token of the test customer. */
  token: string
  /** Initial values, such as the credentials with which cases log in. */
  known?: KnownValues
  /** The build that the emulator imitates. Defaults to 7.1. */
  profile?: HostBuild
}

/**
 * Sends all cases to an emulator and validates each response. Intended for test runners. Never use it with a live
 * host, because some cases send e-mails, place orders or lock accounts.
 */
export async function runCases({
  token,
  known: given,
  profile = '7.1',
  ...target
}: CaseTarget): Promise<CaseResult[]> {
  const side = { ...target, isEmulator: true, credentials: { token } }
  const session = createSession({
    contracts: providerContracts,
    side,
    write: true,
    spacing: 0,
    timeout: 10_000,
    maxWaitMs: 0,
  })
  const known: KnownValues = { ...given }
  const redactor = createRedactor()
  const results: CaseResult[] = []
  for (const planned of listCases()) {
    const requested = profile === '7.1' ? planned : asLaterBuild(planned)
    const { state, findings, reason } = await runCase(session, requested, known, redactor)
    results.push({
      endpoint: endpointKey(planned.declared),
      title: planned.each.title,
      outcome:
        state === 'skipped' ? 'skipped' : state === 'validated' && findings.length === 0 ? 'kept' : 'broken',
      findings,
      ...(reason === undefined ? {} : { reason }),
    })
  }
  return results
}

/** Adapts a case to the 7.4 build, which returns different statuses and requires `type` with an e-mail address. */
function asLaterBuild(planned: PlannedCase): PlannedCase {
  const { declared, each } = planned
  const { request } = each
  const status = each.laterStatus ?? each.status
  const isTyped = declared.body !== undefined && Object.hasOwn(declared.body.shape, 'type')
  if (!isTyped || request === undefined) return { ...planned, each: { ...each, status } }
  const typed = (known: Required<KnownValues>) => {
    const requested = typeof request === 'function' ? request(known) : request
    return [requested].flat().map(withType)
  }
  return { ...planned, each: { ...each, status, request: typed } }
}

function withType(request: CaseRequest): CaseRequest {
  const { body } = request
  if (body === null || typeof body !== 'object' || Object.keys(body).length === 0) return request
  return { ...request, body: { ...body, type: 'email' } }
}
