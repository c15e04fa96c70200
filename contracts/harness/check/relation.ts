import { createHash, randomBytes } from 'node:crypto'
import { endpointKey } from '../../src/endpoint.ts'
import type { Contradiction, Relation, SelectedObject } from '../../src/relation.ts'
import { describeValue, lengthClass } from '../../src/schema/describe-value.ts'
import { isWholeResponse, keepsTypes, leavesBodyIntact } from '../../src/schema/finding.ts'
import { overlaps, pathStep } from '../../src/schema/json-path.ts'
import type { Selection } from '../../src/selection.ts'
import { type Exchange, emptyExchange } from '../send/exchange.ts'

const MAX_TEXT = 60

/** A successful response, and the JSON paths of its findings. */
type SuccessfulResponse = Omit<SelectedObject, 'object' | 'isSent'> & {
  exchange: Exchange
  pathsWithFindings: readonly string[]
}
/** `path` is the JSON path of the object. */
type Located = SelectedObject & SuccessfulResponse & { path: string }

/**
 * A violated relation: an exchange with one finding, the exchanges involved, and a key that identifies it in both
 * checks.
 */
export type Violation = { exchange: Exchange; sides: readonly Exchange[]; key: string }

/**
 * Checks the relations between recorded responses. A violation counts if it also holds between the latest responses to
 * each read, because data may change during a recording.
 * @param exchanges in the order of their requests
 */
export function checkHarRelations(
  relations: readonly Relation[],
  exchanges: readonly Exchange[],
): Exchange[] {
  const { violations, leftOut } = violationsOf(relations, exchanges)
  const latest = exchanges.filter(
    (exchange, index) =>
      !isRead(exchange) ||
      index === exchanges.findLastIndex((other) => isRead(other) && other.path === exchange.path),
  )
  const confirmed = violations.length > 0 ? violationsOf(relations, latest).violations : []
  return [...leftOut, ...violations.flatMap((each) => (isAmong(confirmed, each) ? each.exchange : []))]
}

/** Whether a violation is among those of a later check. */
export function isAmong(later: readonly Violation[], { key, exchange }: Violation): boolean {
  return later.some((other) => other.key === key && other.sides.some(({ name }) => name === exchange.name))
}

export const isRead = ({ endpoint }: Exchange) => endpoint.method === 'GET'

/**
 * Returns the violations, at most one per relation, endpoint and field, and an exchange for each relation that was left
 * out. A relation skips a response with a finding at a
 * path that it reads, because it would report the same problem again, possibly at a different endpoint.
 */
export function violationsOf(
  relations: readonly Relation[],
  exchanges: readonly Exchange[],
): { violations: readonly Violation[]; leftOut: readonly Exchange[] } {
  const responses = exchanges.flatMap(responseOf)
  const found = new Map<string, Violation>()
  const leftOut = new Map<string, Exchange>()
  const checks = new Map<string, ReturnType<Relation['createCheck']>>()
  // Checks entities last, so that the more specific relation is reported if a field violates two.
  for (const relation of relations.toSorted((a, b) => Number(!a.with) - Number(!b.with))) {
    const { title, of, with: others, createCheck } = relation
    const select = (selections: readonly Selection<object>[]) =>
      objectsIn(responses, selections, ({ exchange }) =>
        leftOut.set(`${title} ${exchange.name}`, asNotChecked(exchange, title)),
      )
    const sameTitle = () => relations.filter((other) => other.title === title).map((other) => other.of)
    // Relations without `with` are compared with each other, so they share one check.
    const check = (!others && checks.get(title)) || createCheck(select(others ?? sameTitle()))
    if (!others) checks.set(title, check)
    for (const selected of select([of]))
      for (const contradiction of check(selected)) {
        if (isHidden(selected, contradiction)) continue
        const violation = violationOf(relation, selected, contradiction)
        const [finding] = violation.exchange.findings
        const key = `${title} ${violation.exchange.name} ${finding?.where}`
        const [earlier] = found.get(key)?.exchange.findings ?? []
        if (earlier) earlier.count++
        else found.set(key, violation)
      }
  }
  return { violations: [...found.values()], leftOut: [...leftOut.values()] }
}

/** Returns the exchange of a relation that reads a field with a finding. */
function asNotChecked({ name, endpoint, isUnreported }: Exchange, title: string): Exchange {
  const reason = 'relations that read a field with a finding'
  const empty = emptyExchange({ name, endpoint, example: { title, status: 200 }, isUnreported })
  return { ...empty, kind: 'relation', reason, isLeftOut: true }
}

function responseOf(exchange: Exchange, sequence: number): SuccessfulResponse[] {
  const { state, response, request = {}, account, path, findings } = exchange
  if (state !== 'completed' || !response || response.status >= 300 || response.body === undefined) return []
  // Headers and time do not concern the body, but a wrong status concerns all of it.
  const pathsWithFindings = findings
    .filter((finding) => !keepsTypes(finding) && !leavesBodyIntact(finding.where))
    .map(({ where }) => (isWholeResponse(where) ? '$' : where))
  return [{ exchange, pathsWithFindings, sequence, request, account, source: `${path} ${account ?? ''}` }]
}

/** Returns the selected objects in the order of their responses. */
function objectsIn(
  responses: readonly SuccessfulResponse[],
  selections: readonly Selection<object>[],
  onSkip: (response: SuccessfulResponse) => void,
): Located[] {
  return responses.flatMap((response) =>
    selections
      .filter(({ endpoint }) => endpointKey(endpoint) === endpointOf(response))
      .flatMap(({ isSent, path, reads, select }) => {
        const hasFinding = response.pathsWithFindings.some(
          (where) => where === '$' || reads.some((read) => overlaps(read, where)),
        )
        if (hasFinding) onSkip(response)
        const objects = hasFinding ? [] : select(response.exchange.response?.body, response.request)
        return objects.map((object) => ({ ...response, path, isSent, object }))
      })
      .filter((selected): selected is Located => selected.object != null),
  )
}

/** A secret or personal value in a recording that was redacted, such as the emulator's journal. */
const REDACTED = /^(?:\*\*\*|#[0-9a-f]{8})$/

/** Whether one of the compared values is redacted, so that they cannot be compared. */
function isHidden(at: Located, { field, other, otherField = field }: Contradiction): boolean {
  const values = [fieldValue(at, field), fieldValue((other ?? at) as Located, otherField)]
  return values.some((value) => typeof value === 'string' && REDACTED.test(value))
}

const fieldValue = ({ object }: Located, field: string | null) =>
  field === null ? undefined : (object as Record<string, unknown>)[field]

const endpointOf = ({ exchange }: SuccessfulResponse) => endpointKey(exchange.endpoint)

function violationOf({ title, assumed }: Relation, at: Located, contradiction: Contradiction): Violation {
  const { field, id = '', expected, otherField = field } = contradiction
  const other = (contradiction.other ?? at) as Located
  const distance = at.sequence - other.sequence
  const requests = `${Math.abs(distance)} requests ${distance > 0 ? 'earlier' : 'later'}`
  const when = distance === 0 ? 'in the same response' : requests
  const source = contradiction.other
    ? `, as in ${endpointOf(other)} (${whereIn(other, otherField)}, ${when})`
    : ''
  const values = {
    expected: (expected ?? describeSelectedValue(other, otherField)) + source,
    actual: describeSelectedValue(at, field),
  }
  const sides = [...new Set([at.exchange, other.exchange])]
  const exchange: Exchange = {
    ...at.exchange,
    example: { title, status: at.exchange.response?.status ?? 200, ...(assumed ? { assumed } : {}) },
    isUnreported: false,
    kind: 'relation',
    findings: [{ class: 'behaviour', rule: 'relation', where: whereIn(at, field), ...values, count: 1 }],
    curl: sides.map(({ curl }) => curl).join(' ; '),
    requests: 0,
    ms: 0,
  }
  return { exchange, sides, key: `${title} ${id}` }
}

function whereIn({ path }: Located, field: string | null): string {
  return path + (field === null ? '' : pathStep(field))
}

/** Makes hashes of this process incomparable with others, because phone numbers could be guessed from their hash. */
const SALT = randomBytes(16)

/** Returns the length class and a hash of a text, by which two texts can be compared: `string(1–8) #1a2b3c4d`. */
function maskValue(value: unknown): string {
  if (typeof value !== 'string') return describeValue(value)
  const hash = createHash('sha256').update(SALT).update(value).digest('hex').slice(0, 8)
  return `${lengthClass(value)} #${hash}`
}

/**
 * Returns a value as JSON, or its type if it is long, because only the redactor may truncate text. Values from requests
 * with a token, which may be personal, are masked.
 */
function describeSelectedValue({ object, exchange, isSent }: Located, field: string | null): string {
  const value = field === null ? object : object[field]
  const isPersonal = exchange.account !== undefined || exchange.endpoint.auth === 'bearer'
  if (isPersonal && typeof value !== 'number')
    return isSent ? `the sent ${maskValue(value)}` : maskValue(value)
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > MAX_TEXT ? describeValue(value) : text
}
