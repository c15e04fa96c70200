import { type Finding, findingAt } from './schema/finding.ts'
import type { Rule } from './schema/rules.ts'

/**
 * A check that needs several responses, for example whether a search filters products. Compares the responses to its
 * own GETs and preflights, or those to earlier cases.
 */
export type Probe = {
  /** Name of the endpoint at which findings are reported. */
  name: string
  title: string
  /** Why the requests are safe to send to any host. */
  reason: string
  /** Set if the requests are sent with the token. Defaults to an anonymous client. */
  as?: 'customer'
  /** Requests for --dry-run. Empty for probes that compare earlier responses. */
  sends: readonly string[]
  /** Returns the requests, or null if earlier responses do not contain the values they need. */
  requests: (earlier: EarlierResponses) => readonly ProbeRequest[] | null
  /**
   * JSON paths that the probe reads in the responses of its endpoint. A finding at another path does not prevent it. By
   * default, any finding does.
   */
  reads?: readonly string[]
  /** Compares the responses. Called only if all of them satisfy their contracts, apart from earlier findings. */
  check: (responses: readonly ProbeResponse[], earlier: EarlierResponses) => readonly Finding[]
  /** A remark on responses without a finding; null if there is none. */
  note?: (responses: readonly ProbeResponse[]) => string | null
  /** Whether an attempt is compared with the one before instead of `earlier`, because data may change during a run. */
  comparesAttempts?: boolean
}

export type ProbeResponse = {
  status: number
  headers: ReadonlyMap<string, string>
  body: unknown
  /** The bytes of an image. */
  bytes: Uint8Array
}

export type ProbeRequest = {
  /** Path, including the prefix. */
  path: string
  method?: 'OPTIONS'
  headers?: Record<string, string>
  /** Whether a response with status 404 is expected, and not compared with the contract. */
  mayBeMissing?: boolean
  /** Name of the endpoint that the request belongs to, if it is a different one. */
  endpoint?: string
  /** Name of an image folder that is requested instead of the endpoint. */
  folder?: string
}

/** Access to the responses of the run so far. */
export type EarlierResponses = {
  origin: string
  /** Origin of the web pages that use the API, or null. */
  pageOrigin: string | null
  /** Returns the response from an endpoint, or null if one of its cases has a finding. */
  response: (name: string) => { path: string; body: unknown } | null
  /** Whether a text may be part of a request, because it is not part of a secret. */
  isSendable: (text: string) => boolean
  /** Whether a response is a valid image. */
  isImage: (response: ProbeResponse) => boolean
}

/** Lists one finding, as checks return it. */
export function listFinding(rule: Rule, where: string, expected: string, actual: string): Finding[] {
  return [findingAt(rule, where, expected, actual)]
}
