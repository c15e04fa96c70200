import type { Case } from '../../src/case.ts'
import { endpointsOf } from '../../src/contracts.ts'
import type { EarlierResponses, Probe, ProbeRequest } from '../../src/probe.ts'
import { isSelected } from '../plan.ts'
import { type Exchange, emptyExchange, type Host, sendOutgoing } from '../send/exchange.ts'
import { hidePersonal } from '../send/redact.ts'
import type { HostResponse } from '../send/request.ts'
import { isImage } from './image.ts'
import { validateResponse } from './response.ts'

/**
 * Maximum number of requests in a run, including cases. Probes that would exceed it are not sent. This is the host's
 * usual rate limit per minute.
 */
export const MAX_REQUESTS = 60

/** Number of times that a probe is sent. An unexpected result is a finding only if it occurs every time. */
const PROBE_ATTEMPTS = 3

/**
 * Sends the probes for the selected endpoints. Skips endpoints with a finding, because a probe would report it a second
 * time.
 */
export async function checkProbes(
  host: Host,
  only: readonly string[] | null,
  limit = MAX_REQUESTS,
): Promise<void> {
  const { contracts, side } = host
  const cases = host.exchanges.filter(({ isProbe }) => !isProbe)
  const earlier: EarlierResponses = {
    origin: side.origin,
    response: (name) => {
      const { path, response } = successOf(cases, name) ?? {}
      return path === undefined || !response ? null : { path, body: response.body }
    },
    isShowable: (text) => !host.redactor.isPartOfHidden(text),
    isImage: (response) => isImage(response as HostResponse),
  }
  for (const probe of contracts.probes) {
    if (!isSelected(probe.name, contracts.endpoints[probe.name] ?? null, only)) continue
    if (!isClean(host.exchanges, probe.name)) continue
    const requests = probe.requests(earlier)
    const others = (requests ?? []).flatMap(({ endpoint }) => endpoint ?? [])
    if (requests && others.every((other) => isClean(host.exchanges, other)))
      host.exchanges.push(await checkProbe(host, probe, requests, earlier, limit))
  }
}

/** Whether an endpoint has neither findings nor errors, and an image folder at least one valid image. */
function isClean(exchanges: readonly Exchange[], name: string): boolean {
  const sameName = exchanges.filter((exchange) => exchange.name === name)
  return sameName.every(
    ({ findings, state, endpoint, isProbe }) =>
      findings.length === 0 &&
      state !== 'error' &&
      (isProbe || state === 'validated' || Object.keys(endpoint.responses).length > 0),
  )
}

function successOf(cases: readonly Exchange[], name: string): Exchange | undefined {
  if (!isClean(cases, name)) return undefined
  return cases.find((exchange) => exchange.name === name && exchange.response?.status === 200)
}

async function checkProbe(
  host: Host,
  probe: Probe,
  requests: readonly ProbeRequest[],
  earlier: EarlierResponses,
  limit: number,
): Promise<Exchange> {
  const { contracts, session, redactor } = host
  const { name, title, as = 'anonymous' } = probe
  const endpoint = endpointsOf(contracts)[name]
  if (!endpoint) throw new Error(`endpoint ${name} does not exist`)
  const example: Case = { title, as, status: 200 }
  let before = earlier
  let exchange: Exchange = { ...emptyExchange({ name, endpoint, example, isSilent: false }), isProbe: true }
  for (let attempt = 1; attempt <= PROBE_ATTEMPTS; attempt++) {
    if (session.counted() + (requests[0]?.method ? 0 : requests.length) > limit)
      return { ...exchange, state: 'skipped', reason: 'the request limit was reached', findings: [] }
    const responses: HostResponse[] = []
    for (const { path, method, headers, folder, endpoint: other } of requests) {
      exchange = await sendOutgoing(session, exchange, {
        name: folder ?? other ?? name,
        method: method ?? 'GET',
        path,
        as,
        json: method === undefined && folder === undefined,
        ...(headers ? { headers } : {}),
      })
      if (!exchange.response) {
        // After a rate limit or an untrusted certificate, the probe verifies nothing.
        return exchange.noResponse ? exchange : { ...exchange, state: 'skipped' }
      }
      if (as === 'customer') hidePersonal(exchange.response.body, redactor)
      responses.push(exchange.response)
    }
    // Contract violations take precedence over the findings from the probe.
    const violations = responses.flatMap((response, index) => {
      const { method, folder, mayBeMissing, endpoint: other = name } = requests[index] ?? {}
      const declared = contracts.endpoints[other] ?? endpoint
      const found =
        method || folder || (mayBeMissing && response.status === 404)
          ? []
          : validateResponse(contracts, declared, example, response)
      return found.map((finding) => ({ finding, name: other, endpoint: declared }))
    })
    // Violations are reported for the endpoint whose response has them, which may differ from the probe's.
    const [violated = { name, endpoint }] = violations
    exchange = { ...exchange, name: violated.name, endpoint: violated.endpoint }
    exchange.state = 'validated'
    exchange.findings =
      violations.length > 0
        ? violations.filter((each) => each.name === violated.name).map(({ finding }) => finding)
        : [...probe.validate(responses, before)]
    // The first response is compared with that of the other side.
    const compared = responses[0] ?? successOf(host.exchanges, name)?.response
    if (compared) exchange.response = compared
    const [latest] = responses
    const path = requests[0]?.path ?? ''
    if (probe.comparesAttempts && latest && violations.length === 0)
      before = { ...earlier, response: () => ({ path, body: latest.body }) }
    // A probe without requests would have the same result again.
    if (exchange.findings.length === 0 || requests.length === 0) break
  }
  return exchange
}
