import type { Case } from '../../cases/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { judgeAnswer } from '../check/check-response.ts'
import { noAnswerOf } from '../check/no-response.ts'
import type { Contracts } from '../plan/contracts.ts'
import { isSelected } from '../plan/plan-cases.ts'
import type { Probe, ProbeAnswer, ProbeRequest, Seen } from '../plan/probe.ts'
import type { SideRun } from '../report/report-rows.ts'
import type { Reply } from './request.ts'
import type { Outcome } from './run-case.ts'
import type { Outgoing } from './session.ts'

/**
 * Number of requests of a run, including cases, after which no further probe is sent: the host's usual limit for a
 * minute.
 */
export const MAX_REQUESTS = 60

/** An unexpected response counts if it is repeated each time. */
const TIMES = 3

/**
 * Sends the probes of the selected endpoints. Endpoints with a finding are skipped, because it would be reported
 * twice.
 */
export async function runProbes(
  side: SideRun,
  origin: string,
  only: readonly string[] | null,
  limit = MAX_REQUESTS,
): Promise<Outcome[]> {
  const seen: Seen = { origin, known: side.known, answer: (name) => answerOf(side, name) }
  const outcomes: Outcome[] = []
  const earlier = [...side.outcomes, ...side.probes]
  const { endpoints, probes } = side.session.contracts
  for (const probe of probes) {
    if (!isSelected(probe.name, endpoints[probe.name] ?? null, only)) continue
    if (!isClean([...earlier, ...outcomes], side, probe.name)) continue
    const requests = probe.requests(seen)
    if (requests) outcomes.push(await runProbe(side, probe, requests, seen, limit))
  }
  return outcomes
}

function isClean(outcomes: readonly Outcome[], side: SideRun, name: string): boolean {
  const own = outcomes.filter(({ planned }) => planned.name === name)
  const picture = side.pictures.find(({ place }) => place.name === name)
  return (
    own.every((each) => each.findings.length === 0 && each.state !== 'error') &&
    (picture === undefined || (picture.state === 'judged' && picture.findings.length === 0))
  )
}

function answerOf(side: SideRun, name: string): ReturnType<Seen['answer']> {
  if (!isClean(side.outcomes, side, name)) return null
  const own = side.outcomes.find(
    ({ planned, state, status }) => planned.name === name && state === 'judged' && status === 200,
  )
  return own?.path === undefined ? null : { path: own.path, body: own.body }
}

async function runProbe(
  { session }: SideRun,
  probe: Probe,
  requests: readonly ProbeRequest[],
  seen: Seen,
  limit: number,
): Promise<Outcome> {
  const planned = {
    name: probe.name,
    declared: declaredOf(session.contracts, probe.name),
    each: caseOf(probe),
    silent: false,
  }
  const outcome: Outcome = { planned, state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }
  for (let time = 1; time <= TIMES; time++) {
    if (session.sent() + requests.length > limit)
      return { ...outcome, reason: 'request limit of the run reached' }
    const answers: ProbeAnswer[] = []
    for (const request of requests) {
      const outgoing = outgoingOf(probe, request)
      const before = session.sent()
      const reply = await session.send(outgoing)
      outcome.curl = session.curl(outgoing)
      outcome.requests += session.sent() - before
      outcome.ms += reply.ms
      if (reply.kind === 'none') return unanswered(outcome, reply)
      answers.push(reply)
    }
    outcome.state = 'judged'
    outcome.findings = judged(session.contracts, probe, requests, answers, seen)
    // Kept only to compare a finding with the other side, because it may be large.
    if (outcome.findings.length > 0) outcome.body = answers[0]?.body ?? seen.answer(probe.name)?.body
    // A comparison without requests has the same result again.
    if (outcome.findings.length === 0 || requests.length === 0) break
  }
  return outcome
}

function unanswered(outcome: Outcome, reply: Extract<Reply, { kind: 'none' }>): Outcome {
  const noAnswer = noAnswerOf(reply)
  return noAnswer ? { ...outcome, state: 'error', reason: reply.reason, findings: [], noAnswer } : outcome
}

/** Returns the findings of the single responses, or else those of the probe. */
function judged(
  contracts: Contracts,
  probe: Probe,
  requests: readonly ProbeRequest[],
  answers: readonly ProbeAnswer[],
  seen: Seen,
): Finding[] {
  const declared = declaredOf(contracts, probe.name)
  const own = answers.flatMap((answer, index) => {
    const { method, folder } = requests[index] ?? {}
    return method || folder ? [] : judgeAnswer(contracts, declared, caseOf(probe), answer)
  })
  return own.length > 0 ? own : [...probe.judge(answers, seen)]
}

function outgoingOf(probe: Probe, { path, method, headers, folder }: ProbeRequest): Outgoing {
  return {
    name: folder ?? probe.name,
    method: method ?? 'GET',
    path,
    json: method === undefined && folder === undefined,
    ...(headers ? { headers } : {}),
  }
}

function caseOf({ title }: Probe): Case {
  return { title, status: 200 }
}

function declaredOf({ endpoints, images }: Contracts, name: string): Endpoint {
  const place = images.find((each) => each.name === name)
  const declared = endpoints[name]
  if (declared) return declared
  if (!place) throw new Error(`there is no endpoint ${name}`)
  const { path, what: summary } = place
  return { method: 'GET', path, auth: 'none', summary, answers: {}, evidence: { kind: 'assumed', why: '' } }
}
