import { pathMatcher } from '../../src/path-pattern.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import type { EndpointReport, Report } from './report.ts'

/** An answer to be changed. `body` is the parsed JSON; `text` is sent instead where it is set; `closes`: none is. */
export type Drifting = {
  status: number
  headers: Record<string, string>
  body: unknown
  text?: string
  closes?: true
}

/** What to do with a request before the healthy answer is made. */
export type Replay = {
  /** The findings of the endpoint that a request belongs to; none for an endpoint without drift. */
  findings: readonly Finding[]
  /** The drifted host asks for no token here. */
  allowsAnonymous: boolean
}

/** The part of a report that concerns a request: the endpoint with this method whose path matches. */
export function replayFor(report: Pick<Report, 'endpoints'>, method: string, path: string): Replay {
  const own = report.endpoints.filter((each) => each.method === method && pathMatches(each, path))
  // A missing product picture is reported once, at the first of its two places.
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

function pathMatches({ name, path }: EndpointReport, asked: string): boolean {
  const prefix = name.startsWith('images.') ? '' : '/api/v1'
  return pathMatcher(prefix + path)(asked.split('?')[0] ?? '')
}

/**
 * The answer as the drifted host gives it. Pure: the healthy answer stays as it is. Shapes are replayed, not values:
 * a field that became text gets its own value as text, a new field a sample of its type.
 */
export function applyDrift(healthy: Drifting, findings: readonly Finding[]): Drifting {
  let answer: Drifting = { ...healthy, headers: { ...healthy.headers }, body: structuredClone(healthy.body) }
  // Additions first: a renamed field is one that is added and one that is missing.
  for (const finding of [...findings].sort((a, b) => order(a) - order(b))) answer = applyOne(answer, finding)
  return answer
}

function order({ rule }: Finding): number {
  return rule === 'extra' ? 0 : rule === 'missing' ? 1 : 2
}

function applyOne(answer: Drifting, deviation: Finding): Drifting {
  // What a host no longer sends is in no answer.
  if (deviation.rule === 'observed-value') return answer
  // What deviates from the memory is replayed like what deviates from the contract.
  const finding = { ...deviation, rule: deviation.rule.replace('observed-', '') }
  const { rule, where, actual, expected } = finding
  // A finding belongs to the answers that its case got: a refusal does not drift with the success beside it.
  const isRefusal = answer.status >= 400
  switch (rule) {
    case 'status':
      return String(answer.status) === expected ? { ...answer, status: Number.parseInt(actual, 10) } : answer
    // Access is granted before this is called; a slow host is not imitated.
    case 'access':
    case 'slow':
    case 'unreadable':
      return answer
    case 'no-answer':
      return { ...answer, closes: true }
    case 'too-large':
      return { ...answer, text: ' '.repeat(9 * 1024 * 1024) }
    case 'missing-picture':
      // trap: a browser shows a picture whatever its status is.
      return {
        ...answer,
        status: 404,
        headers: { ...answer.headers, 'content-type': 'text/html' },
        text: '<!doctype html><title>((not found))</title>',
      }
    case 'redirect': {
      const [status = '302', , location = '/'] = actual.split(' ')
      if (isRefusal && !expected.includes(String(answer.status))) return answer
      return { ...answer, status: Number(status), headers: { ...answer.headers, location }, text: '' }
    }
    case 'content-type':
    case 'header':
    case 'cors':
    case 'cache': {
      const name = where.slice('$headers.'.length)
      const { [name]: _, ...headers } = answer.headers
      return {
        ...answer,
        headers: ['missing', 'nothing'].includes(actual) ? headers : { ...headers, [name]: actual },
      }
    }
    case 'not-json':
    case 'cut-short':
    case 'encoding':
    case 'picture':
      return isRefusal ? answer : { ...answer, text: TEXTS.get(actual) ?? '((not JSON))' }
    case 'refused':
      return { ...answer, body: { errors: { code: 'product-001', message: 'Product not found' } } }
    default:
      // What a second question shows is in no single answer.
      return SHAPE_RULES.has(rule) ? { ...answer, body: changeBody(answer.body, finding) } : answer
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
      // `$[]` itself: every element is of another type.
      if (Array.isArray(owner)) owner.splice(0, owner.length, ...owner.map((each) => changed(each, finding)))
    } else if (isPlainObject(owner)) changeField(owner, last.key, finding)
  }
  return body
}

function changeField(owner: Record<string, unknown>, key: string, finding: Finding): void {
  if (finding.rule === 'missing') delete owner[key]
  else if (finding.rule === 'extra' || Object.hasOwn(owner, key)) {
    // trap: assigning to __proto__ sets no key.
    const value = changed(owner[key], finding)
    Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true })
  }
}

/** Names of types in reports of release 0.1. */
const FORMER_TYPES = new Map([
  ['text', 'string'],
  ['empty text', 'empty string'],
  ['a whole number', 'integer'],
  ['a fraction', 'number'],
  ['a number beyond 2^53', 'integer beyond 2^53'],
  ['a boolean', 'boolean'],
  ['a list', 'array'],
  ['an empty list', 'empty array'],
])

/** Returns a value of the type in the report. */
function changed(value: unknown, { rule, actual: kinds }: Finding): unknown {
  // Where elements differed, the first kind is used for all.
  const [first = kinds] = kinds.split(' or ')
  const actual = FORMER_TYPES.get(first) ?? first
  if (rule === 'value' || rule === 'enum-value')
    return /^-?\d+$/.test(actual) ? Number(actual) : actual.replaceAll('"', '')
  if (rule === 'format') return '((another form))'
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
