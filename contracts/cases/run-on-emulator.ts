import { casesInOrder, type PlannedCase } from '../harness/plan.ts'
import { runCases } from '../harness/run/cases.ts'
import { createHost, RESPONSE_TIMEOUT_MS } from '../harness/send/create-hosts.ts'
import { createRedactor } from '../harness/send/redactor.ts'
import type { Values } from '../src/case.ts'
import { type CaseRequest, endpointKey, type ProviderBuild } from '../src/endpoint.ts'
import type { Finding } from '../src/schema/finding.ts'
import { providerContracts } from './provider.ts'
import type { ProviderValues } from './provider-case.ts'

/** Returns all cases of the provider's contracts. */
export const listCases = (): PlannedCase[] => casesInOrder(providerContracts)

/** The result of a case. If the case could not be sent, there is a reason and nothing is verified. */
export type CaseResult = {
  endpoint: string
  title: string
  outcome: 'kept' | 'broken' | 'skipped'
  findings: readonly Finding[]
  reason?: string
}

export type CaseRunOptions = {
  /** Scheme, host and port, without a trailing slash. */
  origin: string
  fetch?: typeof fetch
  /** A valid token of the test customer. */
  token: string
  /** Initial values, such as the credentials with which cases log in. */
  values?: ProviderValues
  /** The build that the emulator imitates. Defaults to 7.1. */
  build?: ProviderBuild
}

/**
 * Sends all cases to an emulator and validates each response. Intended for test runners. Never use it with a live
 * host, because some cases send e-mails, place orders or lock accounts.
 */
export async function runProviderCases({
  token,
  values,
  build = '7.1',
  ...target
}: CaseRunOptions): Promise<CaseResult[]> {
  const limits = { write: true, spacing: 0, timeout: RESPONSE_TIMEOUT_MS, maxWaitMs: 0, onProgress: () => {} }
  const host = createHost(
    providerContracts,
    { ...target, isEmulator: true, credentials: { token } },
    createRedactor(),
    limits,
  )
  Object.assign(host.values, values)
  const cases = build === '7.1' ? listCases() : listCases().map(adaptToLaterBuild)
  await runCases(host, cases)
  return host.results.map(({ endpoint, testCase, state, findings, reason }) => ({
    endpoint: endpointKey(endpoint),
    title: testCase.title,
    outcome:
      state === 'skipped' ? 'skipped' : state === 'completed' && findings.length === 0 ? 'kept' : 'broken',
    findings,
    ...(reason === undefined ? {} : { reason }),
  }))
}

/** Adapts a case to the 7.7 build, which returns different statuses and requires `type` with an e-mail address. */
function adaptToLaterBuild(planned: PlannedCase): PlannedCase {
  const { endpoint, testCase } = planned
  const { request } = testCase
  const status = testCase.statusIn77 ?? testCase.status
  const isTyped = endpoint.body !== undefined && Object.hasOwn(endpoint.body.shape, 'type')
  if (!isTyped || request === undefined) return { ...planned, testCase: { ...testCase, status } }
  const requestWithType = (values: Values) =>
    [typeof request === 'function' ? request(values) : request].flat().map(withType)
  return { ...planned, testCase: { ...testCase, status, request: requestWithType } }
}

function withType(request: CaseRequest): CaseRequest {
  const { body } = request
  if (body === null || typeof body !== 'object' || Object.keys(body).length === 0) return request
  return { ...request, body: { ...body, type: 'email' } }
}
