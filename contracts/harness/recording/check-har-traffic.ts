import type { Contracts } from '../../src/contracts.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { markUnavailable } from '../check/host-state.ts'
import { findingsOf } from '../check/image.ts'
import { isUndeclaredError } from '../check/plausible-response.ts'
import { checkCaseResult, expectsBody } from '../check/response.ts'
import { checkHarRelations } from '../check/violations.ts'
import { type CheckResult, imageResult } from '../check-result.ts'
import type { HarTraffic, RecordedResult } from './read-har-traffic.ts'

/** Checks recorded responses like those of a run. */
export function checkHarTraffic(
  contracts: Contracts,
  { results }: Pick<HarTraffic, 'results'>,
): { results: CheckResult[]; missingBodies: number } {
  const host = { contracts, isEmulator: false, values: {} }
  const recorded = results.filter(({ isImage }) => !isImage)
  const checked = recorded.map((result) =>
    result.state === 'completed'
      ? checkRecordedResult(result, checkCaseResult(host, result).findings)
      : result,
  )
  const cases = countResponses(markOutages(checked))
  const inOrder = cases.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  const violations = checkHarRelations(contracts.relations, inOrder)
  const images = contracts.images.map((folder) => {
    const ofFolder = results.filter(({ isImage, name }) => isImage && name === folder.name)
    return checkFolder(imageResult(folder, 'not in the recording'), ofFolder)
  })
  return {
    results: [...cases, ...images, ...violations],
    missingBodies: recorded.filter((result) => result.state === 'completed' && isBodyMissing(result)).length,
  }
}

/** Whether a recording lacks the body of a response that has one. */
function isBodyMissing({ endpoint, response, hasBody }: RecordedResult): boolean {
  return !hasBody && expectsBody(endpoint.responses[response.status], response.status)
}

/** Returns a recorded result with those findings of its response that a recording can show. */
function checkRecordedResult(result: RecordedResult, allFindings: readonly Finding[]): RecordedResult {
  const { endpoint, response } = result
  const isMissing = isBodyMissing(result)
  // A recording does not contain an expected status, so all declared ones are expected.
  const isDeclared = Object.hasOwn(endpoint.responses, response.status)
  const expected = Object.keys(endpoint.responses).join(' or ')
  const findings = allFindings
    // A missing body is a gap in the recording, not a fault on the host. Findings about status and headers count.
    .filter(({ where }) => !isMissing || /^\$(status|headers|redirect)/.test(where))
    .map((finding) => (finding.where === '$status' && !isDeclared ? { ...finding, expected } : finding))
  if (isMissing && findings.length === 0)
    return { ...result, state: 'skipped', reason: 'the body was not recorded', findings }
  return { ...result, findings }
}

/** Minimum number of endpoints that fail one after the other during an outage. */
const MIN_FAILED = 2

/**
 * Reports outages as errors and not as drift. One is a series of undeclared errors from several endpoints, of which at
 * least one succeeds at another time.
 */
function markOutages(results: readonly CheckResult[]): readonly CheckResult[] {
  const isSuccess = ({ response }: CheckResult) => response !== undefined && response.status < 300
  const succeeded = new Set(results.filter(isSuccess).map(({ name }) => name))
  let marked = results
  let series: CheckResult[] = []
  for (const result of [...results, null]) {
    if (result && isUndeclaredError(result)) series.push(result)
    else {
      const names = new Set(series.map(({ name }) => name))
      const isOutage = names.size >= MIN_FAILED && [...names].some((name) => succeeded.has(name))
      if (isOutage) marked = markUnavailable(marked, series, 'the host was unavailable during the recording')
      series = []
    }
  }
  return marked
}

/** Adds the number of affected responses to each finding of an endpoint. */
function countResponses(results: readonly CheckResult[]): CheckResult[] {
  const keyOf = ({ name }: CheckResult, { rule, where }: Finding) => `${name} ${rule} ${where}`
  const affected = new Map<string, number>()
  const total = new Map<string, number>()
  for (const result of results) {
    total.set(result.name, (total.get(result.name) ?? 0) + 1)
    for (const finding of result.findings) {
      const key = keyOf(result, finding)
      affected.set(key, (affected.get(key) ?? 0) + 1)
    }
  }
  return results.map((result) => {
    const of = total.get(result.name) ?? 1
    if (of < 2) return result
    const countsOf = (finding: Finding) => ({ with: affected.get(keyOf(result, finding)) ?? 1, of })
    const findings = result.findings.map((finding) => ({ ...finding, responses: countsOf(finding) }))
    return { ...result, findings }
  })
}

/** Checks the recorded images in a folder. Missing files are not findings, because clients try several folders. */
function checkFolder(empty: CheckResult, recorded: readonly RecordedResult[]): CheckResult {
  const images = recorded.flatMap((result) => {
    // A missing body is a gap in the recording.
    const bytes = result.hasBody ? result.response.bytes : new Uint8Array([0])
    const findings = findingsOf({ ...result.response, bytes })
    return findings ? [{ ...result, findings }] : []
  })
  const [first] = images
  if (!first) return recorded.length === 0 ? empty : { ...empty, reason: 'the recording contains no image' }
  const { reason: _, ...about } = empty
  const chosenImage = images.find(({ findings }) => findings.length > 0) ?? first
  return {
    ...about,
    state: 'completed',
    response: chosenImage.response,
    findings: chosenImage.findings,
    curl: chosenImage.curl,
    requests: recorded.length,
    ms: recorded.reduce((total, { ms }) => total + ms, 0),
  }
}
