import type { Contracts } from '../../src/contracts.ts'
import { type CaseRequest, endpointKey } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { isLogin, type PlannedCase, requestsOf } from '../plan.ts'
import { askAgain } from './ask-again.ts'
import { type Exchange, emptyExchange, type Host, sendCase } from './exchange.ts'
import { hostStateOf } from './host-state.ts'
import { hideCredentials, hideValues, type Redactor } from './redact.ts'
import { createSession, type SessionOptions, type Side } from './session.ts'

/** Maximum number of alternative requests that are tried for a case. */
const MAX_ALTERNATIVES = 3

export type HostOptions = Omit<SessionOptions, 'side' | 'contracts' | 'onWait' | 'isUndoing'> &
  Pick<Host, 'report'> & { isStaging?: boolean }

/** Opens a host. Sends nothing. */
export function openHost(contracts: Contracts, side: Side, redactor: Redactor, options: HostOptions): Host {
  const { report, isStaging = false, ...limits } = options
  const { email, password } = side.credentials ?? {}
  hideCredentials(side, redactor)
  const onWait = (ms: number) => report({ kind: 'waiting', ms })
  const host: Host = {
    contracts,
    side,
    session: createSession({ ...limits, contracts, side, onWait, isUndoing: () => host.isUndoing }),
    redactor,
    values: { ...(email ? { email } : {}), ...(password ? { password } : {}) },
    exchanges: [],
    isProven: false,
    isStaging,
    leftBehind: new Map(),
    signal: limits.signal,
    isUndoing: false,
    report,
  }
  return host
}

/**
 * Sends cases one after the other, and yields each exchange with a response. The consumer adds the findings before it
 * continues, because the next request may depend on them. An exchange is yielded again if an alternative request has
 * replaced its response.
 */
export async function* sendCases(host: Host, cases: readonly PlannedCase[]): AsyncGenerator<Exchange> {
  let hasAsked = host.side.isEmulator || host.isStaging
  const isOther = () => !host.side.isEmulator && hostStateOf(host).kind !== 'provider'
  for (const planned of cases) {
    if (usesAccount(planned) && isOther()) {
      if (!hasAsked) yield* await askAgain(host, cases)
      hasAsked = true
      // Stops before credentials are sent to a host that is not the provider.
      if (isOther()) continue
    }
    const exchange = emptyExchange(planned)
    host.exchanges.push(exchange)
    // Set before any interrupt, because one may follow while the request waits for its turn.
    host.isUndoing = isUndo(host, cases, planned)
    if (host.signal?.aborted) {
      exchange.reason = 'not sent: the run was interrupted'
      if (!host.isUndoing) continue
    }
    const requests = await prepare(host, exchange)
    for (const request of requests.slice(0, MAX_ALTERNATIVES)) {
      Object.assign(exchange, await sendCase(host, exchange, request, host.values))
      recordWrite(host, exchange)
      if (host.isStaging) hideValues(host.values, host.redactor)
      if (exchange.state !== 'validated') {
        delete exchange.response
        break
      }
      yield exchange
      if (hasContent(exchange) || exchange.findings.some(({ rule }) => rule !== 'refused')) break
    }
    const { content } = planned.example
    const isGap = exchange.state === 'validated' && exchange.findings.length === 0 && !hasContent(exchange)
    if (content && !content.isRequired && isGap)
      exchange.note = `no ${content.name} to check: the responses were empty`
  }
  if (!hasAsked && isOther()) yield* await askAgain(host, cases)
  host.isUndoing = false
}

/** Whether a case removes data that the run has written, or provides the id that such a case needs. */
function isUndo(
  { leftBehind, values }: Host,
  cases: readonly PlannedCase[],
  { endpoint, example }: PlannedCase,
) {
  const removes = (what: string | undefined) => what !== undefined && leftBehind.has(what)
  if (endpoint.method !== 'GET') return removes(example.removes)
  const isNeeded = (output: string) =>
    cases.some(({ example: later }) => removes(later.removes) && later.inputs?.includes(output))
  return (example.outputs ?? []).some((output) => values[output] === undefined && isNeeded(output))
}

/** Records the data that a write has left on the host or removed. */
function recordWrite({ leftBehind, values, side, contracts }: Host, exchange: Exchange): void {
  const { name, endpoint, example, response, noResponse } = exchange
  if (endpoint.method === 'GET' || side.isEmulator || isLogin(contracts, exchange)) return
  const { title, status, leaves, removes } = example
  const request = endpointKey(endpoint)
  const what = leaves?.what ?? `${name} ${title}`
  if (noResponse && (leaves || status >= 300))
    leftBehind.set(what, `perhaps ${leaves?.text(values) ?? request}, because ${request} had no response`)
  if (!response || response.status >= 300) return
  if (leaves) leftBehind.set(what, leaves.text(values))
  if (removes) leftBehind.delete(removes)
  if (status >= 300 && !leaves)
    leftBehind.set(
      what,
      `what ${request} stored${idIn(response.body)}: it accepted "${title}" (${response.status})`,
    )
}

/** Returns the id of a created row as ` with id 7`, or '' if the response contains none. */
function idIn(body: unknown): string {
  const rows = [body, ...Object.values(Object(body))].filter(isPlainObject)
  const id = rows
    .flatMap(Object.entries)
    .find(([key, value]) => /(^|_)id$/.test(key) && Number.isInteger(value))?.[1]
  return id === undefined ? '' : ` with id ${id}`
}

/** Returns the alternative requests of a case, or none with a reason. Announces the request. */
async function prepare(host: Host, exchange: Exchange): Promise<readonly CaseRequest[]> {
  const { contracts, session, redactor, side, values, report } = host
  const { name, endpoint, example } = exchange
  const { lookup, token } = example
  if (lookup) {
    const value = await side.codeFor?.(lookup.email(values))
    if (value) values[lookup.value] = value
    hideValues(values, redactor)
  }
  if (token) {
    exchange.account = token
    if (typeof values[token] === 'string') session.useToken(values[token])
  }
  const planned = requestsOf(example, values)
  const isWrite = endpoint.method !== 'GET' && (host.isStaging || !isLogin(contracts, { name }))
  if (isWrite && 'requests' in planned) {
    const cleanup = example.cleanup ?? 'nothing to undo: will be rejected'
    report({
      kind: 'writing',
      name,
      method: endpoint.method,
      path: endpoint.path,
      title: example.title,
      cleanup,
    })
  } else report({ kind: 'sending', name, title: example.title, done: host.exchanges.length - 1 })
  if ('missing' in planned) {
    const names = planned.missing.map((value) => contracts.valueNames[value] ?? value)
    exchange.reason = `no earlier response contained ${[...new Set(names)].join(' or ')}`
    return []
  }
  if (example.as === 'customer' && session.token() === null) {
    exchange.reason = 'no token: set PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD'
    return []
  }
  // Reports contain requests, so a search word must not be part of a secret.
  const isSecret = ({ query = {} }: CaseRequest) =>
    Object.values(query).some((text) => /\p{L}{4}/u.test(text) && redactor.isPartOfHidden(text))
  const requests = planned.requests.filter((request) => !isSecret(request))
  if (requests.length === 0) exchange.reason = 'every search word is part of a secret'
  return requests
}

/** Whether the response contains what the case requires to verify anything. */
function hasContent({ example, response }: Exchange): boolean {
  try {
    return example.content?.isPresent(response?.body) ?? true
  } catch {
    return false
  }
}

function usesAccount({ endpoint, example }: PlannedCase): boolean {
  return (
    endpoint.method !== 'GET' || endpoint.auth === 'bearer' || (example.as ?? 'anonymous') !== 'anonymous'
  )
}
