import type { Contracts } from '../../src/contracts.ts'
import type { CaseRequest } from '../../src/endpoint.ts'
import { isLogin, type PlannedCase, requestsOf } from '../plan.ts'
import { type Exchange, emptyExchange, type Host, sendCase } from './exchange.ts'
import { hostStateOf } from './host-state.ts'
import { hideCredentials, hideValues, type Redactor } from './redact.ts'
import { createSession, type SessionOptions, type Side } from './session.ts'

/** Maximum number of alternative requests that are tried for a case. */
const MAX_ALTERNATIVES = 3

export type HostOptions = Omit<SessionOptions, 'side' | 'contracts' | 'onWait'> &
  Pick<Host, 'report'> & { isStaging?: boolean }

/** Opens a host. Sends nothing. */
export function openHost(contracts: Contracts, side: Side, redactor: Redactor, options: HostOptions): Host {
  const { report, isStaging = false, ...limits } = options
  const { email, password } = side.credentials ?? {}
  hideCredentials(side, redactor)
  const onWait = (ms: number) => report({ kind: 'waiting', ms })
  return {
    contracts,
    side,
    session: createSession({ ...limits, contracts, side, onWait }),
    redactor,
    values: { ...(email ? { email } : {}), ...(password ? { password } : {}) },
    exchanges: [],
    isStaging,
    report,
  }
}

/**
 * Sends cases one after the other, and yields each exchange with a response. The consumer adds the findings before it
 * continues, because the next request may depend on them. An exchange is yielded again if an alternative request has
 * replaced its response.
 */
export async function* sendCases(host: Host, cases: readonly PlannedCase[]): AsyncGenerator<Exchange> {
  for (const planned of cases) {
    // Stops before credentials are sent to a host that is not the provider.
    if (!host.side.isEmulator && usesAccount(planned) && hostStateOf(host).kind !== 'provider') continue
    const exchange = emptyExchange(planned)
    host.exchanges.push(exchange)
    const requests = await prepare(host, exchange)
    for (const request of requests.slice(0, MAX_ALTERNATIVES)) {
      Object.assign(exchange, await sendCase(host, exchange, request, host.values))
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
  return endpoint.method !== 'GET' || endpoint.auth === 'bearer' || example.as !== undefined
}
