import type { KnownValues } from '../../cases/case.ts'
import { field } from '../../cases/learn-from.ts'
import type { CaseRequest } from '../../src/endpoint.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { validateResponse } from '../check/check-response.ts'
import { type PlannedCase, pathOf, requestsOf } from '../plan/plan-cases.ts'
import type { Redactor } from './redact.ts'
import { type Flaw, type NoResponse, noResponseOf } from './request.ts'
import type { OutgoingRequest, Session } from './session.ts'

/** The result of a case on one host. If the case could not be sent, there is a reason and nothing is verified. */
export type Outcome = {
  planned: PlannedCase
  state: 'validated' | 'skipped' | 'error'
  reason?: string
  findings: Finding[]
  note?: string
  curl: string
  /** Used only for comparisons and never included in output. */
  body?: unknown
  /** The request, from which the case can be repeated. */
  request?: CaseRequest
  /** The --staging account that sent the request. */
  account?: string
  path?: string
  status?: number
  headers?: ReadonlyMap<string, string>
  bytes?: number
  /** Problem with the body as a whole. */
  flaw?: Flaw
  /** Why there is no response. */
  noResponse?: NoResponse | undefined
  requests: number
  ms: number
}

/** Maximum number of alternative requests that are tried for a case. */
const MAX_ALTERNATIVES = 3

/** Sends a case. Uses values from earlier cases in `known`, and adds values from the response to it. */
export async function runCase(
  session: Session,
  planned: PlannedCase,
  known: KnownValues,
  redactor: Redactor,
): Promise<Outcome> {
  const { each } = planned
  const made = requestsOf(each, known)
  const empty: Outcome = { planned, state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }
  if ('lacks' in made) {
    const names = made.lacks.map((name) => session.contracts.valueNames[name] ?? name)
    return { ...empty, reason: `no earlier response contained ${[...new Set(names)].join(' or ')}` }
  }
  if (each.as === 'customer' && session.token() === null) {
    return { ...empty, reason: 'no token: set PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD' }
  }
  let outcome = empty
  for (const request of made.requests.slice(0, MAX_ALTERNATIVES)) {
    const { requests, ms } = outcome
    const requested = await sendOnce(session, planned, request, known, redactor)
    outcome = { ...requested, requests: requests + requested.requests, ms: ms + requested.ms }
    const isMissing = each.wants && outcome.state === 'validated' && !holds(each.wants.holds, outcome.body)
    if (!isMissing || outcome.findings.some((one) => one.rule !== 'refused')) break
  }
  const { wants } = each
  if (wants && !wants.insists && outcome.state === 'validated' && outcome.findings.length === 0) {
    if (!holds(wants.holds, outcome.body))
      outcome.note = `no ${wants.what} to check: the responses were empty`
  }
  return outcome
}

function holds(test: (body: unknown) => boolean, body: unknown): boolean {
  try {
    return test(body)
  } catch {
    return false
  }
}

export async function sendOnce(
  session: Session,
  planned: PlannedCase,
  request: CaseRequest,
  known: KnownValues,
  redactor: Redactor,
): Promise<Outcome> {
  const { name, declared, each } = planned
  const outgoing: OutgoingRequest = {
    name,
    method: declared.method,
    path: pathOf(session.contracts, declared, request),
    as: each.as ?? 'anonymous',
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.headers ? { headers: request.headers } : {}),
  }
  const sentBefore = session.sent()
  const reply = await session.send(outgoing)
  const about = { planned, curl: session.curl(outgoing), requests: session.sent() - sentBefore, ms: reply.ms }
  if (reply.kind === 'none')
    return { ...about, state: 'error', reason: reply.reason, findings: [], noResponse: noResponseOf(reply) }
  if (each.as === 'customer') hidePersonal(reply.body, redactor, 0)
  if (reply.status < 300 && reply.body !== undefined) {
    learn(planned, reply.body, known, redactor)
    if (name === session.contracts.login?.endpoint) takeToken(session, reply.body, redactor)
  }
  let findings: Finding[]
  try {
    const status = each.orStatus?.includes(reply.status) ? reply.status : each.status
    findings = validateResponse(session.contracts, declared, { ...each, status }, reply)
  } catch {
    const about = { where: '$', expected: 'readable JSON', actual: 'unreadable JSON' }
    findings = [{ class: 'breaking', rule: 'unreadable', ...about, count: 1 }]
  }
  return {
    ...about,
    state: 'validated',
    findings,
    body: reply.body,
    request,
    path: outgoing.path,
    status: reply.status,
    flaw: reply.flaw,
    headers: reply.headers,
    bytes: reply.size,
  }
}

/** Reads values for later cases from a response. Ignores responses that cannot be read. */
export function learn({ each }: PlannedCase, body: unknown, known: KnownValues, redactor: Redactor): void {
  try {
    Object.assign(known, each.learns?.(body, known))
  } catch {
    return
  }
  // Reports contain requests, so a search word must not be part of a secret.
  if (Array.isArray(known.words)) known.words = known.words.filter((word) => !redactor.isPartOfHidden(word))
}

function takeToken(session: Session, body: unknown, redactor: Redactor) {
  const token = field(body, session.contracts.login?.tokenField ?? 'token')
  redactor.hide(token, '[token]')
  redactor.hide(field(body, 'temporary_token'), '[token]')
  if (typeof token === 'string' && token !== '') session.useToken(token)
}

/** Hides the customer's personal data in all output. */
export function hidePersonal(value: unknown, redactor: Redactor, depth: number): void {
  if (value === null || typeof value !== 'object' || depth > 5) return
  for (const [key, inner] of Object.entries(value).slice(0, 200)) {
    if (/email$|phone|person_number|token/i.test(key)) redactor.hide(inner, '[personal]')
    hidePersonal(inner, redactor, depth + 1)
  }
}
