import { pathMatcher } from '../../src/path-pattern.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import type { EndpointReport, Report } from './report.ts'

/**
 * A response to which drift is applied. `body` is the parsed JSON. If `text` is set, it is sent instead of `body`. If
 * `closes` is set, the connection is closed without a response.
 */
export type DriftingResponse = {
  status: number
  headers: Record<string, string>
  body: unknown
  text?: string
  closes?: true
}

/** The drift to apply to the response of a request. */
export type Replay = {
  /** Findings of the requested endpoint. */
  findings: readonly Finding[]
  /** Whether the drifted host responds without a token. */
  allowsAnonymous: boolean
}

/** Returns the findings in a report that apply to a request, by method and path. */
export function replayFor(report: Pick<Report, 'endpoints'>, method: string, path: string): Replay {
  const own = report.endpoints.filter((each) => each.method === method && pathMatches(each, path))
  // A missing product image is reported only for the first of its two folders, but is missing from both.
  const first = report.endpoints.find((each) => each.name === 'images.product')
  const fromFirstPlace = own.some((each) => each.name === 'images.storedProduct')
    ? (first?.findings ?? [])
    : []
  const findings = [
    ...own.flatMap((each) => [...each.findings, ...each.accepted]),
    ...fromFirstPlace.filter((each) => each.rule === 'missing-picture'),
  ]
  return { findings, allowsAnonymous: findings.some((each) => each.rule === 'access') }
}

function pathMatches({ name, path }: EndpointReport, requested: string): boolean {
  const prefix = name.startsWith('images.') ? '' : '/api/v1'
  return pathMatcher(prefix + path)(requested.split('?')[0] ?? '')
}

/**
 * Returns a copy of a response with the drift applied. Replays shapes, not values: a number that became a string is
 * sent as a string, and a new field contains an example of its type.
 */
export function applyDrift(healthy: DriftingResponse, findings: readonly Finding[]): DriftingResponse {
  let response: DriftingResponse = {
    ...healthy,
    headers: { ...healthy.headers },
    body: structuredClone(healthy.body),
  }
  // Applies additions first, because a renamed field is reported as an added and a missing field.
  for (const finding of [...findings].sort((a, b) => order(a) - order(b)))
    response = applyOne(response, finding)
  return response
}

function order({ rule }: Finding): number {
  return rule === 'extra' ? 0 : rule === 'missing' ? 1 : 2
}

function applyOne(response: DriftingResponse, deviation: Finding): DriftingResponse {
  // A single response cannot show that an enum value no longer occurs.
  if (deviation.rule === 'observed-value') return response
  // Regressions are replayed like contract violations.
  const finding = { ...deviation, rule: deviation.rule.replace('observed-', '') }
  const { rule, where, actual, expected } = finding
  // Findings about successful responses must not change error responses.
  const isRefusal = response.status >= 400
  switch (rule) {
    case 'status':
      return String(response.status) === expected
        ? { ...response, status: Number.parseInt(actual, 10) }
        : response
    // Findings about access are replayed by `allowsAnonymous`. Slow responses are not replayed.
    case 'access':
    case 'slow':
    case 'unreadable':
      return response
    case 'no-response':
      return { ...response, closes: true }
    case 'too-large':
      return { ...response, text: ' '.repeat(9 * 1024 * 1024) }
    case 'missing-picture':
      // trap: browsers display an image even if its status is 404, so the body is replaced as well.
      return {
        ...response,
        status: 404,
        headers: { ...response.headers, 'content-type': 'text/html' },
        text: '<!doctype html><title>((not found))</title>',
      }
    case 'redirect': {
      const [status = '302', , location = '/'] = actual.split(' ')
      if (isRefusal && !expected.includes(String(response.status))) return response
      return { ...response, status: Number(status), headers: { ...response.headers, location }, text: '' }
    }
    case 'content-type':
    case 'header':
    case 'cors':
    case 'cache': {
      const name = where.slice('$headers.'.length)
      const { [name]: _, ...headers } = response.headers
      return {
        ...response,
        headers: ['missing', 'nothing'].includes(actual) ? headers : { ...headers, [name]: actual },
      }
    }
    case 'not-json':
    case 'cut-short':
    case 'encoding':
    case 'picture':
      return isRefusal ? response : { ...response, text: TEXTS.get(actual) ?? '((not JSON))' }
    case 'refused':
      return { ...response, body: { errors: { code: 'product-001', message: 'Product not found' } } }
    default:
      // Findings from probes cannot be replayed with a single response.
      return SHAPE_RULES.has(rule) ? { ...response, body: changeBody(response.body, finding) } : response
  }
}

const SHAPE_RULES = new Set(
  'missing null type format length value enum-value extra unsafe-number empty'.split(' '),
)

const TEXTS = new Map([
  ['an empty body', ''],
  ['an HTML page', '<!doctype html><title>((replayed))</title>'],
  ['a truncated body', '[{"id":1,"name":"((cut'],
])

function changeBody(body: unknown, finding: Finding): unknown {
  const steps = parsePath(finding.where)
  const last = steps.pop()
  if (last === undefined) return changed(body, finding)
  for (const owner of valuesAt(body, steps)) {
    if ('each' in last) {
      // The path ends with `[]`, so the items themselves have a different type.
      if (Array.isArray(owner)) owner.splice(0, owner.length, ...owner.map((each) => changed(each, finding)))
    } else if (isPlainObject(owner)) changeField(owner, last.key, finding)
  }
  return body
}

function changeField(owner: Record<string, unknown>, key: string, finding: Finding): void {
  if (finding.rule === 'missing') delete owner[key]
  else if (finding.rule === 'extra' || Object.hasOwn(owner, key)) {
    // trap: assignment to __proto__ creates no key.
    const value = changed(owner[key], finding)
    Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true })
  }
}

/** Returns a value of the type that the report contains. */
function changed(value: unknown, { rule, actual: kinds }: Finding): unknown {
  // If the items have different types, uses the first type for all of them.
  const [actual = kinds] = kinds.split(' or ')
  if (rule === 'value' || rule === 'enum-value')
    return /^-?\d+$/.test(actual) ? Number(actual) : actual.replaceAll('"', '')
  if (rule === 'format') return '((different format))'
  switch (actual) {
    case 'null':
      return null
    case 'string':
      return value === undefined || typeof value === 'object' ? '((text))' : String(value)
    case 'empty string':
      return ''
    case 'integer':
      return typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : 1
    case 'number':
      return 0.5
    case 'integer beyond 2^53':
      return 2 ** 53 + 2
    case 'boolean':
      return true
    case 'array':
      return ['((item))']
    case 'empty array':
      return []
    default:
      return { '((replayed))': true }
  }
}
