import type { Case, Values } from '../../src/case.ts'
import { endpointKey } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { findingAt } from '../../src/schema/finding.ts'
import type { CheckResult } from '../check-result.ts'
import { isLogin, type PlannedCase } from '../plan.ts'
import type { Host } from '../send/host.ts'

/** Whether a case removes data that the run has written, or provides the id that such a case needs. */
export function isUndo(
  { leftBehind, values }: Host,
  cases: readonly PlannedCase[],
  { endpoint, testCase }: PlannedCase,
) {
  const isLeftBehind = (what: string | undefined) => what !== undefined && leftBehind.has(what)
  if (endpoint.method !== 'GET') return isLeftBehind(testCase.removes)
  const isNeeded = (output: string) =>
    cases.some(({ testCase: later }) => isLeftBehind(later.removes) && later.inputs?.includes(output))
  return (testCase.outputs ?? []).some((output) => values[output] === undefined && isNeeded(output))
}

/** Records the data that a write has left on the host or removed. */
export function recordWrite({ leftBehind, values, isEmulator, contracts }: Host, result: CheckResult): void {
  const { name, endpoint, testCase, response, noResponse } = result
  if (endpoint.method === 'GET' || isEmulator || isLogin(contracts, result.name)) return
  const { title, status, leaves, removes } = testCase
  const request = endpointKey(endpoint)
  const key = leaves?.what ?? `${name} ${title}`
  if (noResponse && (leaves || status >= 300))
    leftBehind.set(
      key,
      `perhaps ${leaves ? describeLeft(leaves, values, request) : request}, because ${request} had no response`,
    )
  if (!response || response.status >= 300) return
  if (leaves) leftBehind.set(key, describeLeft(leaves, values, request))
  if (removes) leftBehind.delete(removes)
  if (status >= 300 && !leaves)
    leftBehind.set(
      key,
      `what ${request} stored${describeId(response.body)}: it accepted "${title}" (${response.status})`,
    )
}

/** Describes the data of a write by the function of its case, or by its request if that returns no text. */
function describeLeft({ text }: NonNullable<Case['leaves']>, values: Values, request: string): string {
  const otherwise = `data of ${request}`
  try {
    const described = text(values)
    // Without a response, the values of a created row are unknown.
    return described === '' || described.includes('undefined') ? otherwise : described
  } catch {
    return otherwise
  }
}

/** Returns the id of a created row as ` with id 7`, or '' if the response contains none. */
function describeId(body: unknown): string {
  const rows = [body, ...Object.values(Object(body))].filter(isPlainObject)
  const id = rows
    .flatMap(Object.entries)
    .find(([key, value]) => /(^|_)id$/.test(key) && Number.isInteger(value))?.[1]
  return id === undefined ? '' : ` with id ${id}`
}

/** Adds a finding to a read that does not list the written data. Without its id, the data cannot be removed. */
export function reportMissingEffects(host: Host): void {
  const { results, leftBehind } = host
  for (const { state, testCase } of results) {
    const { removes, inputs } = testCase
    if (state !== 'skipped' || removes === undefined || !leftBehind.has(removes)) continue
    const read = host.results.find(
      ({ state, endpoint, testCase: { outputs = [] }, findings }) =>
        state === 'completed' &&
        endpoint.method === 'GET' &&
        findings.length === 0 &&
        inputs?.some((input) => outputs.includes(input)),
    )
    if (!read) continue
    const finding = findingAt('effect', '$', `the added ${removes}`, 'no such row')
    host.results = host.results.map((each) => (each === read ? { ...each, findings: [finding] } : each))
  }
}
