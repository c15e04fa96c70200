import type { Contracts } from '../../src/contracts.ts'
import { isBodyless } from '../../src/schema/describe-schema.ts'
import type { Finding } from '../../src/schema/finding.ts'
import type { Exchange } from '../send/exchange.ts'
import { isRefused, markUnavailable } from '../send/host-state.ts'
import type { RecordedExchange, Recording } from '../send/recording.ts'
import { imageExchange } from '../send/send-images.ts'
import { findingOf } from './image.ts'
import { checkRecordedRelations } from './relation.ts'
import { checkExchange } from './response.ts'

/** Checks recorded exchanges like those of a run. */
export function checkRecording(
  contracts: Contracts,
  { target, exchanges }: Recording,
): { exchanges: Exchange[]; missingBodies: number } {
  const side = { origin: target, credentials: null, isEmulator: false }
  const cases = exchanges.filter(({ isImage }) => !isImage)
  let missingBodies = 0
  for (const exchange of cases) {
    if (exchange.state !== 'validated') continue
    checkExchange({ contracts, side }, exchange)
    const { endpoint, response, hasBody } = exchange
    const schema = endpoint.responses[response.status]
    // A missing body is a gap in the recording, not a fault on the host. Findings about status and headers count.
    if (!hasBody && !(schema && isBodyless(schema))) {
      missingBodies++
      exchange.findings = exchange.findings.filter(({ where }) => /^\$(status|headers|redirect)/.test(where))
      if (exchange.findings.length === 0)
        Object.assign(exchange, { state: 'skipped', reason: 'the body was not recorded' })
    }
    // A recording does not contain an expected status, so all declared ones are expected.
    const expected = Object.keys(endpoint.responses).join(' or ')
    if (!Object.hasOwn(endpoint.responses, response.status))
      exchange.findings = exchange.findings.map((finding) =>
        finding.where === '$status' ? { ...finding, expected } : finding,
      )
  }
  markOutages(cases)
  countResponses(cases)
  const inOrder = cases.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  const violations = checkRecordedRelations(contracts.relations, inOrder)
  const images = contracts.images.map((folder) => {
    const recorded = exchanges.filter(({ isImage, name }) => isImage && name === folder.name)
    return checkFolder(imageExchange(folder, 'not in the recording'), recorded)
  })
  return { exchanges: [...cases, ...images, ...violations], missingBodies }
}

/** Minimum number of endpoints that are refused one after the other during an outage. */
const MIN_REFUSED = 2

/**
 * Reports outages as errors and not as drift. One is a series of refused responses from several endpoints, of which at
 * least one succeeds at another time.
 */
function markOutages(exchanges: readonly Exchange[]): void {
  const isSuccess = ({ response }: Exchange) => response !== undefined && response.status < 300
  const succeeded = new Set(exchanges.filter(isSuccess).map(({ name }) => name))
  let series: Exchange[] = []
  for (const exchange of [...exchanges, null]) {
    if (exchange && isRefused(exchange)) series.push(exchange)
    else {
      const names = new Set(series.map(({ name }) => name))
      const isOutage = names.size >= MIN_REFUSED && [...names].some((name) => succeeded.has(name))
      if (isOutage) markUnavailable(series, 'the host was unavailable during the recording')
      series = []
    }
  }
}

/** Adds the number of affected responses to each finding of an endpoint. */
function countResponses(exchanges: readonly Exchange[]): void {
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
  for (const exchange of exchanges) {
    const of = total.get(exchange.name) ?? 1
    if (of < 2) continue
    for (const finding of exchange.findings)
      finding.responses = { with: affected.get(keyOf(exchange, finding)) ?? 1, of }
  }
}

/** Checks the recorded images in a folder. Missing files are no findings, because clients try several folders. */
function checkFolder(empty: Exchange, recorded: readonly RecordedExchange[]): Exchange {
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
    state: 'validated',
    response: shown.response,
    findings: shown.findings,
    curl: shown.curl,
    requests: recorded.length,
    ms: recorded.reduce((total, { ms }) => total + ms, 0),
  }
}
