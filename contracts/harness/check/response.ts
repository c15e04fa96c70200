import type { z } from 'zod'
import type { Case } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { type BodyFlaw, MAX_DEPTH, MAX_VALUES, SIZE_LIMIT } from '../../src/json-text.ts'
import { checkBody } from '../../src/schema/check-body.ts'
import { hasNoJsonBody } from '../../src/schema/describe-schema.ts'
import { type Finding, findingAt } from '../../src/schema/finding.ts'
import type { Rule } from '../../src/schema/rules.ts'
import { type CheckResult, timeOf } from '../check-result.ts'
import type { Host } from '../send/host.ts'
import { type HostResponse, isRedirect } from '../send/request.ts'
import { checkBounds } from './bounds.ts'

/** Limit on response times in milliseconds. Users see a spinner until the response arrives. */
const SLOW_AFTER_MS = 5000

/** Statuses that mean that an endpoint no longer exists. */
const VANISHED = [404, 405, 410, 501]

/** Rules that apply to all responses of an API. */
type ResponseSettings = Pick<Contracts, 'pageOrigin' | 'maxAge' | 'successField' | 'bounds'>

/** Returns a result with the findings of its response. */
export function checkCaseResult(
  { contracts, isEmulator, values }: Pick<Host, 'contracts' | 'isEmulator' | 'values'>,
  result: CheckResult,
): CheckResult {
  const { testCase, response } = result
  if (!response) return result
  const status = testCase.otherStatuses?.includes(response.status) ? response.status : testCase.status
  const allFindings = checkCaseResponse(contracts, { ...result, response, testCase: { ...testCase, status } })
  // Skips the emulator, because it runs on the same machine as the validator.
  const findings = isEmulator ? allFindings.filter(({ rule }) => rule !== 'slow') : allFindings
  const isSuccess = response.status < 300 && findings.length === 0
  return {
    ...result,
    findings: isSuccess ? (testCase.compare?.(response.body, values) ?? []) : findings,
  }
}

type CaseResponse = Pick<CheckResult, 'endpoint' | 'testCase' | 'at'> & { response: HostResponse }

/** Validates the response to a case. Each root cause is one finding. */
export function checkCaseResponse(settings: ResponseSettings, result: CaseResponse): Finding[] {
  const { endpoint, testCase, response } = result
  const isSlow = response.ms > SLOW_AFTER_MS
  return [
    ...(isSlow
      ? [findingAt('slow', '$time', `a response within ${SLOW_AFTER_MS} ms`, `${response.ms} ms`)]
      : []),
    ...checkContent(settings, result, acceptedStatusOf(endpoint, testCase, response.status)),
  ]
}

/** Returns the declared status that the response is checked against; null if the response has none of them. */
function acceptedStatusOf(endpoint: Endpoint, testCase: Case, status: number): number | null {
  return status === testCase.status ? status : findAlternativeSuccess(endpoint, testCase, status)
}

/** Checks the status, and if it is accepted, headers and body. */
function checkContent(settings: ResponseSettings, result: CaseResponse, status: number | null): Finding[] {
  const { endpoint, testCase, response } = result
  if (isRedirect(response) && response.status !== testCase.status)
    return [findingAt('redirect', '$redirect', `status ${testCase.status}`, redirectOf(response))]
  if (status === null) return [reportStatus(endpoint, testCase, response.status)]
  const schema = endpoint.responses[status]
  const hasBody = expectsBody(schema, status)
  // Checks the headers of successful responses only. Error responses come from the same server, and an HTML error page
  // or a PHP warning would only add header findings to the actual problem.
  const hasHeaders =
    testCase.status < 300 && response.flaw?.kind !== 'html' && response.flaw?.kind !== 'text-before-json'
  return [
    ...(hasHeaders ? checkHeaders(settings, endpoint, testCase, response, hasBody) : []),
    ...(hasBody && response.flaw ? [reportFlaw(response.flaw)] : []),
    ...(hasBody && !response.flaw && schema ? checkJson(settings, result, schema, status) : []),
  ]
}

function reportStatus(endpoint: Endpoint, testCase: Case, status: number): Finding {
  const isOpen = endpoint.auth === 'bearer' && testCase.as !== 'customer' && status < 300
  if (isOpen && testCase.status === 401)
    return findingAt('access', '$status', '401 without a valid token', String(status))
  const findingClass = testCase.status < 300 && VANISHED.includes(status) ? 'breaking' : 'behaviour'
  return findingAt('status', '$status', String(testCase.status), String(status), findingClass)
}

function checkJson(
  settings: ResponseSettings,
  result: CaseResponse,
  schema: z.ZodType,
  status: number,
): Finding[] {
  const { testCase, response } = result
  const { content } = testCase
  const isRefused = content?.isRequired === true && !hasContent(testCase, response.body)
  const findings = checkBody(schema, response.body)
  if (isRefused && findings.length === 0)
    return [findingAt('refused', '$', content.name, 'an error body', 'breaking')]
  const pathsWithFindings = new Set(findings.map(({ where }) => where))
  if (status < 300 && settings.bounds)
    findings.push(
      ...checkBounds(schema, response.body, settings.bounds, { pathsWithFindings, at: timeOf(result) }),
    )
  const { successField } = settings
  if (status < 300 && successField !== null && Object(response.body)[successField] === false)
    findings.push(
      findingAt('refused', `$.${successField}`, 'true with a success status', 'false', 'breaking'),
    )
  return findings
}

/** Whether a body contains what the case requires to verify anything. */
export function hasContent({ content }: Case, body: unknown): boolean {
  try {
    return content?.isPresent(body) ?? true
  } catch {
    return false
  }
}

/** Whether a response has a JSON body. One with status 204 or 304 never has. */
export function expectsBody(schema: z.ZodType | undefined, status: number): boolean {
  return status !== 204 && status !== 304 && !(schema && hasNoJsonBody(schema))
}

/**
 * Returns the status if it differs from the expected one but is also a declared success, such as 201 instead of 200.
 * Otherwise returns null.
 */
function findAlternativeSuccess(endpoint: Endpoint, testCase: Case, status: number): number | null {
  const isSuccess = status >= 200 && status < 300 && testCase.status >= 200 && testCase.status < 300
  return isSuccess && Object.hasOwn(endpoint.responses, status) ? status : null
}

/** Returns `301 to https://elsewhere.example/login`. The redactor removes the query. */
export function redirectOf(response: HostResponse): string {
  const location = response.headers.get('location')
  return location ? `${response.status} to ${location}` : `${response.status} without a Location header`
}

function checkHeaders(
  { pageOrigin, maxAge }: ResponseSettings,
  endpoint: Endpoint,
  testCase: Case,
  response: HostResponse,
  hasBody: boolean,
): Finding[] {
  const findings: Finding[] = []
  const add = (rule: Rule, name: string, expected: string) => {
    const actual = response.headers.get(name) ?? 'missing'
    findings.push(findingAt(rule, `$headers.${name}`, expected, actual))
  }
  const type = response.headers.get('content-type') ?? ''
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1]
  if (hasBody && (!isJson || (charset && !/^utf-?8$/i.test(charset))))
    add('content-type', 'content-type', 'application/json')

  const allowed = response.headers.get('access-control-allow-origin')
  if (pageOrigin !== null && allowed !== '*' && allowed !== pageOrigin)
    add('cors', 'access-control-allow-origin', `* or ${pageOrigin}`)

  // A shared cache would return the data of other customers or outdated prices.
  const cache = response.headers.get('cache-control') ?? ''
  const lifetimes = [...cache.matchAll(/(?:s-maxage|max-age)\s*=\s*"?(\d+)/gi)].map(([, text]) =>
    Number(text),
  )
  const age = Math.max(0, ...lifetimes)
  // With a token, `must-revalidate` permits shared caching, too. Source: RFC 9111, section 3.5.
  const isShared =
    /\bpublic\b|s-maxage/i.test(cache) ||
    (/\bmust-revalidate\b/i.test(cache) && age > 0 && !/\b(?:private|no-store|no-cache)\b/i.test(cache))
  if (endpoint.auth === 'bearer' && testCase.as === 'customer' && isShared)
    add('cache', 'cache-control', 'no shared caching of customer data')
  else if (maxAge !== null && (age > maxAge || /\bimmutable\b/i.test(cache)))
    add('cache', 'cache-control', `no caching for more than ${describeSeconds(maxAge)}`)
  return findings
}

function describeSeconds(seconds: number): string {
  return seconds === 3600 ? 'an hour' : `${seconds} seconds`
}

const FLAWS: Record<BodyFlaw['kind'], [rule: Rule, actual: string]> = {
  empty: ['not-json', 'an empty body'],
  html: ['not-json', 'an HTML page'],
  'not-json': ['not-json', 'a body that is not JSON'],
  'cut-short': ['cut-short', 'a truncated body'],
  'too-large': ['too-large', `a body larger than ${SIZE_LIMIT / 1024 ** 2} MB`],
  'too-many-values': ['unreadable', `more than ${MAX_VALUES} JSON values`],
  'too-deep': ['unreadable', `more than ${MAX_DEPTH} nested levels`],
  'text-before-json': ['not-json', 'text before the JSON'],
  'not-utf8': ['encoding', 'invalid UTF-8'],
  'wrong-encoding': ['encoding', 'a body that does not match Content-Encoding'],
}

function reportFlaw(flaw: BodyFlaw): Finding {
  const [rule, what] = FLAWS[flaw.kind]
  const actual = flaw.text ? `${what}: ${flaw.text}` : what
  return findingAt(rule, '$', 'JSON', actual, 'breaking')
}
