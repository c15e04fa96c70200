import type { CaseRequest } from '../../src/endpoint.ts'
import { type Finding, findingKey, isWholeResponse } from '../../src/schema/finding.ts'
import { hostStateOf } from '../check/host-state.ts'
import { checkExchange } from '../check/response.ts'
import { isLogin, type PlannedCase, requestsOf } from '../plan.ts'
import { type Exchange, emptyExchange, type Host } from '../send/exchange.ts'
import { hideValues } from '../send/redact.ts'
import { sendAgain, sendCase } from '../send/send-case.ts'
import { recheckHost } from './recheck-host.ts'
import { isUndo, recordWrite } from './writes.ts'

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

/** How many times a read with an unexpected first response is sent in total. */
export const READ_ATTEMPTS = 3

/** Number of endpoints that confirm a finding about whole responses without repeated requests. */
const CONFIRMING_ENDPOINTS = 3

/**
 * Repeats reads with unexpected responses, or all reads, and counts the responses with each finding. A finding about a
 * whole response (status, time) that occurs in one of three responses becomes a note.
 * @param limit maximum number of requests; reads that would exceed it are not repeated
 */
export async function repeatReads(
  host: Host,
  { all, limit }: { all: boolean; limit: number },
): Promise<void> {
  if (hostStateOf(host).kind !== 'provider') return
  for (const [index, exchange] of host.exchanges.entries()) {
    const { endpoint, state, isSilent, request } = exchange
    if (endpoint.method !== 'GET' || isSilent || state !== 'completed' || !request) continue
    if (!all && isConfirmed(exchange, host.exchanges)) continue
    if (host.session.counted() + READ_ATTEMPTS - 1 > limit) return
    host.exchanges[index] = await repeat(exchange, host)
  }
}

async function repeat(exchange: Exchange, host: Host): Promise<Exchange> {
  const attempts = [exchange]
  while (attempts.length < READ_ATTEMPTS) attempts.push(checkExchange(host, await sendAgain(host, exchange)))
  const completed = attempts.filter(({ state }) => state === 'completed')
  const first = new Map<string, Finding>()
  for (const finding of completed.flatMap(({ findings }) => findings))
    if (!first.has(findingKey(finding))) first.set(findingKey(finding), finding)
  const findings: Finding[] = []
  const rare: string[] = []
  for (const [key, finding] of first) {
    const affected = completed.filter(({ findings }) =>
      findings.some((other) => findingKey(other) === key),
    ).length
    if (isWholeResponse(finding.where) && affected * 2 < completed.length)
      rare.push(`${finding.where} ${finding.actual} in ${affected} of ${completed.length} responses`)
    else findings.push({ ...finding, responses: { with: affected, of: completed.length } })
  }
  const result = {
    ...exchange,
    findings,
    requests: sum(attempts.map(({ requests }) => requests)),
    ms: sum(attempts.map(({ ms }) => ms)),
  }
  if (rare.length === 0) return result
  // If there is a response without findings, later comparisons use it.
  const { response } = completed.find((attempt) => attempt.findings.length === 0) ?? exchange
  return { ...result, note: rare.join('; '), ...(response ? { response } : {}) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Whether other endpoints confirm all findings, for example if a gateway returns the same error page for all of them.
 */
function isConfirmed({ findings }: Exchange, exchanges: readonly Exchange[]): boolean {
  return findings.every((finding) => {
    const confirming = exchanges.filter((exchange) =>
      exchange.findings.some(
        (other) => findingKey(other) === findingKey(finding) && other.actual === finding.actual,
      ),
    )
    return (
      isWholeResponse(finding.where) &&
      new Set(confirming.map(({ name }) => name)).size >= CONFIRMING_ENDPOINTS
    )
  })
}
