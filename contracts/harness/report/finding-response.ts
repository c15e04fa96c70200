import type { Endpoint } from '../../src/endpoint.ts'
import { describeValue, isPlainObject } from '../../src/schema/describe-value.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { type PathStep, parsePath } from '../../src/schema/json-path.ts'
import { maskBySchema } from '../../src/schema/privacy.ts'
import type { CheckResult } from '../check-result.ts'
import { hashText } from '../send/hash-text.ts'
import type { HostResponse } from '../send/request.ts'
import { isCredentialName } from '../send/secrets.ts'
import type { ReportedFinding } from './report.ts'

/** Headers by which hosts and proxies identify a request. */
const REQUEST_IDS = ['x-request-id', 'x-correlation-id', 'request-id', 'cf-ray', 'x-amzn-trace-id']

/** Returns the request and response of a finding, for the provider's support. */
export function reportResponse(result: CheckResult, finding: Finding): ReportedFinding['response'] {
  const { endpoint, method = endpoint.method, response, url, at, ms, requests } = result
  if (!response || !url) return undefined
  const requestId = REQUEST_IDS.map((name) => response.headers.get(name)).find(Boolean)
  const excerpt = excerptOf(endpoint, response, finding)
  return {
    method,
    url,
    status: response.status,
    at: at ?? '',
    ms: response.ms || Math.round(ms / Math.max(1, requests)),
    ...(requestId ? { requestId } : {}),
    ...(excerpt ? { excerpt } : {}),
  }
}

/** Returns the JSON of the first object with a finding, without its lists and objects, or '' if there is none. */
function excerptOf(
  { responses }: Endpoint,
  { status, body }: HostResponse,
  { where, actual }: Finding,
): string {
  const schema = responses[status]
  const steps = parsePath(where)
  const last = steps.at(-1)
  if (!schema || !/^\$[.[]/.test(where) || !last || !('key' in last)) return ''
  const hasFinding = (owner: Record<string, unknown>) =>
    actual.split(' or ').includes(describeValue(owner[last.key]))
  const branch = copyBranch(body, steps, hasFinding) ?? copyBranch(body, steps, () => true)
  return branch === undefined ? '' : JSON.stringify(maskBySchema(schema, branch, hashText), maskNamed)
}

/** Masks the value of a field that is a credential by its name, even if the schema does not tag it. Types stay. */
function maskNamed(name: string, value: unknown): unknown {
  const isShown = typeof value === 'number' || (typeof value === 'string' && !/^\(\w+\)$/.test(value))
  return isShown && isCredentialName(name) ? '***' : value
}

const MAX_EXCERPT_FIELDS = 12
const MAX_EXCERPT_TEXT = 60

/** Returns a copy of a body that contains only the first matching object at a path, and of it only short values. */
function copyBranch(
  value: unknown,
  [step, ...rest]: readonly PathStep[],
  matches: (owner: Record<string, unknown>) => boolean,
): unknown {
  if (step && 'each' in step) {
    for (const item of Array.isArray(value) ? value : []) {
      const branch = copyBranch(item, rest, matches)
      if (branch !== undefined) return [branch]
    }
    return undefined
  }
  if (!step || !isPlainObject(value)) return undefined
  if ('anyKey' in step) {
    for (const [key, inner] of Object.entries(value)) {
      const branch = copyBranch(inner, rest, matches)
      if (branch !== undefined) return { [key]: branch }
    }
    return undefined
  }
  if (rest.length > 0) {
    const branch = copyBranch(value[step.key], rest, matches)
    return branch === undefined ? undefined : { [step.key]: branch }
  }
  if (!matches(value)) return undefined
  const isShort = ([, inner]: [string, unknown]) =>
    Object(inner) !== inner && String(inner).length <= MAX_EXCERPT_TEXT
  return Object.fromEntries(Object.entries(value).filter(isShort).slice(0, MAX_EXCERPT_FIELDS))
}
