import { pluralize } from '../../src/command-line/pluralize.ts'
import { UserError } from '../../src/command-line/user-error.ts'
import type { Contracts } from '../../src/contracts.ts'
import { decodeUtf8, parseJsonText } from '../../src/json-text.ts'
import { type CheckResult, emptyResult } from '../check-result.ts'
import { casesInOrder } from '../plan.ts'
import { formatCurl } from '../send/curl.ts'
import type { Redactor } from '../send/redactor.ts'
import { isRedirect } from '../send/request.ts'
import { isCredentialName } from '../send/secrets.ts'
import { bodyOf, Entry, type Har, RequestUrl, toLowerCaseName } from './har.ts'
import { hideSecrets } from './hide-secrets.ts'
import { type LocatedEntry, locateEntries, requestOf } from './locate-entries.ts'

/** The result of a recorded request to a declared endpoint or an image folder. */
export type RecordedResult = CheckResult & {
  response: NonNullable<CheckResult['response']>
  isImage: boolean
  /** False if the body was not recorded or is truncated. */
  hasBody: boolean
}

/** The results of the recorded requests to a host. */
export type HarTraffic = {
  target: string
  results: RecordedResult[]
  lastAt: string
  /** Number of the host's entries that cannot be read, for example without a response. */
  unreadableCount: number
}

/**
 * Returns the results of the recorded requests to a host, by default to the host that has the most responses.
 * @throws UserError if there are none
 */
export function readHarTraffic(
  contracts: Contracts,
  hars: readonly Har[],
  chosenTarget: string | null,
  redactor: Redactor,
): HarTraffic {
  const unreadable: unknown[] = []
  const entries = hars
    .flatMap(({ log }) => log.entries)
    .flatMap((raw) => {
      const { data } = Entry.safeParse(raw)
      if (!data) unreadable.push(raw)
      return data ?? []
    })
  const located = locateEntries(contracts, entries.filter(hasOwnResponse), chosenTarget)
  const target = chosenTarget ?? findMostFrequent(located.map((entry) => entry.target))
  const entriesOfTarget = located.filter((entry) => entry.target === target)
  const [lastAt] = entriesOfTarget
    .map(({ entry }) => entry.startedDateTime)
    .sort()
    .reverse()
  if (target === null || lastAt === undefined)
    throw new UserError(explainNothing(contracts, hars, chosenTarget, { entries, located }))
  for (const entry of entriesOfTarget) hideSecrets(contracts, entry, redactor)
  const plan = casesInOrder(contracts)
  const start = `${target}${contracts.prefix}/`
  const unreadableCount = unreadable.filter((raw) =>
    RequestUrl.safeParse(raw).data?.request.url.startsWith(start),
  ).length
  return {
    target,
    results: entriesOfTarget.map((entry) => resultOf(contracts, plan, entry)),
    lastAt,
    unreadableCount,
  }
}

/** Maximum number of hosts that are named. */
const MAX_HOSTS = 3

/** Explains why no response can be validated, and what to do. */
function explainNothing(
  contracts: Contracts,
  hars: readonly Har[],
  chosenTarget: string | null,
  { entries, located }: { entries: readonly Entry[]; located: readonly LocatedEntry[] },
): string {
  const [target] = located.map((entry) => entry.target)
  if (target !== undefined)
    return `No recorded response is from ${chosenTarget}. Those of the API are from ${target}, so use --target ${target}.`
  if (hars.every(({ log }) => log.entries.length === 0))
    return 'The recording contains no request. Open the network panel before the page loads, and export a HAR with content.'
  const withoutContent = locateEntries(contracts, entries, chosenTarget).length
  if (withoutContent > 0) {
    return `The recording has ${pluralize(withoutContent, 'request')} to the API, but no response with content: they were aborted, cached (304) or limited (429). Record again with an empty cache.`
  }
  const urls = entries.map(({ request }) => request.url).filter((url) => URL.canParse(url))
  const hosts = [...new Set(urls.map((url) => new URL(url).origin))]
  const paths = contracts.prefix === '' ? '' : `, whose paths begin with ${contracts.prefix}/`
  return `No recorded request is to the API${paths}. There are requests to ${joinHosts(hosts)}. Record pages that use the API.`
}

function joinHosts(hosts: readonly string[]): string {
  const unnamedCount = hosts.length - MAX_HOSTS
  const named = hosts.slice(0, MAX_HOSTS)
  if (unnamedCount > 0) named.push(pluralize(unnamedCount, 'other host'))
  const last = named.pop() ?? 'no other host'
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`
}

/** Whether an entry has a response to validate. Excludes blocked and aborted requests (status 0), 304 and 429. */
function hasOwnResponse({ response }: Entry): boolean {
  return response.status >= 200 && response.status !== 304 && response.status !== 429
}

function resultOf(
  contracts: Contracts,
  plan: ReturnType<typeof casesInOrder>,
  located: LocatedEntry,
): RecordedResult {
  const { entry, target, name, endpoint, path, isImage } = located
  const { status } = entry.response
  const bytes = bodyOf(entry, isImage)
  const content = bytes && !isImage ? parseJsonText(decodeUtf8(bytes)) : { body: undefined, flaw: null }
  const caller = callerOf(entry)
  const { reason, expected } = expectedStatusOf(located, caller, content.flaw?.kind === 'html')
  // The title of the matching declared case, so that the emulator's result for that case can be found.
  const declared = plan.find((planned) => planned.name === name && planned.testCase.status === expected)
  const title = isImage ? endpoint.summary : (declared?.testCase.title ?? `returns ${expected}`)
  const as = caller === 'anonymous' && status >= 300 ? ('anonymous' as const) : ('customer' as const)
  return {
    ...emptyResult({ name, endpoint, testCase: { title, as, status: expected }, isUnreported: false }),
    ...(reason === undefined ? { state: 'completed' } : { state: 'skipped', reason, isLeftOut: true }),
    isImage,
    hasBody: bytes !== null,
    method: entry.request.method,
    request: requestOf(contracts, located),
    path,
    url: target + maskQuery(path),
    at: entry.startedDateTime,
    curl: formatEntryCurl(located),
    requests: 1,
    ms: Math.round(entry.time ?? 0),
    response: {
      kind: 'response',
      status,
      headers: headersOf(contracts, located),
      // A recording cannot prove a response time.
      ms: 0,
      size: bytes?.byteLength ?? 0,
      bytes: bytes ?? new Uint8Array(),
      ...content,
    },
  }
}

/** Who has sent a recorded request. `unknown` if the tool records no headers. */
type HarCaller = 'anonymous' | 'customer' | 'unknown'

function callerOf({ request: { headers } }: Entry): HarCaller {
  if (headers.length === 0) return 'unknown'
  const hasCredentials = headers.some(({ name }) => isCredentialName(name) || name.toLowerCase() === 'cookie')
  return hasCredentials ? 'customer' : 'anonymous'
}

/**
 * Returns the status that is expected in response to a recorded request, or why that request cannot be validated: it is
 * none that a client of the API sends.
 */
function expectedStatusOf(
  { entry: { request, response }, endpoint: { auth, responses }, isImage }: LocatedEntry,
  caller: HarCaller,
  isHtml: boolean,
): { expected: number; reason?: string } {
  const { status } = response
  const accept = request.headers.map(toLowerCaseName).find(([name]) => name === 'accept')?.[1] ?? ''
  const isPage = /text\/html/i.test(accept) && !/json/i.test(accept)
  if (!isImage && isPage && (isRedirect(response) || isHtml))
    return { expected: status, reason: `${status} to a request for a web page (Accept: text/html)` }
  if (Object.hasOwn(responses, status)) return { expected: status }
  if (auth !== 'bearer' || caller !== 'anonymous' || status < 300 || status >= 500) return { expected: 200 }
  return Object.hasOwn(responses, 401)
    ? { expected: 401 }
    : { expected: 200, reason: `${status} to a request without a token` }
}

/**
 * Returns the headers of a response. Adds the CORS headers that a same-origin request does not need. If no headers were
 * recorded, returns valid ones, because this is a gap in the recording.
 */
function headersOf({ pageOrigin }: Contracts, { entry: { request, response }, isImage }: LocatedEntry) {
  const headers = new Map(response.headers.map(toLowerCaseName))
  if (headers.size === 0) {
    headers.set('content-type', isImage ? 'image/*' : 'application/json')
    if (pageOrigin !== null) headers.set('access-control-allow-origin', pageOrigin)
    return headers
  }
  const sender = request.headers.map(toLowerCaseName).find(([name]) => name === 'origin')?.[1]
  const allowed = headers.get('access-control-allow-origin')
  if (pageOrigin !== null && (sender === undefined || allowed === sender))
    headers.set('access-control-allow-origin', pageOrigin)
  return headers
}

/** Returns a path in which `…` replaces the text in the query that a user may have typed. */
function maskQuery(path: string): string {
  const [pathname = '', query = ''] = path.split('?')
  const maskedPairs = [...new URLSearchParams(query)].map(([key, value]) => [
    key,
    /^\d{1,4}$/.test(value) ? value : '…',
  ])
  const search = new URLSearchParams(maskedPairs).toString().replaceAll('%E2%80%A6', '…')
  return search ? `${pathname}?${search}` : pathname
}

/** Headers that say nothing about a request to the API, or that curl sets itself. */
const OMITTED_HEADERS =
  /^(:.*|sec-.*|host|connection|content-length|accept-encoding|accept-language|user-agent|referer|dnt|te|priority|pragma|cache-control|upgrade-insecure-requests)$/i

/** Formats a recorded request as a curl command, with `…` for its body. */
function formatEntryCurl({ entry: { request }, target, path }: LocatedEntry): string {
  const headers = request.headers.filter(({ name }) => !OMITTED_HEADERS.test(name))
  const { method, postData } = request
  const headerPairs = headers.map(({ name, value }): [string, string] => [name, value])
  return formatCurl(method, target + maskQuery(path), headerPairs, postData?.text ? '…' : undefined)
}

function findMostFrequent(values: readonly string[]): string | null {
  const countOf = (value: string) => values.filter((other) => other === value).length
  return [...new Set(values)].sort((a, b) => countOf(b) - countOf(a))[0] ?? null
}
