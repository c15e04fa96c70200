import { isPlainObject } from '../../src/schema/describe-value.ts'
import { describeSchema, type SchemaNode } from '../../src/schema/schema.ts'
import type { Outcome } from '../send/run-case.ts'

/**
 * Whether a host can be validated at all. If not, the report contains one sentence instead of a finding for every
 * endpoint.
 */
export type HostState =
  | { kind: 'provider' }
  /** The host does not respond. */
  | { kind: 'silent'; sentence: string }
  /** The host is not the provider, for example a web server without the API, a maintenance page or a different API. */
  | { kind: 'foreign'; sentence: string }

/** Minimum number of endpoints with unexpected responses. A smaller number may be drift. */
const MIN_ENDPOINTS = 3

/**
 * Determines the state of the host from the responses of a run. Only public reads are considered, because error
 * responses look the same on every host.
 */
export function hostStateOf(outcomes: readonly Outcome[]): HostState {
  const sent = outcomes.filter((each) => each.requests > 0 || each.state === 'error')
  if (sent.length > 0 && sent.every((each) => each.noResponse !== undefined))
    return { kind: 'silent', sentence: `the host does not respond: ${sent[0]?.reason}` }
  const responses = outcomes.filter(
    ({ planned, state }) =>
      state === 'validated' && planned.declared.auth === 'none' && planned.declared.method === 'GET',
  )
  const strange = responses.flatMap((each) => strangenessOf(each) ?? [])
  const names = new Set(responses.map(({ planned }) => planned.name))
  if (names.size < MIN_ENDPOINTS || strange.length < responses.length) return { kind: 'provider' }
  const times = [...new Set(strange)].map((kind) => [kind, strange.filter((each) => each === kind).length])
  const what =
    times.length === 1
      ? `all ${responses.length} responses are ${times[0]?.[0]}`
      : `of ${responses.length} responses, ${times.map(([kind, n]) => `${n} are ${kind}`).join(', ')}`
  return { kind: 'foreign', sentence: `this does not look like the provider: ${what}` }
}

/** Describes a response that the provider cannot have sent. Returns null for all other responses. */
function strangenessOf({ planned, status, flaw, findings, body }: Outcome): string | null {
  const redirect = findings.find((each) => each.rule === 'redirect')
  if (redirect) return `redirects to ${originOf(redirect.actual)}`
  if (flaw?.kind === 'html') return 'HTML pages'
  if (status === 404) return '404 (not found)'
  const schema = planned.declared.responses[200]
  if (status === undefined || status >= 300 || !schema) return null
  if (flaw?.kind === 'not-json') return 'not JSON'
  return flaw || resembles(describeSchema(schema), body) ? null : 'JSON from a different API'
}

function originOf(redirect: string): string {
  return /https?:\/\/[^/\s]+/.exec(redirect)?.[0] ?? 'a different path'
}

/** Whether a value has at least half of the declared fields. An empty list is accepted. */
function resembles(node: SchemaNode, value: unknown): boolean {
  if (node.kind === 'array') {
    const [first] = Array.isArray(value) ? value : [undefined]
    return Array.isArray(value) && (first === undefined || resembles(node.element, first))
  }
  if (node.kind === 'union') return node.members.some((member) => resembles(member, value))
  if (node.kind !== 'object') return true
  const required = node.fields.filter((each) => !each.node.optional)
  const there = isPlainObject(value) ? required.filter(({ name }) => Object.hasOwn(value, name)) : []
  return isPlainObject(value) && there.length * 2 >= required.length
}
