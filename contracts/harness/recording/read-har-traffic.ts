import { pluralize } from '../../src/command-line/pluralize.ts'
import { UserError } from '../../src/command-line/user-error.ts'
import { type Contracts, tokenOf } from '../../src/contracts.ts'
import type { CaseRequest, Endpoint } from '../../src/endpoint.ts'
import { decodeUtf8, parseJsonText } from '../../src/json-text.ts'
import { pathMatcher } from '../../src/path-pattern.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { type CheckResult, emptyResult } from '../check-result.ts'
import { casesInOrder, isLogin } from '../plan.ts'
import { formatCurl } from '../send/curl.ts'
import type { Redactor } from '../send/redactor.ts'
import { isRedirect } from '../send/request.ts'
import {
  isCredentialName,
  isQueryCredential,
  registerDeclaredSecrets,
  registerNamedSecrets,
  registerPersonalData,
} from '../send/secrets.ts'
import { bodyOf, Entry, type Har, RequestUrl, toLowerCaseName } from './har.ts'

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

type LocatedEntry = {
  entry: Entry
  target: string
  name: string
  endpoint: Endpoint
  path: string
  isImage: boolean
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

/** Finds the endpoint or image folder of each entry. `chosenTarget`: the target, whose URL may have a folder. */
function locateEntries(
  { prefix, endpoints, images }: Contracts,
  entries: readonly Entry[],
  chosenTarget: string | null,
): LocatedEntry[] {
  const matchers = Object.entries(endpoints)
    // Paths with fewer placeholders match first.
    .sort(([, a], [, b]) => a.path.split('{').length - b.path.split('{').length)
    .map(([name, endpoint]) => ({ name, endpoint, matches: pathMatcher(endpoint.path) }))
  const folders = images.map((folder) => ({ ...folder, matches: pathMatcher(folder.endpoint.path) }))
  const requests = entries
    .filter(({ request }) => URL.canParse(request.url))
    .map((entry) => ({ entry, method: entry.request.method, url: new URL(entry.request.url) }))
  const responses = requests.flatMap(
    ({ entry, method, url: { origin, pathname, search } }): LocatedEntry[] => {
      const isOfTarget =
        chosenTarget !== null && `${origin}${pathname}`.startsWith(`${chosenTarget}${prefix}/`)
      const start = isOfTarget ? chosenTarget.length - origin.length : pathname.indexOf(`${prefix}/`)
      const path = pathname.slice(start + prefix.length)
      const matcher = matchers.find(({ endpoint, matches }) => endpoint.method === method && matches(path))
      if (start < 0 || !matcher) return []
      const { name, endpoint } = matcher
      const target = origin + pathname.slice(0, start)
      return [{ entry, target, name, endpoint, path: pathname.slice(start) + search, isImage: false }]
    },
  )
  // Only images from a host with recorded API requests, because other websites may have the same folders.
  const targets = [...new Set(responses.map(({ target }) => target))]
  const imageResponses = requests.flatMap(({ entry, method, url: { origin, pathname } }): LocatedEntry[] => {
    const url = origin + pathname
    const images = targets
      .filter((target) => method === 'GET' && url.startsWith(`${target}/`))
      .flatMap((target) => {
        const path = url.slice(target.length)
        const folder = folders.find(({ matches }) => matches(path))
        return folder ? { entry, target, ...folder, path, isImage: true } : []
      })
    return images.slice(0, 1)
  })
  return [...responses, ...imageResponses]
}

function resultOf(
  contracts: Contracts,
  plan: ReturnType<typeof casesInOrder>,
  located: LocatedEntry,
): RecordedResult {
  const { entry, target, name, endpoint, path, isImage } = located
  const { status } = entry.response
  const bytes = bodyOf(located.entry, located.isImage)
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

/** Returns the inputs of a recorded request, which relations compare with the response. */
function requestOf({ prefix }: Contracts, { entry: { request }, endpoint, path }: LocatedEntry): CaseRequest {
  const [pathname = '', query = ''] = path.split('?')
  const values = pathname.slice(prefix.length).split('/')
  const params = endpoint.path.split('/').flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name === undefined ? [] : [[name, decodePart(values[index] ?? '')] as const]
  })
  const { body } = parseJsonText(request.postData?.text ?? '')
  return {
    params: Object.fromEntries(params),
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(isPlainObject(body) ? { body } : {}),
  }
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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

/** Hides tokens, cookies, passwords, e-mail addresses and phone numbers from all output. */
function hideSecrets(contracts: Contracts, located: LocatedEntry, redactor: Redactor): void {
  const { entry, endpoint } = located
  const { request, response } = entry
  registerNamedSecrets([...request.headers, ...response.headers].map(toLowerCaseName), redactor)
  registerNamedSecrets(new URL(request.url).searchParams, redactor, isQueryCredential)
  registerNamedSecrets(Object.entries(requestOf(contracts, located).params ?? {}), redactor)
  const bytes = bodyOf(located.entry, located.isImage)
  if (bytes) {
    const { body } = parseJsonText(decodeUtf8(bytes))
    registerPersonalData(body, redactor, endpoint.responses[response.status])
    if (isLogin(contracts, located.name)) redactor.hide(tokenOf(contracts, body), '[token]')
    registerDeclaredSecrets(endpoint.responses[response.status], body, redactor)
  }
  const fields = fieldsOf(request.postData)
  registerPersonalData(fields, redactor, endpoint.body)
  registerDeclaredSecrets(endpoint.body, fields, redactor)
  for (const [key, value] of Object.entries(fields))
    if (isCredentialName(key) || /code$|name$|address/i.test(key)) redactor.hide(value, '[secret]')
}

/** Returns the fields of a recorded body, which is JSON or a form. */
function fieldsOf(postData: Entry['request']['postData']): Record<string, unknown> {
  const { text, params = [] } = postData ?? {}
  const { body } = parseJsonText(text ?? '')
  if (isPlainObject(body)) return body
  const named = params.map(({ name, value }) => [name, value] as const)
  return Object.fromEntries([...new URLSearchParams(text ?? ''), ...named])
}

function findMostFrequent(values: readonly string[]): string | null {
  const countOf = (value: string) => values.filter((other) => other === value).length
  return [...new Set(values)].sort((a, b) => countOf(b) - countOf(a))[0] ?? null
}
