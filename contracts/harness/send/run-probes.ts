import type { Endpoint } from '../../src/endpoint.ts'
import { validateResponse } from '../check/check-response.ts'
import type { Contracts } from '../plan/contracts.ts'
import { isSelected } from '../plan/plan-cases.ts'
import type { EarlierResponses, Probe, ProbeRequest, ProbeResponse } from '../plan/probe.ts'
import type { SideRun } from '../report/report-rows.ts'
import { noResponseOf } from './request.ts'
import type { Outcome } from './run-case.ts'
import type { OutgoingRequest } from './session.ts'

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
export async function runProbes(
  side: SideRun,
  origin: string,
  only: readonly string[] | null,
  limit = MAX_REQUESTS,
): Promise<Outcome[]> {
  const earlier: EarlierResponses = { origin, known: side.known, response: (name) => responseOf(side, name) }
  const outcomes: Outcome[] = []
  const previous = [...side.outcomes, ...side.probes]
  const { endpoints, probes } = side.session.contracts
  for (const probe of probes) {
    if (!isSelected(probe.name, endpoints[probe.name] ?? null, only)) continue
    if (!isClean([...previous, ...outcomes], side, probe.name)) continue
    const requests = probe.requests(earlier)
    if (requests) outcomes.push(await runProbe(side, probe, requests, earlier, limit))
  }
  return outcomes
}

function isClean(outcomes: readonly Outcome[], side: SideRun, name: string): boolean {
  const own = outcomes.filter(({ planned }) => planned.name === name)
  const image = side.images.find(({ place }) => place.name === name)
  return (
    own.every((each) => each.findings.length === 0 && each.state !== 'error') &&
    (image === undefined || (image.state === 'validated' && image.findings.length === 0))
  )
}

function responseOf(side: SideRun, name: string): ReturnType<EarlierResponses['response']> {
  if (!isClean(side.outcomes, side, name)) return null
  const own = side.outcomes.find(
    ({ planned, state, status }) => planned.name === name && state === 'validated' && status === 200,
  )
  return own?.path === undefined ? null : { path: own.path, body: own.body }
}

async function runProbe(
  { session }: SideRun,
  probe: Probe,
  requests: readonly ProbeRequest[],
  earlier: EarlierResponses,
  limit: number,
): Promise<Outcome> {
  const { name, title } = probe
  const declared = declaredOf(session.contracts, name)
  const planned = { name, declared, each: { title, status: 200 }, silent: false }
  const outcome: Outcome = { planned, state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }
  for (let time = 1; time <= PROBE_ATTEMPTS; time++) {
    if (session.sent() + requests.length > limit)
      return { ...outcome, reason: 'the request limit was reached' }
    const responses: ProbeResponse[] = []
    for (const request of requests) {
      const outgoing = outgoingOf(probe, request)
      const before = session.sent()
      const reply = await session.send(outgoing)
      outcome.curl = session.curl(outgoing)
      outcome.requests += session.sent() - before
      outcome.ms += reply.ms
      if (reply.kind === 'none') {
        const noResponse = noResponseOf(reply)
        return noResponse
          ? { ...outcome, state: 'error', reason: reply.reason, findings: [], noResponse }
          : outcome
      }
      responses.push(reply)
    }
    outcome.state = 'validated'
    // Contract violations take precedence over the findings from the probe.
    const invalid = responses.flatMap((response, index) => {
      const { method, folder } = requests[index] ?? {}
      return method || folder ? [] : validateResponse(session.contracts, declared, planned.each, response)
    })
    outcome.findings = invalid.length > 0 ? invalid : [...probe.validate(responses, earlier)]
    // Keeps the body only if there is a finding to compare with the other side, because it may be large.
    if (outcome.findings.length > 0) outcome.body = responses[0]?.body ?? earlier.response(probe.name)?.body
    // A probe without requests would have the same result again.
    if (outcome.findings.length === 0 || requests.length === 0) break
  }
  return outcome
}

function outgoingOf(probe: Probe, { path, method, headers, folder }: ProbeRequest): OutgoingRequest {
  return {
    name: folder ?? probe.name,
    method: method ?? 'GET',
    path,
    json: method === undefined && folder === undefined,
    ...(headers ? { headers } : {}),
  }
}

function declaredOf({ endpoints, images }: Contracts, name: string): Endpoint {
  const place = images.find((each) => each.name === name)
  const declared = endpoints[name]
  if (declared) return declared
  if (!place) throw new Error(`endpoint ${name} does not exist`)
  const { path, what: summary } = place
  return { method: 'GET', path, auth: 'none', summary, responses: {}, evidence: { kind: 'assumed', why: '' } }
}
