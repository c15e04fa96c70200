import type { Known } from '../../cases/case.ts'
import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { Reply } from '../send/request.ts'

/**
 * A request that tests whether a parameter has its effect: a limit limits, a search filters.
 * Reads and browsers' preflights only.
 */
export type Probe = {
  /** The endpoint that gets the findings. */
  name: string
  title: string
  /** Why it is safe to send to any host. */
  reason: string
  /** Requests for --dry-run. Empty for probes that compare earlier responses. */
  sends: readonly string[]
  /** Returns the requests, or null if earlier responses lack the values for them. */
  requests: (seen: Seen) => readonly ProbeRequest[] | null
  /** Compares the responses, each of which satisfies its contract. */
  validate: (responses: readonly ProbeResponse[], seen: Seen) => readonly Finding[]
}

export type ProbeResponse = Extract<Reply, { kind: 'response' }>

export type ProbeRequest = {
  /** Path with prefix. */
  path: string
  method?: 'OPTIONS'
  headers?: Record<string, string>
  /** Image folder to request instead of the endpoint. */
  folder?: string
}

/** Responses of the run so far. */
export type Seen = {
  origin: string
  known: Known
  /** The response to the endpoint's own case, if none of its cases has a finding. */
  response: (name: string) => { path: string; body: unknown } | null
}

export function behaviour(rule: string, where: string, expected: string, actual: string): Finding[] {
  return [{ class: 'behaviour', rule, where, expected, actual, count: 1 }]
}

/** Returns the products of a bare list or of a page. */
export function productsOf(body: unknown) {
  return objectsOf(Array.isArray(body) ? body : field(body, 'products'))
}

export function idsOf(list: readonly Record<string, unknown>[]): (string | null)[] {
  return list.map((each) => idOf(each.id))
}

/** Returns `total_size` of a page, or 0. */
export function totalOf(body: unknown): number {
  const total = field(body, 'total_size')
  return typeof total === 'number' ? total : 0
}

/** Returns the last segment of a path, which is the requested id. */
export function lastPart(path: string): string {
  return (path.split('?')[0] ?? '').split('/').at(-1) ?? ''
}
