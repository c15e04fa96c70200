import { pluralize } from '../../src/command-line/pluralize.ts'
import { endpointKey } from '../../src/endpoint.ts'
import type { Contradiction, Relation, SelectedObject } from '../../src/relation.ts'
import { describeValue, lengthClassOf } from '../../src/schema/describe-value.ts'
import { isWholeResponse, keepsTypes, leavesBodyIntact } from '../../src/schema/finding.ts'
import { overlaps, pathStep } from '../../src/schema/json-path.ts'
import { privacyOf } from '../../src/schema/privacy.ts'
import { type Position, visit } from '../../src/schema/visit.ts'
import type { Selection } from '../../src/selection.ts'
import { type CheckResult, emptyResult, leaveOut } from '../check-result.ts'
import { hashText } from '../send/hash-text.ts'

const MAX_TEXT = 60

/** A successful response, and the JSON paths of its findings. */
type SuccessfulResponse = Omit<SelectedObject, 'object' | 'isSent'> & {
  result: CheckResult
  pathsWithFindings: readonly string[]
}
/** `where` is the JSON path of the object. */
type Located = SelectedObject & SuccessfulResponse & { where: string }

/**
 * A violated relation: a result with one finding, the results involved, and a key that identifies it in both
 * checks.
 */
export type Violation = { result: CheckResult; sides: readonly CheckResult[]; key: string }

/**
 * Checks the relations between recorded responses. A violation counts if it also holds between the latest responses to
 * each read, because data may change during a recording.
 * @param results in the order of their requests
 */
export function checkHarRelations(
  relations: readonly Relation[],
  results: readonly CheckResult[],
): CheckResult[] {
  const { violations, leftOut } = violationsOf(relations, results)
  const latest = results.filter(
    (result, index) =>
      !isRead(result) ||
      index === results.findLastIndex((other) => isRead(other) && other.path === result.path),
  )
  const confirmed = violations.length > 0 ? violationsOf(relations, latest).violations : []
  return [...leftOut, ...violations.flatMap((each) => (isConfirmedBy(each, confirmed) ? each.result : []))]
}

/** Whether a violation is among those of a later check. */
export function isConfirmedBy({ key, result }: Violation, later: readonly Violation[]): boolean {
  return later.some((other) => other.key === key && other.sides.some(({ name }) => name === result.name))
}

export const isRead = ({ endpoint }: CheckResult) => endpoint.method === 'GET'

/**
 * Returns the violations, at most one per relation, endpoint and field, and a result for each relation that was left
 * out. A relation skips a response with a finding at a path that it reads, because it would report the same problem
 * again, possibly at a different endpoint.
 */
export function violationsOf(
  relations: readonly Relation[],
  results: readonly CheckResult[],
): { violations: readonly Violation[]; leftOut: readonly CheckResult[] } {
  const state: CheckState = {
    relations,
    responses: results.flatMap(responseOf),
    entityChecks: new Map(),
    violations: new Map(),
    leftOut: new Map(),
  }
  // Checks entities last, so that the more specific relation is reported if a field violates two.
  for (const relation of relations.toSorted((a, b) => Number(!a.with) - Number(!b.with)))
    checkRelation(relation, state)
  return { violations: [...state.violations.values()], leftOut: [...state.leftOut.values()] }
}

type CheckState = {
  relations: readonly Relation[]
  responses: readonly SuccessfulResponse[]
  /** The check that the relations of an entity share, because they are compared with each other. */
  entityChecks: Map<Relation['createCheck'], ReturnType<Relation['createCheck']>>
  violations: Map<string, Violation>
  leftOut: Map<string, CheckResult>
}

/** Checks a relation, and adds its violations and the responses that it leaves out to the state. */
function checkRelation(relation: Relation, state: CheckState): void {
  const { relations, responses, entityChecks, violations, leftOut } = state
  const { title, of, with: comparedSelections, createCheck } = relation
  const unreadWrites: number[] = []
  const leaveOutAt = ({ result }: SuccessfulResponse, reason: string) =>
    leftOut.set(`${title} ${result.name}`, toLeftOutResult(result, title, reason))
  const select = (selections: readonly Selection<object>[]) =>
    selectObjects(responses, selections, {
      onFinding: (response) => leaveOutAt(response, 'relations that read a field with a finding'),
      onFailure: (response) => leaveOutAt(response, FAILED),
      onUnreadWrite: ({ sequence }) => unreadWrites.push(sequence),
    })
  const selectionsOfEntity = () =>
    relations.filter((other) => other.createCheck === createCheck).map((other) => other.of)
  const check =
    (!comparedSelections && entityChecks.get(createCheck)) ||
    createCheck(select(comparedSelections ?? selectionsOfEntity()), unreadWrites)
  if (!comparedSelections) entityChecks.set(createCheck, check)
  for (const selected of select([of])) {
    const contradictions = resultOrNull(() => check(selected))
    if (contradictions === null) leaveOutAt(selected, FAILED)
    for (const contradiction of contradictions ?? []) {
      if (isRedacted(selected, contradiction)) continue
      const violation = violationOf(relation, selected, contradiction)
      const [finding] = violation.result.findings
      const key = `${title} ${violation.result.name} ${finding?.where}`
      const [earlier] = violations.get(key)?.result.findings ?? []
      if (earlier) earlier.count++
      else violations.set(key, violation)
    }
  }
}

const FAILED = 'relations whose function failed'

/**
 * Returns the result of a function, or null if it throws: a relation's function may not expect a value that is
 * missing.
 */
function resultOrNull<T>(run: () => T): T | null {
  try {
    return run()
  } catch {
    return null
  }
}

/** Returns the result of a relation that was left out. */
function toLeftOutResult(
  { name, endpoint, isUnreported }: CheckResult,
  title: string,
  reason: string,
): CheckResult {
  const empty = emptyResult({ name, endpoint, testCase: { title, status: 200 }, isUnreported })
  return leaveOut({ ...empty, kind: 'relation' }, reason)
}

function responseOf(result: CheckResult, sequence: number): SuccessfulResponse[] {
  const { state, response, request = {}, account, path, findings } = result
  if (state !== 'completed' || !response || response.status >= 300) return []
  // A write may have no body, such as a deletion with status 204.
  if (response.body === undefined && isRead(result)) return []
  // Headers and time do not concern the body, but a wrong status concerns all of it.
  const pathsWithFindings = findings
    .filter((finding) => !keepsTypes(finding) && !leavesBodyIntact(finding.where))
    .map(({ where }) => (isWholeResponse(where) ? '$' : where))
  return [{ result, pathsWithFindings, sequence, request, account, source: `${path} ${account ?? ''}` }]
}

/** Returns the selected objects in the order of their responses. */
function selectObjects(
  responses: readonly SuccessfulResponse[],
  selections: readonly Selection<object>[],
  on: Record<'onFinding' | 'onFailure' | 'onUnreadWrite', (response: SuccessfulResponse) => void>,
): Located[] {
  return responses.flatMap((response) =>
    selections
      .filter(({ endpoint }) => endpointKey(endpoint) === endpointOf(response))
      .flatMap(({ isSent, path, reads, select }) => {
        const hasFinding = response.pathsWithFindings.some(
          (where) => where === '$' || reads.some((read) => overlaps(read, where)),
        )
        if (hasFinding) on.onFinding(response)
        const { result, request } = response
        const selected = hasFinding ? [] : resultOrNull(() => select(result.response?.body, request))
        if (selected === null) on.onFailure(response)
        const objects = hasFinding || selected === null ? [undefined] : selected
        if (isSent && objects.includes(undefined)) on.onUnreadWrite(response)
        return objects.map((object) => ({ ...response, where: path, isSent, object }))
      })
      .filter((selected): selected is Located => selected.object != null),
  )
}

/** A secret or personal value in a recording that was redacted, such as the emulator's journal. */
const REDACTED_VALUE = /^(?:\*\*\*|#[0-9a-f]{8})$/

/** Whether one of the compared values is redacted, so that they cannot be compared. */
function isRedacted(at: Located, { field, other, otherField = field }: Contradiction): boolean {
  const values = [fieldValueOf(at, field), fieldValueOf((other ?? at) as Located, otherField)]
  return values.some((value) => typeof value === 'string' && REDACTED_VALUE.test(value))
}

const fieldValueOf = ({ object }: Located, field: string | null) =>
  field === null ? undefined : (object as Record<string, unknown>)[field]

const endpointOf = ({ result }: SuccessfulResponse) => endpointKey(result.endpoint)

function violationOf({ title, assumed }: Relation, at: Located, contradiction: Contradiction): Violation {
  const { field, id = '', expected, otherField = field } = contradiction
  const other = (contradiction.other ?? at) as Located
  const distance = at.sequence - other.sequence
  const requests = `${pluralize(Math.abs(distance), 'request')} ${distance > 0 ? 'earlier' : 'later'}`
  const when = distance === 0 ? 'in the same response' : requests
  const source = contradiction.other
    ? `, as in ${endpointOf(other)} (${fieldPathOf(other, otherField)}, ${when})`
    : ''
  const values = {
    expected: (expected ?? describeSelectedValue(other, otherField)) + source,
    actual: describeSelectedValue(at, field),
  }
  const sides = [...new Set([at.result, other.result])]
  const result: CheckResult = {
    ...at.result,
    testCase: { title, status: at.result.response?.status ?? 200, ...(assumed ? { assumed } : {}) },
    isUnreported: false,
    kind: 'relation',
    findings: [{ class: 'behaviour', rule: 'relation', where: fieldPathOf(at, field), ...values, count: 1 }],
    curl: sides.map(({ curl }) => curl).join(' ; '),
    requests: 0,
    ms: 0,
  }
  return { result, sides, key: `${title} ${id}` }
}

function fieldPathOf({ where }: Located, field: string | null): string {
  return where + (field === null ? '' : pathStep(field))
}

/** Returns the length class and a hash of a text, by which two texts can be compared: `string(1–8) #1a2b3c4d`. */
function maskValue(value: unknown): string {
  return typeof value === 'string' ? `${lengthClassOf(value)} #${hashText(value)}` : describeValue(value)
}

/**
 * Whether a selected value is declared as personal or secret, or contains one that is. Null if its path is not
 * declared, although the body has such values.
 */
function isDeclaredPersonal(located: Located, field: string | null): boolean | null {
  const { result, request, isSent } = located
  const { endpoint, response } = result
  const schema = isSent ? endpoint.body : endpoint.responses[response?.status ?? 0]
  const target = fieldPathOf(located, field)
  const paths: string[] = []
  const personalPaths: string[] = []
  const enter = ({ path, node, declared }: Position) => {
    paths.push(path)
    if (privacyOf(declared) ?? privacyOf(node)) personalPaths.push(path)
    return true
  }
  if (schema) visit(schema, { $: isSent ? request.body : response?.body }, { enter })
  if (personalPaths.some((path) => overlaps(path, target))) return true
  return personalPaths.length === 0 || paths.includes(target) ? false : null
}

/**
 * Returns a value as JSON, or its type if it is long, because only the redactor may truncate text. Personal values, and
 * those from requests with a token, are masked.
 */
function describeSelectedValue(located: Located, field: string | null): string {
  const { object, result, isSent } = located
  const value = field === null ? object : object[field]
  const isPersonal = isDeclaredPersonal(located, field)
  const mayBePersonal =
    isPersonal === null || result.account !== undefined || result.endpoint.auth === 'bearer'
  if (isPersonal || (mayBePersonal && typeof value !== 'number'))
    return isSent ? `the sent ${maskValue(value)}` : maskValue(value)
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > MAX_TEXT ? describeValue(value) : text
}
