import type { Known } from '../../cases/case.ts'
import type { CaseRequest } from '../../src/endpoint.ts'
import { endpointKey } from '../../src/endpoint.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { listCases as casesOf, type PlannedCase } from '../plan/plan-cases.ts'
import { providerContracts } from '../plan/provider-contracts.ts'
import { createRedactor } from './redact.ts'
import { runCase } from './run-case.ts'
import { createSession } from './session.ts'

/** Every case of the provider's contracts. */
export const listCases = (): PlannedCase[] => casesOf(providerContracts)

/** The result of one case. A case that could not be sent says why; it has proved nothing. */
export type CaseResult = {
  endpoint: string
  title: string
  outcome: 'kept' | 'broken' | 'skipped'
  findings: Finding[]
  reason?: string
}

/** Builds of the host's family that answer some cases differently. */
export type HostBuild = '7.1' | '7.4'

export type CaseTarget = {
  /** Scheme, host and port, without a trailing slash. */
  origin: string
  fetch?: typeof fetch
  /** A valid token of the test customer. */
  token: string
  /** The test customer's own data, for the cases that log in. */
  known?: Known
  /** Which build of the host it is; 7.1 when left out. */
  profile?: HostBuild
}

/**
 * Sends every case to an emulator, in order, and compares each answer strictly with its contract. For a test runner;
 * never for a live host: here the cases that mail, order and lock are sent too.
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
  const known: Known = { ...given }
  const redactor = createRedactor()
  const results: CaseResult[] = []
  for (const planned of listCases()) {
    const asked = profile === '7.1' ? planned : asLaterBuild(planned)
    const { state, findings, reason } = await runCase(session, asked, known, redactor)
    results.push({
      endpoint: endpointKey(planned.declared),
      title: planned.each.title,
      outcome:
        state === 'skipped' ? 'skipped' : state === 'judged' && findings.length === 0 ? 'kept' : 'broken',
      findings,
      ...(reason === undefined ? {} : { reason }),
    })
  }
  return results
}

/** A case as the 7.4 build answers it: other statuses, and a `type` beside each phone or e-mail address. */
function asLaterBuild(planned: PlannedCase): PlannedCase {
  const { declared, each } = planned
  const { request } = each
  const status = each.laterStatus ?? each.status
  const isTyped = declared.body !== undefined && Object.hasOwn(declared.body.shape, 'type')
  if (!isTyped || request === undefined) return { ...planned, each: { ...each, status } }
  const typed = (known: Required<Known>) => {
    const asked = typeof request === 'function' ? request(known) : request
    return [asked].flat().map(withType)
  }
  return { ...planned, each: { ...each, status, request: typed } }
}

function withType(request: CaseRequest): CaseRequest {
  const { body } = request
  if (body === null || typeof body !== 'object' || Object.keys(body).length === 0) return request
  return { ...request, body: { ...body, type: 'email' } }
}
