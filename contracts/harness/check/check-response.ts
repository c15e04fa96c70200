import type { Case } from '../../cases/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { checkBody } from '../../src/schema/check.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import type { Contracts } from '../plan/contracts.ts'
import type { Flaw, Reply } from '../send/request.ts'

type WireResponse = Extract<Reply, { kind: 'response' }>

/** Limit on response times in milliseconds. Shoppers see a spinner until the response arrives. */
export const SLOW_AFTER_MS = 5000

/** Rules that apply to all responses of an API. */
type ResponseRules = Pick<Contracts, 'origin' | 'maxAge' | 'saysItFailed'>

/** Validates the response to a case. Each root cause is one finding. */
export function validateResponse(
  rules: ResponseRules,
  declared: Endpoint,
  each: Case,
  response: WireResponse,
): Finding[] {
  const found: Finding[] = []
  const behaviour = (rule: string, where: string, expected: string, actual: string) =>
    found.push({ class: 'behaviour', rule, where, expected, actual, count: 1 })

  if (response.ms > SLOW_AFTER_MS)
    behaviour('slow', '$time', `a response within ${SLOW_AFTER_MS} ms`, 'a slower response')
  if (isRedirect(response)) {
    behaviour('redirect', '$redirect', `status ${each.status}`, redirectOf(response))
    return found
  }
  const status =
    response.status === each.status ? each.status : acceptedInstead(declared, each, response.status)
  if (status === null) {
    if (declared.auth === 'bearer' && each.as !== 'customer' && each.status === 401 && response.status < 300)
      behaviour('access', '$status', '401 without a valid token', String(response.status))
    else behaviour('status', '$status', String(each.status), String(response.status))
    return found
  }
  // Checks the headers of successful responses only. Error responses come from the same server, and an HTML error page
  // would only add header findings to the actual problem.
  if (each.status < 300 && response.flaw?.kind !== 'html')
    found.push(...checkHeaders(rules, declared, each, response))
  if (response.flaw) {
    found.push(flawFinding(response.flaw))
    return found
  }
  const schema = declared.responses[status]
  if (!schema) return found
  const refused = each.wants?.insists === true && !each.wants.holds(response.body)
  if (refused && checkBody(schema, response.body).length === 0) {
    const about = { where: '$', expected: each.wants?.what ?? 'more', actual: 'an error body' }
    found.push({ class: 'breaking', rule: 'refused', ...about, count: 1 })
    return found
  }
  found.push(...checkBody(schema, response.body))
  if (status < 300 && rules.saysItFailed(response.body)) {
    const about = { where: '$.success', expected: 'true with a success status', actual: 'false' }
    found.push({ class: 'breaking', rule: 'refused', ...about, count: 1 })
  }
  return found
}

/**
 * Returns the status if it differs from the expected one but is also a declared success, such as 201 instead of 200.
 * Otherwise returns null.
 */
function acceptedInstead(declared: Endpoint, each: Case, status: number): number | null {
  const good = status >= 200 && status < 300 && each.status >= 200 && each.status < 300
  return good && Object.hasOwn(declared.responses, status) ? status : null
}

export function isRedirect(response: WireResponse): boolean {
  return response.status >= 300 && response.status < 400 && response.status !== 304
}

/** Returns `301 to https://elsewhere.example/login`. The redactor removes the query. */
function redirectOf(response: WireResponse): string {
  const location = response.headers.get('location')
  return location ? `${response.status} to ${location}` : `${response.status} without a Location header`
}

function checkHeaders(
  { origin, maxAge }: ResponseRules,
  declared: Endpoint,
  each: Case,
  response: WireResponse,
): Finding[] {
  const found: Finding[] = []
  const add = (rule: string, name: string, expected: string) => {
    const actual = response.headers.get(name) ?? 'missing'
    found.push({ class: 'behaviour', rule, where: `$headers.${name}`, expected, actual, count: 1 })
  }
  const type = response.headers.get('content-type') ?? ''
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1]
  if (!isJson || (charset && !/^utf-?8$/i.test(charset)))
    add('content-type', 'content-type', 'application/json')

  const allowed = response.headers.get('access-control-allow-origin')
  if (origin !== null && allowed !== '*' && allowed !== origin)
    add('cors', 'access-control-allow-origin', '*')

  // A shared cache would return the data of other customers or outdated prices.
  const cache = response.headers.get('cache-control') ?? ''
  const age = Number(/(?:s-maxage|max-age)\s*=\s*"?(\d+)/i.exec(cache)?.[1] ?? 0)
  if (declared.auth === 'bearer' && each.as === 'customer' && /\bpublic\b|s-maxage/i.test(cache))
    add('cache', 'cache-control', 'no shared caching of customer data')
  else if (maxAge !== null && (age > maxAge || /\bimmutable\b/i.test(cache)))
    add('cache', 'cache-control', `no caching for more than ${describeSeconds(maxAge)}`)
  return found
}

function describeSeconds(seconds: number): string {
  return seconds === 3600 ? 'an hour' : `${seconds} seconds`
}

const FLAWS: Record<NonNullable<Flaw>['kind'], [rule: string, actual: string]> = {
  empty: ['not-json', 'an empty body'],
  html: ['not-json', 'an HTML page'],
  'not-json': ['not-json', 'a body that is not JSON'],
  'cut-short': ['cut-short', 'a truncated body'],
  'too-large': ['too-large', 'a body larger than 8 MB'],
  'not-utf8': ['encoding', 'invalid UTF-8'],
  'wrong-encoding': ['encoding', 'a body that does not match Content-Encoding'],
}

function flawFinding(flaw: NonNullable<Flaw>): Finding {
  const [rule, actual] = FLAWS[flaw.kind]
  return { class: 'breaking', rule, where: '$', expected: 'JSON', actual, count: 1 }
}

/**
 * Checks the response to an image request.
 * @returns null for a valid image, or `missing` if the image may be in a different folder
 */
export function validateImage(response: WireResponse): Finding | 'missing' | null {
  const about = { class: 'behaviour' as const, count: 1 }
  if (isRedirect(response))
    return {
      ...about,
      rule: 'redirect',
      where: '$redirect',
      expected: 'an image',
      actual: redirectOf(response),
    }
  if (response.status === 404 || response.status === 410) return 'missing'
  if (response.status !== 200)
    return { ...about, rule: 'status', where: '$status', expected: '200', actual: String(response.status) }
  const type = response.headers.get('content-type') ?? 'missing'
  if (!/^image\//i.test(type)) {
    const where = '$headers.content-type'
    return { ...about, rule: 'content-type', where, expected: 'image/*', actual: type }
  }
  const start = new TextDecoder('latin1').decode(response.bytes.slice(0, 64)).trimStart().toLowerCase()
  const isPage = start.startsWith('<!doctype html') || start.startsWith('<html') || start.startsWith('{"')
  if (response.flaw || response.bytes.byteLength === 0 || isPage) {
    const actual = isPage ? 'an HTML page' : response.flaw ? 'an unreadable body' : 'an empty body'
    return { ...about, class: 'breaking', rule: 'picture', where: '$', expected: 'an image', actual }
  }
  return null
}

/** Whether a body contains the parent of a JSON path, without which two bodies cannot be compared at the path. */
export function hasParentOf(body: unknown, where: string): boolean {
  if (!where.startsWith('$') || /^\$(status|headers|redirect|time|connection)/.test(where) || where === '$')
    return true
  const owners = valuesAt(body, parsePath(where).slice(0, -1))
  return owners.some((owner) => owner !== null && typeof owner === 'object')
}
