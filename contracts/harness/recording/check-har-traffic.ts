import type { Contracts } from '../../src/contracts.ts'
import { isBodyless } from '../../src/schema/describe-schema.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { markUnavailable } from '../check/host-state.ts'
import { findingOf } from '../check/image.ts'
import { isUndeclaredError } from '../check/plausible-response.ts'
import { checkHarRelations } from '../check/relation.ts'
import { checkExchange } from '../check/response.ts'
import { type Exchange, imageExchange } from '../send/exchange.ts'
import type { HarExchange, HarTraffic } from './read-har-traffic.ts'

/** Checks recorded exchanges like those of a run. */
export function checkHarTraffic(
  contracts: Contracts,
  { exchanges }: Pick<HarTraffic, 'exchanges'>,
): { exchanges: Exchange[]; missingBodies: number } {
  const host = { contracts, isEmulator: false, values: {} }
  const recorded = exchanges.filter(({ isImage }) => !isImage)
  const checked = recorded.map((exchange) =>
    exchange.state === 'completed'
      ? checkHarExchange(exchange, checkExchange(host, exchange).findings)
      : exchange,
  )
  const cases = countResponses(markOutages(checked))
  const inOrder = cases.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  const violations = checkHarRelations(contracts.relations, inOrder)
  const images = contracts.images.map((folder) => {
    const ofFolder = exchanges.filter(({ isImage, name }) => isImage && name === folder.name)
    return checkFolder(imageExchange(folder, 'not in the recording'), ofFolder)
  })
  return {
    exchanges: [...cases, ...images, ...violations],
    missingBodies: recorded.filter((exchange) => exchange.state === 'completed' && isBodyMissing(exchange))
      .length,
  }
}

/** Whether a recording lacks the body of a response that has one. */
function isBodyMissing({ endpoint, response, hasBody }: HarExchange): boolean {
  const schema = endpoint.responses[response.status]
  return !hasBody && !(schema && isBodyless(schema))
}

/** Returns a recorded exchange with those findings of its response that a recording can show. */
function checkHarExchange(exchange: HarExchange, found: readonly Finding[]): HarExchange {
  const { endpoint, response } = exchange
  const isMissing = isBodyMissing(exchange)
  // A recording does not contain an expected status, so all declared ones are expected.
  const isDeclared = Object.hasOwn(endpoint.responses, response.status)
  const expected = Object.keys(endpoint.responses).join(' or ')
  const findings = found
    // A missing body is a gap in the recording, not a fault on the host. Findings about status and headers count.
    .filter(({ where }) => !isMissing || /^\$(status|headers|redirect)/.test(where))
    .map((finding) => (finding.where === '$status' && !isDeclared ? { ...finding, expected } : finding))
  if (isMissing && findings.length === 0)
    return { ...exchange, state: 'skipped', reason: 'the body was not recorded', findings }
  return { ...exchange, findings }
}

/** Minimum number of endpoints that fail one after the other during an outage. */
const MIN_FAILED = 2

/**
 * Reports outages as errors and not as drift. One is a series of undeclared errors from several endpoints, of which at
 * least one succeeds at another time.
 */
function markOutages(exchanges: readonly Exchange[]): readonly Exchange[] {
  const isSuccess = ({ response }: Exchange) => response !== undefined && response.status < 300
  const succeeded = new Set(exchanges.filter(isSuccess).map(({ name }) => name))
  let marked = exchanges
  let series: Exchange[] = []
  for (const exchange of [...exchanges, null]) {
    if (exchange && isUndeclaredError(exchange)) series.push(exchange)
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
function countResponses(exchanges: readonly Exchange[]): Exchange[] {
  const keyOf = ({ name }: Exchange, { rule, where }: Finding) => `${name} ${rule} ${where}`
  const affected = new Map<string, number>()
  const total = new Map<string, number>()
  for (const exchange of exchanges) {
    total.set(exchange.name, (total.get(exchange.name) ?? 0) + 1)
    for (const finding of exchange.findings) {
      const key = keyOf(exchange, finding)
      affected.set(key, (affected.get(key) ?? 0) + 1)
    }
  }
  return exchanges.map((exchange) => {
    const of = total.get(exchange.name) ?? 1
    if (of < 2) return exchange
    const counted = (finding: Finding) => ({ with: affected.get(keyOf(exchange, finding)) ?? 1, of })
    const findings = exchange.findings.map((finding) => ({ ...finding, responses: counted(finding) }))
    return { ...exchange, findings }
  })
}

/** Checks the recorded images in a folder. Missing files are no findings, because clients try several folders. */
function checkFolder(empty: Exchange, recorded: readonly HarExchange[]): Exchange {
  const results = recorded.flatMap((exchange) => {
    // A missing body is a gap in the recording.
    const bytes = exchange.hasBody ? exchange.response.bytes : new Uint8Array([0])
    const findings = findingOf({ ...exchange.response, bytes })
    return findings ? [{ ...exchange, findings }] : []
  })
  const [first] = results
  if (!first) return recorded.length === 0 ? empty : { ...empty, reason: 'the recording contains no image' }
  const { reason: _, ...about } = empty
  const shown = results.find(({ findings }) => findings.length > 0) ?? first
  return {
    ...about,
    state: 'completed',
    response: shown.response,
    findings: shown.findings,
    curl: shown.curl,
    requests: recorded.length,
    ms: recorded.reduce((total, { ms }) => total + ms, 0),
  }
}
