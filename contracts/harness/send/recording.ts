import { brotliDecompressSync, unzipSync } from 'node:zlib'
import { z } from 'zod'
import { type Contracts, endpointOfImages } from '../../src/contracts.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { pathMatcher } from '../../src/path-pattern.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { listCases } from '../plan.ts'
import { type Exchange, emptyExchange } from './exchange.ts'
import { hidePersonal, type Redactor } from './redact.ts'
import { parseText, SIZE_LIMIT, textOf } from './request.ts'
import { curlOf } from './session.ts'

/**
 * The part of a HAR file (HTTP Archive 1.2) that the validator reads. Tools omit different fields: bodies, sizes (-1),
 * and cookies and tokens in sanitised exports.
 */
const Headers = z.array(z.looseObject({ name: z.string(), value: z.string().catch('') })).default([])

const Entry = z.looseObject({
  startedDateTime: z.string().catch(''),
  time: z.number().nullish(),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: Headers,
    postData: z.looseObject({ text: z.string().nullish() }).nullish(),
  }),
  response: z.looseObject({
    status: z.number(),
    headers: Headers,
    content: z
      .looseObject({ size: z.number().nullish(), text: z.string().nullish(), encoding: z.string().nullish() })
      .nullish(),
  }),
})
type Entry = z.infer<typeof Entry>

const RequestUrl = z.looseObject({ request: z.looseObject({ url: z.string() }) })

export const Har = z.looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) })
export type Har = z.infer<typeof Har>

/** A recorded exchange with a declared endpoint or an image folder. */
export type RecordedExchange = Exchange & {
  response: NonNullable<Exchange['response']>
  isImage: boolean
  /** False if the body was not recorded or is truncated. */
  hasBody: boolean
}

/** The recorded exchanges with a host. */
export type Recording = {
  target: string
  exchanges: RecordedExchange[]
  lastAt: string
  /** Number of the host's entries that cannot be read, for example without a response. */
  skipped: number
}

type Located = {
  entry: Entry
  target: string
  name: string
  endpoint: Endpoint
  path: string
  isImage: boolean
}

/**
 * Returns the recorded exchanges with a host, by default with the host that has the most responses. Returns null if no
 * response belongs to the API.
 */
export function readRecording(
  contracts: Contracts,
  hars: readonly Har[],
  given: string | null,
  redactor: Redactor,
): Recording | null {
  const unreadable: unknown[] = []
  const entries = hars
    .flatMap(({ log }) => log.entries)
    .flatMap((raw) => {
      const { data } = Entry.safeParse(raw)
      if (!data) unreadable.push(raw)
      return data && hasOwnResponse(data) ? data : []
    })
  const located = locate(contracts, entries)
  const target = given ?? mostFrequent(located.map((entry) => entry.target))
  const entriesOfTarget = located.filter((entry) => entry.target === target)
  const [lastAt] = entriesOfTarget
    .map(({ entry }) => entry.startedDateTime)
    .sort()
    .reverse()
  if (target === null || lastAt === undefined) return null
  for (const { entry } of entriesOfTarget) hideSecrets(entry, redactor)
  const start = `${target}${contracts.prefix}/`
  const skipped = unreadable.filter((raw) =>
    RequestUrl.safeParse(raw).data?.request.url.startsWith(start),
  ).length
  return { target, exchanges: entriesOfTarget.map((entry) => exchangeOf(contracts, entry)), lastAt, skipped }
}

/** Whether an entry has a response to validate. Excludes blocked and aborted requests (status 0), 304 and 429. */
function hasOwnResponse({ response }: Entry): boolean {
  return response.status >= 200 && response.status !== 304 && response.status !== 429
}

/** Finds the endpoint or image folder of each entry. */
function locate({ prefix, endpoints, images }: Contracts, entries: readonly Entry[]): Located[] {
  const matchers = Object.entries(endpoints)
    // Paths with fewer placeholders match first.
    .sort(([, a], [, b]) => a.path.split('{').length - b.path.split('{').length)
    .map(([name, endpoint]) => ({ name, endpoint, matches: pathMatcher(endpoint.path) }))
  const folders = images.map((folder) => ({
    name: folder.name,
    endpoint: endpointOfImages(folder),
    matches: pathMatcher(folder.path),
  }))
  const responses = entries.flatMap((entry): Located[] => {
    const url = urlOf(entry)
    const start = url?.pathname.indexOf(`${prefix}/`) ?? -1
    if (!url || start < 0) return []
    const path = url.pathname.slice(start + prefix.length)
    const found = matchers.find(
      ({ endpoint, matches }) => endpoint.method === entry.request.method && matches(path),
    )
    const target = url.origin + url.pathname.slice(0, start)
    const about = { entry, target, path: url.pathname.slice(start) + url.search, isImage: false }
    return found ? [{ ...about, name: found.name, endpoint: found.endpoint }] : []
  })
  // Only images from a host with recorded API requests, because other websites may have the same folders.
  const targets = new Set(responses.map(({ target }) => target))
  const imageResponses = entries.flatMap((entry): Located[] => {
    const url = urlOf(entry)
    if (!url || entry.request.method !== 'GET') return []
    const address = url.origin + url.pathname
    for (const target of targets) {
      const path = address.startsWith(`${target}/`) ? address.slice(target.length) : ''
      const found = folders.find(({ matches }) => matches(path))
      if (found) return [{ entry, target, path, isImage: true, name: found.name, endpoint: found.endpoint }]
    }
    return []
  })
  return [...responses, ...imageResponses]
}

function exchangeOf(contracts: Contracts, located: Located): RecordedExchange {
  const { entry, target, name, endpoint, path, isImage } = located
  const { status } = entry.response
  const bytes = bodyOf(entry)
  const expected = Object.hasOwn(endpoint.responses, status) ? status : 200
  // The title of the matching declared case, so that the emulator's exchange for that case can be found.
  const declared = listCases(contracts).find(
    (planned) => planned.name === name && planned.example.status === expected,
  )
  const title = isImage ? endpoint.summary : (declared?.example.title ?? `returns ${expected}`)
  return {
    ...emptyExchange({
      name,
      endpoint,
      example: { title, as: 'customer', status: expected },
      isSilent: false,
    }),
    state: 'validated',
    isImage,
    hasBody: bytes !== null,
    path,
    curl: curlLine(contracts, located, target),
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
      ...(bytes && !isImage ? parseText(textOf(bytes)) : { body: undefined, flaw: null }),
    },
  }
}

const lowerCase = ({ name, value }: { name: string; value: string }) => [name.toLowerCase(), value] as const

/**
 * Returns the headers of a response. Adds the CORS headers that a same-origin request does not need. If no headers were
 * recorded, returns valid ones, because this is a gap in the recording.
 */
function headersOf({ origin }: Contracts, { entry: { request, response }, isImage }: Located) {
  const headers = new Map(response.headers.map(lowerCase))
  if (headers.size === 0) {
    headers.set('content-type', isImage ? 'image/*' : 'application/json')
    if (origin !== null) headers.set('access-control-allow-origin', origin)
    return headers
  }
  const sender = request.headers.map(lowerCase).find(([name]) => name === 'origin')?.[1]
  const allowed = headers.get('access-control-allow-origin')
  if (origin !== null && (sender === undefined || allowed === sender))
    headers.set('access-control-allow-origin', origin)
  return headers
}

/**
 * Returns the recorded body, or null if it is missing or truncated. Recording tools omit large bodies and bodies that
 * the page did not read. Some record the encoded bytes.
 */
function bodyOf({ response: { content, headers } }: Entry): Uint8Array | null {
  if (!content?.text) return null
  if (content.encoding !== 'base64') return complete(Buffer.from(content.text, 'utf8'), content.size)
  const bytes = Buffer.from(content.text, 'base64')
  const encoding = headers
    .map(lowerCase)
    .find(([name]) => name === 'content-encoding')?.[1]
    .trim()
    .toLowerCase()
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  // Most tools record the decoded body, in spite of the header.
  const isDecoded = !isGzip && (encoding === undefined || encoding === 'identity' || textOf(bytes) !== null)
  if (isDecoded) return complete(bytes, content.size)
  try {
    const options = { maxOutputLength: SIZE_LIMIT }
    return new Uint8Array(
      encoding === 'br' ? brotliDecompressSync(bytes, options) : unzipSync(bytes, options),
    )
  } catch {
    return null
  }
}

function complete(bytes: Uint8Array, size: number | null | undefined): Uint8Array | null {
  return bytes.byteLength < (size ?? -1) ? null : new Uint8Array(bytes)
}

function urlOf({ request }: Entry): URL | null {
  return URL.canParse(request.url) ? new URL(request.url) : null
}

/** Formats the request as a curl command. Text in the query, which a user may have typed, is replaced with `…`. */
function curlLine(contracts: Contracts, { entry, name, endpoint, path }: Located, origin: string): string {
  const [pathname = '', query = ''] = path.split('?')
  const shown = [...new URLSearchParams(query)].map(([key, value]) => [
    key,
    /^\d{1,4}$/.test(value) ? value : '…',
  ])
  const search = new URLSearchParams(shown).toString().replaceAll('%E2%80%A6', '…')
  const as = endpoint.auth === 'bearer' ? ('customer' as const) : ('anonymous' as const)
  const outgoing = {
    name,
    method: entry.request.method,
    as,
    path: search ? `${pathname}?${search}` : pathname,
  }
  return curlOf(contracts, { origin, credentials: null, isEmulator: false }, outgoing)
}

const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'x-api-key', 'guest-id'])

/** Hides tokens, cookies, passwords, e-mail addresses and phone numbers from all output. */
function hideSecrets(entry: Entry, redactor: Redactor): void {
  const { request, response } = entry
  for (const [name, value] of [...request.headers, ...response.headers].map(lowerCase)) {
    if (!SECRET_HEADERS.has(name)) continue
    redactor.hide(value, '[secret]')
    for (const part of value.split(/[;,=\s]+/)) if (part.length > 7) redactor.hide(part, '[secret]')
  }
  const bytes = bodyOf(entry)
  if (bytes) hidePersonal(parseText(textOf(bytes)).body, redactor)
  const { body } = parseText(request.postData?.text ?? '')
  if (!isPlainObject(body)) return
  hidePersonal(body, redactor)
  for (const [key, value] of Object.entries(body))
    if (/password|code|token|name$|address/i.test(key)) redactor.hide(value, '[secret]')
}

function mostFrequent(values: readonly string[]): string | null {
  const countOf = (value: string) => values.filter((other) => other === value).length
  return [...new Set(values)].sort((a, b) => countOf(b) - countOf(a))[0] ?? null
}
