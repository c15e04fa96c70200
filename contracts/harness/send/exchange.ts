import type { Values } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'
import type { CaseRequest } from '../../src/endpoint.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { type PlannedCase, pathOf } from '../plan.ts'
import { hideDeclared, hideNamed, hidePersonal, type Redactor } from './redact.ts'
import type { HostResponse } from './request.ts'
import { type OutgoingRequest, type Session, type Side, withoutKeys } from './session.ts'

/** A request and its response: the record that each stage of a run reads, and to which checks add their findings. */
export type Exchange = PlannedCase & {
  /** If the request could not be sent or has no response, there is a reason and nothing is verified. */
  state: 'validated' | 'skipped' | 'error'
  reason?: string
  /** Why there is no response. Undefined after a rate limit or for an untrusted certificate: the host did respond. */
  noResponse?: 'connection' | 'timeout' | undefined
  /** The error of `fetch`. */
  error?: unknown
  request?: CaseRequest
  /** Method that was sent. A preflight differs from its endpoint. */
  method?: string
  path?: string
  /** URL and time of the request, for reports. */
  url?: string
  at?: string
  /** The --staging account that sent the request. */
  account?: string
  /** Used only for comparisons and never included in output. */
  response?: HostResponse
  /** What the request belongs to, or whose result the exchange reports. */
  origin: 'case' | 'probe' | 'relation' | 'profile'
  findings: Finding[]
  note?: string
  /** Whether a check could not be made, although the responses contain what it needs. The outcome counts these. */
  isLeftOut?: boolean
  /** Relations that read a field of the response with a finding, and were therefore not checked. */
  skippedRelations?: string[]
  curl: string
  requests: number
  ms: number
}

/** A host during a run: its session, the values from its responses, and the exchanges so far. */
export type Host = {
  contracts: Contracts
  side: Side
  session: Session
  redactor: Redactor
  values: Values
  exchanges: Exchange[]
  /** Whether an endpoint that requires a token has shown that this is the provider, although its few public reads fail. */
  isProven: boolean
  /** Whether the host is used for --staging, so that all its data belongs to this run. */
  isStaging: boolean
  /** Descriptions of the data that the run has written and not removed. */
  leftBehind: Map<string, string>
  /** Aborted by an interrupt. From then on, only the cases that remove written data are sent. */
  signal: AbortSignal | undefined
  /** Whether such a case is being sent. */
  isUndoing: boolean
  report: (event: Progress) => void
}

export type Progress =
  | { kind: 'start'; cases: number }
  | { kind: 'sending'; name: string; title: string; done: number }
  /** Reported before each write. */
  | { kind: 'writing'; name: string; method: string; path: string; title: string; cleanup: string }
  | { kind: 'waiting'; ms: number }

/** Thrown if the emulator fails, because a comparison without it would look like a difference that cannot be decided. */
export class EmulatorError extends Error {}

/** Returns an exchange that has not been sent. */
export function emptyExchange({ name, endpoint, example, isSilent }: PlannedCase): Exchange {
  return {
    name,
    endpoint,
    example,
    isSilent,
    origin: 'case',
    state: 'skipped',
    findings: [],
    curl: '',
    requests: 0,
    ms: 0,
  }
}

/** Sends a request and records the reply. Adds the requests and the time to those of the given exchange. */
export async function sendOutgoing(
  session: Session,
  exchange: Exchange,
  outgoing: OutgoingRequest,
): Promise<Exchange> {
  const sentBefore = session.sent()
  const reply = await session.send(outgoing)
  const { reason: _, noResponse: __, error: ___, response: ____, ...rest } = exchange
  const record = {
    ...rest,
    findings: [],
    method: outgoing.method,
    path: outgoing.path,
    url: withoutKeys(session.origin + outgoing.path),
    at: new Date().toISOString(),
    curl: session.curl(outgoing),
    requests: exchange.requests + session.sent() - sentBefore,
    ms: exchange.ms + reply.ms,
  }
  if (reply.kind === 'response') return { ...record, state: 'validated', response: reply }
  const { why, reason, error } = reply
  const noResponse =
    why === 'closed' ? 'connection' : why === 'connection' || why === 'timeout' ? why : undefined
  return { ...record, state: 'error', reason, noResponse, error }
}

/** Sends a request of a case, and extracts values from the response. */
export async function sendCase(
  { contracts, session, redactor }: Host,
  exchange: Exchange,
  request: CaseRequest,
  values: Values,
): Promise<Exchange> {
  const { name, endpoint, example } = exchange
  const outgoing: OutgoingRequest = {
    name,
    method: endpoint.method,
    path: pathOf(contracts, endpoint, request),
    as: example.as ?? 'anonymous',
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.headers ? { headers: request.headers } : {}),
  }
  const sent = { ...(await sendOutgoing(session, exchange, outgoing)), request }
  const { response } = sent
  if (request.headers) hideNamed(Object.entries(request.headers), redactor)
  if (request.query) hideNamed(Object.entries(request.query), redactor)
  hideDeclared(endpoint.body, request.body, redactor)
  if (!response) return sent
  hideDeclared(endpoint.responses[response.status], response.body, redactor)
  if (example.as === 'customer') hidePersonal(response.body, redactor)
  if (response.status < 300 && response.body !== undefined) {
    try {
      Object.assign(values, example.extract?.(response.body, values))
    } catch {
      // The response has drifted, so that no values can be read.
    }
    if (name === contracts.login?.endpoint)
      takeToken(session, response.body, contracts.login.tokenField, redactor)
  }
  return sent
}

function takeToken(session: Session, body: unknown, field: string, redactor: Redactor): void {
  const token = (body as Record<string, unknown> | null)?.[field]
  redactor.hide(token, '[token]')
  hidePersonal(body, redactor)
  if (typeof token === 'string' && token !== '') session.useToken(token)
}

/** Sends the request of an exchange again, without changing the values of the run. */
export function resend(host: Host, exchange: Exchange): Promise<Exchange> {
  return sendCase(host, emptyExchange(exchange), exchange.request ?? {}, { ...host.values })
}
