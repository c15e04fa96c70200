import { createHash, randomBytes } from 'node:crypto'
import { endpointKey } from '../../src/endpoint.ts'
import type { Contradiction, Relation, SelectedObject } from '../../src/relation.ts'
import { describeValue, lengthClass } from '../../src/schema/describe-value.ts'
import { isOutsideBody, isUndeclared, isWholeResponse } from '../../src/schema/finding.ts'
import { overlaps, pathStep } from '../../src/schema/json-path.ts'
import type { Selection } from '../../src/selection.ts'
import { type Exchange, type Host, resend } from '../send/exchange.ts'
import { MAX_REQUESTS } from './probe.ts'
import { checkExchange } from './response.ts'

/** Maximum number of reads that are repeated to confirm violations. */
const MAX_REPEATED = 8
const MAX_TEXT = 60

/** A successful response, and the JSON paths of its findings. */
type Response = Omit<SelectedObject, 'object' | 'isSent'> & { exchange: Exchange; flawed: readonly string[] }
/** `path` is the JSON path of the object. */
type Located = SelectedObject & Response & { path: string }

/**
 * A violated relation: an exchange with one finding, the exchanges involved, and a key that identifies it in both
 * checks.
 */
type Violation = { exchange: Exchange; sides: readonly Exchange[]; key: string }

/**
 * Checks the relations between the responses of a run. Before a violation is reported, the reads involved are repeated
 * and the relation is checked again, because data may change during the run.
 * @param latest the only read that may be repeated after a write, because repeating earlier reads would return a later
 * state
 * @returns an exchange for each violation
 */
export async function checkRelations(host: Host, latest?: Exchange): Promise<Exchange[]> {
  const { contracts, session } = host
  const exchanges = host.exchanges.filter(({ origin }) => origin === 'case')
  const { violations, skipped } = violationsOf(contracts.relations, exchanges)
  for (const [exchange, names] of skipped) exchange.skippedRelations = [...names]
  const isRenewable = (exchange: Exchange, sides: readonly Exchange[]) =>
    latest ? exchange === latest : session.counted() < MAX_REQUESTS && sides.every(isRead)
  const renewed = new Map<Exchange, Exchange>()
  for (const { sides } of violations)
    for (const exchange of sides.filter((side) => !renewed.has(side))) {
      const isRepeated = isRead(exchange) && isRenewable(exchange, sides) && renewed.size < MAX_REPEATED
      const repeated = isRepeated ? checkExchange(host, await resend(host, exchange)) : {}
      renewed.set(exchange, { ...exchange, ...repeated })
    }
  // Ignores reads that were not repeated, because they may be outdated.
  const current = exchanges.flatMap((exchange) => renewed.get(exchange) ?? (isRead(exchange) ? [] : exchange))
  const confirmed = violations.length > 0 ? violationsOf(contracts.relations, current).violations : []
  return violations.flatMap((violation): Exchange[] => {
    const { exchange, key, sides } = violation
    const isConfirmed = confirmed.some(
      (other) => other.key === key && other.sides.some((side) => side.name === exchange.name),
    )
    if (isConfirmed) return [exchange]
    // Without a response, the violation is neither confirmed nor refuted.
    const failed = sides.map((side) => renewed.get(side)).find((side) => side?.state === 'error')
    return failed ? [{ ...exchange, state: 'error', reason: failed.reason ?? '', findings: [] }] : []
  })
}

/**
 * Checks the relations between recorded responses. A violation counts if it also holds between the latest responses to
 * each read, because data may change during a recording.
 * @param exchanges in the order of their requests
 */
export function checkRecordedRelations(
  relations: readonly Relation[],
  exchanges: readonly Exchange[],
): Exchange[] {
  const { violations, skipped } = violationsOf(relations, exchanges)
  for (const [exchange, names] of skipped) exchange.skippedRelations = [...names]
  const latest = exchanges.filter(
    (exchange, index) =>
      !isRead(exchange) ||
      index === exchanges.findLastIndex((other) => isRead(other) && other.path === exchange.path),
  )
  const confirmed = violations.length > 0 ? violationsOf(relations, latest).violations : []
  return violations.flatMap(({ key, exchange }) =>
    confirmed.some((other) => other.key === key && other.sides.some(({ name }) => name === exchange.name))
      ? exchange
      : [],
  )
}

const isRead = ({ endpoint }: Exchange) => endpoint.method === 'GET'

/**
 * Returns the violations, at most one per relation, endpoint and field. A relation skips a response with a finding at a
 * path that it reads, because it would report the same problem again, possibly at a different endpoint.
 */
function violationsOf(relations: readonly Relation[], exchanges: readonly Exchange[]) {
  const responses = exchanges.flatMap(responseOf)
  const found = new Map<string, Violation>()
  const skipped = new Map<Exchange, Set<string>>()
  const checks = new Map<string, ReturnType<Relation['rule']>>()
  // Checks entities last, so that the more specific relation is reported if a field violates two.
  for (const relation of relations.toSorted((a, b) => Number(!a.with) - Number(!b.with))) {
    const { name, of, with: others, rule } = relation
    const select = (selections: readonly Selection<object>[]) =>
      objectsIn(responses, selections, ({ exchange }) =>
        skipped.set(exchange, (skipped.get(exchange) ?? new Set()).add(name)),
      )
    const sameName = () => relations.filter((other) => other.name === name).map((other) => other.of)
    // Relations without `with` are compared with each other, so they share one check.
    const check = (!others && checks.get(name)) || rule(select(others ?? sameName()))
    if (!others) checks.set(name, check)
    for (const selected of select([of]))
      for (const contradiction of check(selected)) {
        if (isHidden(selected, contradiction)) continue
        const violation = violationOf(relation, selected, contradiction)
        const [finding] = violation.exchange.findings
        const key = `${name} ${violation.exchange.name} ${finding?.where}`
        const [earlier] = found.get(key)?.exchange.findings ?? []
        if (earlier) earlier.count++
        else found.set(key, violation)
      }
  }
  return { violations: [...found.values()], skipped }
}

function responseOf(exchange: Exchange, order: number): Response[] {
  const { state, response, request = {}, account, path, findings } = exchange
  if (state !== 'validated' || !response || response.status >= 300 || response.body === undefined) return []
  // Headers and time do not concern the body, but a wrong status concerns all of it.
  const flawed = findings
    .filter((finding) => !isUndeclared(finding) && !isOutsideBody(finding.where))
    .map(({ where }) => (isWholeResponse(where) ? '$' : where))
  return [{ exchange, flawed, order, request, account, source: `${path} ${account ?? ''}` }]
}

/** Returns the selected objects in the order of their responses. */
function objectsIn(
  responses: readonly Response[],
  selections: readonly Selection<object>[],
  onSkip: (response: Response) => void,
): Located[] {
  return responses.flatMap((response) =>
    selections
      .filter(({ endpoint }) => endpointKey(endpoint) === endpointOf(response))
      .flatMap(({ isSent, path, reads, select }) => {
        const isFlawed = response.flawed.some(
          (flaw) => flaw === '$' || reads.some((read) => overlaps(read, flaw)),
        )
        if (isFlawed) onSkip(response)
        const objects = isFlawed ? [] : select(response.exchange.response?.body, response.request)
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

const endpointOf = ({ exchange }: Response) => endpointKey(exchange.endpoint)

function violationOf(
  { name: title, assumed }: Relation,
  at: Located,
  contradiction: Contradiction,
): Violation {
  const { field, id = '', expected, otherField = field } = contradiction
  const other = (contradiction.other ?? at) as Located
  const distance = at.order - other.order
  const requests = `${Math.abs(distance)} requests ${distance > 0 ? 'earlier' : 'later'}`
  const when = distance === 0 ? 'in the same response' : requests
  const source = contradiction.other
    ? `, as in ${endpointOf(other)} (${whereIn(other, otherField)}, ${when})`
    : ''
  const values = {
    expected: (expected ?? shownValue(other, otherField)) + source,
    actual: shownValue(at, field),
  }
  const sides = [...new Set([at.exchange, other.exchange])]
  const exchange: Exchange = {
    ...at.exchange,
    example: { title, status: at.exchange.response?.status ?? 200, ...(assumed ? { assumed } : {}) },
    isSilent: false,
    origin: 'relation',
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
function masked(value: unknown): string {
  if (typeof value !== 'string') return describeValue(value)
  const hash = createHash('sha256').update(SALT).update(value).digest('hex').slice(0, 8)
  return `${lengthClass(value)} #${hash}`
}

/**
 * Returns a value as JSON, or its type if it is long, because only the redactor may truncate text. Values from requests
 * with a token, which may be personal, are masked.
 */
function shownValue({ object, exchange, isSent }: Located, field: string | null): string {
  const value = field === null ? object : object[field]
  const isPersonal = exchange.account !== undefined || exchange.endpoint.auth === 'bearer'
  if (isPersonal && typeof value !== 'number') return isSent ? `the sent ${masked(value)}` : masked(value)
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > MAX_TEXT ? describeValue(value) : text
}
