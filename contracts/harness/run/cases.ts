import { type CaseRequest, endpointKey } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { hostStateOf } from '../check/host-state.ts'
import { checkExchange } from '../check/response.ts'
import { isLogin, type PlannedCase, requestsOf } from '../plan.ts'
import { type Exchange, emptyExchange, type Host } from '../send/exchange.ts'
import { hideValues } from '../send/redact.ts'
import { sendCase } from '../send/send-case.ts'
import { recheckHost } from './recheck-host.ts'

/** Maximum number of alternative requests that are tried for a case. */
const MAX_ALTERNATIVES = 3

/**
 * Sends cases one after the other, checks the responses, and adds the exchanges to those of the host.
 * @param afterEach called with each exchange that has a response, before the next request
 */
export async function runCases(
  host: Host,
  cases: readonly PlannedCase[],
  afterEach: (exchange: Exchange) => Promise<void> = async () => {},
): Promise<void> {
  host.onProgress({ kind: 'start', cases: cases.length })
  let wasRechecked = host.side.isEmulator || host.isStaging
  const isOther = () => !host.side.isEmulator && hostStateOf(host).kind !== 'provider'
  for (const planned of cases) {
    if (usesAccount(planned) && isOther()) {
      if (!wasRechecked) await recheckHost(host, cases)
      wasRechecked = true
      // Stops before credentials are sent to a host that is not the provider.
      if (isOther()) continue
    }
    // Set before any interrupt, because one may follow while the request waits for its turn.
    host.isUndoing = isUndo(host, cases, planned)
    const exchange = await runCase(host, planned)
    host.exchanges.push(exchange)
    if (exchange.state === 'completed') await afterEach(exchange)
  }
  if (!wasRechecked && isOther()) await recheckHost(host, cases)
  host.isUndoing = false
}

/** Sends the requests of a case until a response has content or a finding. */
async function runCase(host: Host, planned: PlannedCase): Promise<Exchange> {
  const empty = emptyExchange(planned)
  if (host.signal?.aborted && !host.isUndoing)
    return { ...empty, reason: 'not sent: the run was interrupted' }
  const { requests, ...prepared } = await prepare(host, planned)
  let exchange: Exchange = { ...empty, ...prepared }
  for (const request of requests.slice(0, MAX_ALTERNATIVES)) {
    const sent = await sendCase(host, exchange, request, host.values)
    recordWrite(host, sent)
    if (host.isStaging) hideValues(host.values, host.redactor)
    if (sent.state !== 'completed') return sent
    exchange = checkExchange(host, sent)
    if (hasContent(exchange) || exchange.findings.some(({ rule }) => rule !== 'refused')) return exchange
  }
  const { content } = planned.example
  const isGap = exchange.state === 'completed' && exchange.findings.length === 0
  return content && !content.isRequired && isGap
    ? { ...exchange, note: `no ${content.name} to check: the responses were empty` }
    : exchange
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
  if (endpoint.method === 'GET' || side.isEmulator || isLogin(contracts, exchange.name)) return
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

/**
 * Returns the alternative requests of a case, or none with a reason, and the account that sends them. Announces the
 * request.
 */
async function prepare(
  host: Host,
  { name, endpoint, example }: PlannedCase,
): Promise<{ requests: readonly CaseRequest[]; reason?: string; account?: string }> {
  const { contracts, session, redactor, side, values, onProgress } = host
  const { lookup, token } = example
  if (lookup) {
    const value = await side.codeFor?.(lookup.email(values))
    if (value) values[lookup.value] = value
    hideValues(values, redactor)
  }
  const account = token === undefined ? {} : { account: token }
  if (token !== undefined && typeof values[token] === 'string') session.useToken(values[token])
  const planned = requestsOf(example, values)
  const isWrite = endpoint.method !== 'GET' && (host.isStaging || !isLogin(contracts, name))
  if (isWrite && 'requests' in planned) {
    const { title, cleanup = 'nothing to undo: will be rejected' } = example
    onProgress({ kind: 'writing', name, method: endpoint.method, path: endpoint.path, title, cleanup })
  } else onProgress({ kind: 'sending', name, title: example.title, done: host.exchanges.length })
  const none = (reason: string) => ({ ...account, requests: [], reason })
  if ('missing' in planned) {
    const names = planned.missing.map((value) => contracts.valueNames[value] ?? value)
    return none(`no earlier response contained ${[...new Set(names)].join(' or ')}`)
  }
  if (example.as === 'customer' && session.token() === null)
    return none('no token: set PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD')
  // Reports contain requests, so a search word must not be part of a secret.
  const isSecret = ({ query = {} }: CaseRequest) =>
    Object.values(query).some((text) => /\p{L}{4}/u.test(text) && redactor.isPartOfHidden(text))
  const requests = planned.requests.filter((request) => !isSecret(request))
  return requests.length === 0 ? none('every search word is part of a secret') : { ...account, requests }
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

/** Adds a finding to a read that does not list the data written before, without whose id it cannot be removed. */
export function addMissingEffects(host: Host): void {
  const { exchanges, leftBehind } = host
  for (const { state, example } of exchanges) {
    const { removes, inputs } = example
    if (state !== 'skipped' || removes === undefined || !leftBehind.has(removes)) continue
    const read = host.exchanges.find(
      ({ state, endpoint, example: { outputs = [] }, findings }) =>
        state === 'completed' &&
        endpoint.method === 'GET' &&
        findings.length === 0 &&
        inputs?.some((input) => outputs.includes(input)),
    )
    if (!read) continue
    const finding = findingAt('effect', '$', `the added ${removes}`, 'no such row')
    host.exchanges = host.exchanges.map((each) => (each === read ? { ...each, findings: [finding] } : each))
  }
}
