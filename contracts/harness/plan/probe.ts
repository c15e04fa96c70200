import type { KnownValues } from '../../cases/case.ts'
import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { Reply } from '../send/request.ts'

/**
 * Requests that test whether parameters have the declared effect on a host, for example whether a search filters
 * products. Probes send only GETs and preflights.
 */
export type Probe = {
  /** Name of the endpoint at which findings are reported. */
  name: string
  title: string
  /** Why the requests are safe to send to any host. */
  reason: string
  /** Requests for --dry-run. Empty for probes that compare earlier responses. */
  sends: readonly string[]
  /** Returns the requests, or null if earlier responses do not contain the values they need. */
  requests: (earlier: EarlierResponses) => readonly ProbeRequest[] | null
  /** Compares the responses. Called only if all of them satisfy their contracts. */
  validate: (responses: readonly ProbeResponse[], earlier: EarlierResponses) => readonly Finding[]
}

export type ProbeResponse = Extract<Reply, { kind: 'response' }>

export type ProbeRequest = {
  /** Path, including the prefix. */
  path: string
  method?: 'OPTIONS'
  headers?: Record<string, string>
  /** Name of an image folder that is requested instead of the endpoint. */
  folder?: string
}

/** Access to the responses of the run so far. */
export type EarlierResponses = {
  origin: string
  known: KnownValues
  /** Returns the response from an endpoint, or null if one of its cases has a finding. */
  response: (name: string) => { path: string; body: unknown } | null
}

export function behaviour(rule: string, where: string, expected: string, actual: string): Finding[] {
  return [{ class: 'behaviour', rule, where, expected, actual, count: 1 }]
}

/** Returns the products in a bare list or a page. */
export function productsOf(body: unknown) {
  return objectsOf(Array.isArray(body) ? body : field(body, 'products'))
}

export function idsOf(list: readonly Record<string, unknown>[]): (string | null)[] {
  return list.map((each) => idOf(each.id))
}

/** Returns the `total_size` of a page, or 0 if it is missing. */
export function totalOf(body: unknown): number {
  const total = field(body, 'total_size')
  return typeof total === 'number' ? total : 0
}

/** Returns the last segment of a path, which is the requested id. */
export function lastPart(path: string): string {
  return (path.split('?')[0] ?? '').split('/').at(-1) ?? ''
}
