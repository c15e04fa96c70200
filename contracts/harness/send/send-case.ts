import type { Values } from '../../src/case.ts'
import { tokenOf } from '../../src/contracts.ts'
import type { CaseRequest } from '../../src/endpoint.ts'
import { type CheckResult, emptyResult } from '../check-result.ts'
import { isLogin, pathOf } from '../plan.ts'
import { maskCredentials } from './curl.ts'
import type { Host } from './host.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import {
  isQueryCredential,
  registerDeclaredSecrets,
  registerNamedSecrets,
  registerPersonalData,
} from './secrets.ts'
import type { Session } from './session.ts'

/** How many times a request is sent in total before an unexpected response counts, as data may change for a moment. */
export const ATTEMPTS = 3

/** Sends a request and records the reply. Adds the requests and the time to those of the given result. */
export async function sendAndRecord(
  session: Session,
  result: CheckResult,
  outgoing: OutgoingRequest,
): Promise<CheckResult> {
  const sentBefore = session.requestCount()
  const reply = await session.send(outgoing)
  const { reason: _, noResponse: __, error: ___, response: ____, ...rest } = result
  const record: CheckResult = {
    ...rest,
    state: 'error',
    findings: [],
    method: outgoing.method,
    path: outgoing.path,
    url: maskCredentials(session.origin + outgoing.path),
    at: new Date().toISOString(),
    curl: session.curl(outgoing),
    requests: result.requests + session.requestCount() - sentBefore,
    ms: result.ms + reply.ms,
  }
  if (reply.kind === 'response') return { ...record, state: 'completed', response: reply }
  const { cause, reason, error } = reply
  const noResponse =
    cause === 'closed' ? 'connection' : cause === 'connection' || cause === 'timeout' ? cause : undefined
  return { ...record, reason, noResponse, error }
}

/** Sends a request of a case, and extracts values from the response. */
export async function sendCase(
  { contracts, session, redactor }: Host,
  result: CheckResult,
  request: CaseRequest,
  values: Values,
): Promise<CheckResult> {
  const { name, endpoint, testCase } = result
  const outgoing: OutgoingRequest = {
    name,
    method: endpoint.method,
    path: pathOf(contracts, endpoint, request),
    as: testCase.as ?? 'anonymous',
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.headers ? { headers: request.headers } : {}),
  }
  const recorded = { ...(await sendAndRecord(session, result, outgoing)), request }
  const { response } = recorded
  if (request.params) registerNamedSecrets(Object.entries(request.params), redactor)
  if (request.headers) registerNamedSecrets(Object.entries(request.headers), redactor)
  if (request.query) registerNamedSecrets(Object.entries(request.query), redactor, isQueryCredential)
  registerDeclaredSecrets(endpoint.body, request.body, redactor)
  if (!response) return recorded
  const schema = endpoint.responses[response.status]
  registerDeclaredSecrets(schema, response.body, redactor)
  if (testCase.as === 'customer' || isLogin(contracts, name))
    registerPersonalData(response.body, redactor, schema)
  if (response.status < 300 && response.body !== undefined) {
    try {
      // Awaited, because the rejection of a promise would end the process.
      Object.assign(values, await testCase.extract?.(response.body, values))
    } catch {
      // The response has drifted, so that no values can be read.
    }
    if (isLogin(contracts, name)) {
      const token = tokenOf(contracts, response.body)
      redactor.hide(token, '[token]')
      if (token !== null) session.useToken(token)
    }
  }
  return recorded
}

/** Sends the request of a result again, without changing the values of the run. */
export function sendAgain(host: Host, result: CheckResult): Promise<CheckResult> {
  return sendCase(host, emptyResult(result), result.request ?? {}, { ...host.values })
}
