import { endpointKey } from '../../src/endpoint.ts'
import type { Contradiction, Relation, SelectedObject, Selection } from '../../src/relation.ts'
import { describeValue } from '../../src/schema/describe-value.ts'
import { isUndeclared, isWholeResponse } from '../../src/schema/finding.ts'
import { eachOf, pathStep } from '../../src/schema/json-path.ts'
import { type Exchange, type Host, resend } from '../send/exchange.ts'
import { MAX_REQUESTS } from './probe.ts'
import { checkExchange } from './response.ts'

/** Maximum number of reads that are repeated to confirm violations. */
const MAX_REPEATED = 8
const MAX_TEXT = 60

/** A successful response with the JSON paths of the objects that relations have read. */
type Response = Omit<SelectedObject, 'object' | 'isSent'> & {
  exchange: Exchange
  /** Contains the body at `$`. */
  root: { $: unknown }
  paths: Map<unknown, string>
  /** Whether the current relation has read a field with a finding. */
  isMisread: boolean
}
type Located = SelectedObject & Response

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
  const exchanges = host.exchanges.filter(({ isProbe }) => !isProbe)
  const { violations, skipped } = violationsOf(contracts.relations, exchanges)
  for (const [exchange, names] of skipped) exchange.skippedRelations = [...names]
  const isRenewable = (exchange: Exchange, sides: readonly Exchange[]) =>
    latest ? exchange === latest : session.sent() < MAX_REQUESTS && sides.every(isRead)
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
  return violations
    .filter(({ key, exchange: { name } }) =>
      confirmed.some((other) => other.key === key && other.sides.some((side) => side.name === name)),
    )
    .map(({ exchange }) => exchange)
}

const isRead = ({ endpoint }: Exchange) => endpoint.method === 'GET'

/**
 * Returns the violations, at most one per relation, endpoint and field. A relation skips a response if it reads a field
 * with a finding, because it would report the same problem again, possibly at a different endpoint.
 */
function violationsOf(relations: readonly Relation[], exchanges: readonly Exchange[]) {
  const responses = exchanges.flatMap(responseOf)
  const found = new Map<string, Violation>()
  const skipped = new Map<Exchange, Set<string>>()
  // Checks entities last, so that the more specific relation is reported if a field violates two.
  const sorted = relations.toSorted((a, b) => Number(!a.with) - Number(!b.with))
  for (const rule of new Set(sorted.map((relation) => relation.rule))) {
    const group = sorted.filter((relation) => relation.rule === rule)
    const { name, with: others } = group[0] as Relation
    const of = group.map((relation) => relation.of)
    const selections = others ?? relations.filter((other) => other.name === name).map((other) => other.of)
    for (const violation of evaluated({ name, of, rule }, selections, responses, ({ exchange }) =>
      skipped.set(exchange, (skipped.get(exchange) ?? new Set()).add(name)),
    )) {
      const [finding] = violation.exchange.findings
      const key = `${name} ${violation.exchange.name} ${finding?.where}`
      const [earlier] = found.get(key)?.exchange.findings ?? []
      if (earlier) earlier.count++
      else found.set(key, violation)
    }
  }
  return { violations: [...found.values()], skipped }
}

/** Evaluates relations that share a rule, again without the responses in which it has read a field with a finding. */
function evaluated(
  { name, of, rule }: Pick<Relation, 'name' | 'rule'> & { of: readonly Selection<object>[] },
  selections: readonly Selection<object>[],
  responses: readonly Response[],
  onSkip: (response: Response) => void,
): Violation[] {
  const isUsable = ({ isMisread }: Response) => !isMisread
  for (const response of responses) response.isMisread = false
  for (let usable = responses; ; usable = usable.filter(isUsable)) {
    let violations: Violation[] = []
    try {
      const check = rule(placesIn(usable, selections))
      violations = placesIn(usable, of).flatMap((place) =>
        check(place).map((contradiction) => violationOf(name, place, contradiction)),
      )
    } catch (error) {
      if (usable.every(isUsable)) throw error
    }
    const misread = usable.filter((response) => response.isMisread)
    if (misread.length === 0) return violations
    misread.forEach(onSkip)
  }
}

function responseOf(exchange: Exchange, order: number): Response[] {
  const { state, response, request = {}, account, path, findings } = exchange
  if (state !== 'validated' || !response || response.status >= 300 || response.body === undefined) return []
  // Headers and time do not concern the body, but a wrong status concerns all of it.
  const concerning = findings.filter(
    (finding) => !isUndeclared(finding) && !/^\$(headers|time)\b/.test(finding.where),
  )
  const flawed = new Set(concerning.map(({ where }) => (isWholeResponse(where) ? '$' : where)))
  const source = `${path} ${account ?? ''}`
  const located: Response = {
    exchange,
    root: { $: response.body },
    paths: new Map(),
    order,
    request,
    account,
    source,
    isMisread: false,
  }
  located.root = viewOf(located.root, flawed, located.paths, () => {
    located.isMisread = true
  })
  return [located]
}

/** Returns a view of a body that adds the paths of its objects to a map, and reports when a flawed path is read. */
function viewOf<T extends object>(
  root: T,
  flawed: ReadonlySet<string>,
  paths: Map<unknown, string>,
  onRead: () => void,
): T {
  const views = new Map<object, object>()
  const view = <V>(value: V, path: string): V => {
    if (value === null || typeof value !== 'object') return value
    const known = views.get(value)
    if (known) return known as V
    const isList = Array.isArray(value)
    const created = new Proxy(value, {
      get(target, key) {
        const inner = Reflect.get(target, key)
        if (typeof key === 'symbol' || (isList && !Object.hasOwn(target, key))) return inner
        if (flawed.size === 0 && Object(inner) !== inner) return inner
        const innerPath = path === '' ? '$' : isList ? eachOf(path) : path + pathStep(key)
        if (flawed.has(innerPath)) onRead()
        return view(inner, innerPath)
      },
    })
    views.set(value, created)
    paths.set(created, path)
    return created
  }
  return view(root, '')
}

/** Returns the selected objects in the order of their responses. */
function placesIn(responses: readonly Response[], selections: readonly Selection<object>[]): Located[] {
  return responses.flatMap((response) =>
    selections
      .filter(({ endpoint }) => endpointKey(endpoint) === keyOf(response))
      .flatMap(({ isSent, select }) =>
        select(response.root.$ as never, response.request).map((object) => ({
          ...response,
          isSent,
          object,
        })),
      )
      .filter((place): place is Located => place.object != null),
  )
}

const keyOf = ({ exchange }: Response) => endpointKey(exchange.endpoint)

function violationOf(title: string, at: Located, contradiction: Contradiction): Violation {
  const { field, id = '', expected, otherField = field } = contradiction
  const other = (contradiction.other ?? at) as Located
  const distance = at.order - other.order
  const requests = `${Math.abs(distance)} requests ${distance > 0 ? 'earlier' : 'later'}`
  const when = distance === 0 ? 'in the same response' : requests
  const source = contradiction.other ? `, as in ${keyOf(other)} (${whereIn(other, otherField)}, ${when})` : ''
  const values = { expected: (expected ?? textOf(other, otherField)) + source, actual: textOf(at, field) }
  const sides = [...new Set([at.exchange, other.exchange])]
  const exchange: Exchange = {
    ...at.exchange,
    example: { title, status: at.exchange.response?.status ?? 200 },
    isSilent: false,
    isProbe: true,
    findings: [{ class: 'behaviour', rule: 'relation', where: whereIn(at, field), ...values, count: 1 }],
    curl: sides.map(({ curl }) => curl).join(' ; '),
    requests: 0,
    ms: 0,
  }
  return { exchange, sides, key: `${title} ${id}` }
}

function whereIn({ paths, object }: Located, field: string | null): string {
  return (paths.get(object) ?? '$') + (field === null ? '' : pathStep(field))
}

/**
 * Returns a value as JSON, or its type if it is long, because only the redactor may truncate text. Values from requests
 * with a token, which may be personal, are not shown.
 */
function textOf({ object, exchange, isSent }: Located, field: string | null): string {
  const value = field === null ? object : object[field]
  const isPersonal = exchange.account !== undefined || exchange.endpoint.auth === 'bearer'
  if (isPersonal && typeof value !== 'number') return isSent ? 'the sent value' : 'a different value'
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > MAX_TEXT ? describeValue(value) : text
}
