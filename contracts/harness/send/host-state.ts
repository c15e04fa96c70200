import type { z } from 'zod'
import { retryAfterMs } from '../../src/client.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { isBodyless, requiredFields } from '../../src/schema/describe-schema.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { visit } from '../../src/schema/visit.ts'
import type { Exchange, Host } from './exchange.ts'
import { isRedirect } from './request.ts'

/**
 * Whether a host can be validated at all. If not, the report contains one sentence instead of a finding for every
 * endpoint.
 */
export type HostState =
  | { kind: 'provider' }
  /**
   * `silent`: does not respond. `foreign`: is a web server without the API, a maintenance page or a different API.
   * `unavailable`: refuses all public reads, for example during an outage or behind a firewall.
   */
  | { kind: 'silent' | 'foreign' | 'unavailable'; sentence: string }

/** Minimum number of endpoints with unexpected responses, unless the contracts have fewer. A smaller number may be drift. */
const MIN_ENDPOINTS = 3

/**
 * Determines the state of the host from the responses of a run. Only public reads are considered, because error
 * responses look the same on every host.
 */
export function hostStateOf({ contracts, exchanges }: Pick<Host, 'contracts' | 'exchanges'>): HostState {
  const sent = exchanges.filter(
    ({ requests, state, isProbe }) => (requests > 0 || state === 'error') && !isProbe,
  )
  if (sent.length > 0 && sent.every(({ noResponse }) => noResponse !== undefined))
    return { kind: 'silent', sentence: `the host does not respond: ${sent[0]?.reason}` }
  const responses = sent.filter(
    ({ endpoint, example, state }) => state === 'validated' && isPublicRead(endpoint) && example.status < 300,
  )
  const strange = responses.flatMap((exchange) => strangenessOf(exchange) ?? [])
  const names = new Set(responses.map(({ name }) => name))
  const planned = new Set(exchanges.map(({ name }) => name))
  const isComplete = Object.entries(contracts.endpoints).every(
    ([name, endpoint]) => planned.has(name) || !isPublicRead(endpoint),
  )
  const isEnough = names.size >= (isComplete ? 1 : MIN_ENDPOINTS)
  if (!isEnough || strange.length < responses.length) return { kind: 'provider' }
  const counts = [...new Set(strange)].map((kind) => [kind, strange.filter((text) => text === kind).length])
  const what =
    counts.length === 1
      ? `all ${responses.length} responses are ${counts[0]?.[0]}`
      : `of ${responses.length} responses, ${counts.map(([kind, n]) => `${n} are ${kind}`).join(', ')}`
  const isOutage = responses.every(isRefused)
  const needsLogin = responses.every(({ response }) => response?.status === 401)
  const sentence = `${what}${retryAfterOf(responses)}${needsLogin ? '; the whole host requires a login' : ''}`
  return isOutage
    ? { kind: 'unavailable', sentence: `the host is unavailable: ${sentence}` }
    : { kind: 'foreign', sentence: `this does not look like the provider: ${sentence}` }
}

function isPublicRead({ method, auth, responses }: Endpoint): boolean {
  return method === 'GET' && auth === 'none' && Object.keys(responses).length > 0
}

/** Statuses with which a firewall or a site-wide login refuses a public read. */
const REFUSALS = [401, 403]

/** Whether a response is a server error or a refusal that the contract does not declare. */
export function isRefused({ endpoint, response }: Pick<Exchange, 'endpoint' | 'response'>): boolean {
  const { status = 0 } = response ?? {}
  return (status >= 500 || REFUSALS.includes(status)) && !Object.hasOwn(endpoint.responses, status)
}

/** Reports refused responses as errors instead of findings. The reason is followed by the status and Retry-After. */
export function markUnavailable(refused: readonly Exchange[], reason: string): void {
  const [first] = refused
  for (const exchange of refused)
    Object.assign(exchange, {
      state: 'error',
      reason: `${reason}: ${first?.response?.status}${retryAfterOf(refused)}`,
      findings: [],
    })
}

/** Formats the longest Retry-After of the responses as `; Retry-After is 120 s`; '' if there is none. */
function retryAfterOf(exchanges: readonly Exchange[]): string {
  const times = exchanges.flatMap(
    ({ response }) => retryAfterMs(response?.headers.get('retry-after') ?? null, Date.now()) ?? [],
  )
  return times.length > 0 ? `; Retry-After is ${Math.ceil(Math.max(...times) / 1000)} s` : ''
}

/** Describes a response that the provider cannot have sent. Returns null for all other responses. */
function strangenessOf({ endpoint, response }: Pick<Exchange, 'endpoint' | 'response'>): string | null {
  if (!response) return null
  const { status, flaw, headers, body } = response
  if (isRedirect(response)) {
    const [origin] = /https?:\/\/[^/\s]+/.exec(headers.get('location') ?? '') ?? []
    return `redirects to ${origin ?? 'a different path'}`
  }
  if (isRefused({ endpoint, response })) return String(status)
  if (flaw?.kind === 'html') return 'HTML pages'
  if (status === 404) return '404 (not found)'
  const schema = endpoint.responses[200]
  if (status >= 300 || !schema || isBodyless(schema)) return null
  if (flaw?.kind === 'not-json') return 'not JSON'
  return (flaw && flaw.kind !== 'text-before-json') || resembles(schema, body)
    ? null
    : 'JSON from a different API'
}

/** Whether a body, or the first row of a list, has at least half of the declared fields. An empty list is accepted. */
function resembles(schema: z.core.$ZodType, body: unknown): boolean {
  let isSimilar = true
  visit(
    schema,
    { $: body },
    {
      enter: ({ node, holder, key, isFirst }) => {
        const value = holder[key]
        if (!isFirst) return false
        if (node.kind === 'array') isSimilar = Array.isArray(value)
        else if (node.kind === 'union') isSimilar = false
        else if (node.kind === 'object') {
          const required = requiredFields(node)
          const present = required.filter(({ name }) => isPlainObject(value) && Object.hasOwn(value, name))
          isSimilar = isPlainObject(value) && present.length * 2 >= required.length
        }
        return node.kind === 'array'
      },
    },
  )
  return isSimilar
}
