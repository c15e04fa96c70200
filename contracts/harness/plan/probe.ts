import type { Known } from '../../cases/case.ts'
import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { Reply } from '../send/request.ts'

/**
 * A question whose answer says whether a host does what its contract means: that a limit is kept, that a search
 * searches. Only reads, and preflights as browsers send them.
 */
export type Probe = {
  /** The endpoint whose row shows its findings. */
  name: string
  title: string
  /** Why any host may be asked this. */
  reason: string
  /** What is sent, for --dry-run; a probe that only compares earlier answers sends nothing. */
  sends: readonly string[]
  /** Null where earlier answers gave nothing to ask about. */
  requests: (seen: Seen) => readonly ProbeRequest[] | null
  /** Compares the answers; each of them is what the contract declares. */
  judge: (responses: readonly ProbeResponse[], seen: Seen) => readonly Finding[]
}

export type ProbeResponse = Extract<Reply, { kind: 'answer' }>

export type ProbeRequest = {
  /** Below the host, with the prefix. */
  path: string
  method?: 'OPTIONS'
  headers?: Record<string, string>
  /** The picture folder that is asked instead of the probe's endpoint. */
  folder?: string
}

/** What the run has seen so far. */
export type Seen = {
  origin: string
  known: Known
  /** The answer of an endpoint's own case, where all its cases kept the contract. */
  response: (name: string) => { path: string; body: unknown } | null
}

export function behaviour(rule: string, where: string, expected: string, actual: string): Finding[] {
  return [{ class: 'behaviour', rule, where, expected, actual, count: 1 }]
}

/** The products of an answer: a bare list, or the list in a page. */
export function productsOf(body: unknown) {
  return objectsOf(Array.isArray(body) ? body : field(body, 'products'))
}

export function idsOf(list: readonly Record<string, unknown>[]): (string | null)[] {
  return list.map((each) => idOf(each.id))
}

/** `total_size` of a page, or 0. */
export function totalOf(body: unknown): number {
  const total = field(body, 'total_size')
  return typeof total === 'number' ? total : 0
}

/** The last part of a path: the id that was asked for. */
export function lastPart(path: string): string {
  return (path.split('?')[0] ?? '').split('/').at(-1) ?? ''
}
