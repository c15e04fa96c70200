import { cases } from '../cases/all.ts'
import type { Case, Known } from '../cases/case.ts'
import { api } from '../src/api.ts'
import { checkAnswer, type Fault } from '../src/check.ts'
import { API_PREFIX, fillPath } from '../src/client.ts'
import { type Endpoint, endpointKey } from '../src/endpoint.ts'

/** What came of one case. A case that could not be asked says why; it has proved nothing. */
export type CaseResult = {
  endpoint: string
  title: string
  outcome: 'kept' | 'broken' | 'skipped'
  faults: Fault[]
  reason?: string
}

export type CaseTarget = {
  /** Scheme, host and port, without a trailing slash. */
  origin: string
  fetch?: typeof fetch
  /** A good token of the test customer. */
  token: string
  /** The test customer's own data, for the cases that log in. */
  known?: Known
}

/** Every declared case with its endpoint, in the order in which they can be asked. */
export function listCases(): { declared: Endpoint; each: Case }[] {
  return Object.entries(cases).flatMap(([resource, byName]) =>
    Object.entries(byName as Record<string, readonly Case[]>).flatMap(([name, list]) => {
      const declared = (api as Record<string, Record<string, Endpoint>>)[resource]?.[name] as Endpoint
      return list.map((each) => ({ declared, each }))
    }),
  )
}

/** Asks every case of a host, in order, and holds each answer strictly against its contract. */
export async function runCases(target: CaseTarget): Promise<CaseResult[]> {
  const known: Known = { ...target.known }
  const results: CaseResult[] = []
  for (const { declared, each } of listCases()) results.push(await runCase(target, declared, each, known))
  return results
}

async function runCase(
  target: CaseTarget,
  declared: Endpoint,
  each: Case,
  known: Known,
): Promise<CaseResult> {
  const about = { endpoint: endpointKey(declared), title: each.title }
  const missing = each.needs?.filter((name) => known[name] === undefined) ?? []
  if (missing.length > 0) {
    return {
      ...about,
      outcome: 'skipped',
      faults: [],
      reason: `no earlier answer gave ${missing.join(', ')}`,
    }
  }
  const request =
    typeof each.request === 'function' ? each.request(known as Required<Known>) : (each.request ?? {})
  const query = new URLSearchParams(request.query).toString()
  const url = `${target.origin}${API_PREFIX}${fillPath(declared.path, request.params)}${query ? `?${query}` : ''}`
  const token = each.as === 'customer' ? target.token : each.as === 'impostor' ? 'not.a.token' : null
  const response = await (target.fetch ?? fetch)(url, {
    method: declared.method,
    headers: {
      Accept: 'application/json',
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    const fault: Fault = {
      kind: 'breaking',
      rule: 'type',
      path: '$',
      expected: 'JSON',
      actual: 'something else',
      count: 1,
    }
    return { ...about, outcome: 'broken', faults: [fault] }
  }
  const faults =
    response.status === each.status
      ? checkAnswer(declared, response.status, body)
      : [
          {
            kind: 'behaviour' as const,
            rule: 'status' as const,
            path: '$status',
            expected: String(each.status),
            actual: String(response.status),
            count: 1,
          },
        ]
  if (faults.length === 0 && each.learns) Object.assign(known, each.learns(body))
  return { ...about, outcome: faults.length === 0 ? 'kept' : 'broken', faults }
}
