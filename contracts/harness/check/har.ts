import { z } from 'zod'
import { pathMatcher } from '../../src/path-pattern.ts'
import type { Contracts } from '../plan/contracts.ts'
import { parseText, type Reply } from '../send/request.ts'

/**
 * The part of a HAR file (HTTP Archive 1.2) that the validator reads. Tools omit different fields: bodies, sizes (-1),
 * and cookies and tokens in sanitised exports.
 */
const Headers = z.array(z.looseObject({ name: z.string(), value: z.string() })).default([])

const Entry = z.looseObject({
  startedDateTime: z.string(),
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

export const Har = z.looseObject({ log: z.looseObject({ entries: z.array(Entry) }) })
export type Har = z.infer<typeof Har>

/** A recorded response from a declared endpoint or an image folder. */
export type RecordedResponse = {
  /** Scheme, host and port of the host, and optionally a folder. */
  target: string
  name: string
  method: string
  /** Path and query below the target. */
  path: string
  at: string
  response: Extract<Reply, { kind: 'response' }>
  /** False if the body was not recorded or is truncated. */
  hasBody: boolean
  /** The Origin header, or null for a same-origin request. */
  origin: string | null
  /** Request body. */
  sent: string
  requestHeaders: readonly (readonly [string, string])[]
}

type Matchers = {
  prefix: string
  endpoints: readonly { name: string; method: string; matches: (path: string) => boolean }[]
  images: readonly { name: string; matches: (path: string) => boolean }[]
}

function matchersOf({ prefix, endpoints, images }: Contracts): Matchers {
  return {
    prefix,
    endpoints: Object.entries(endpoints)
      // Paths with fewer placeholders match first.
      .sort(([, a], [, b]) => a.path.split('{').length - b.path.split('{').length)
      .map(([name, { method, path }]) => ({ name, method, matches: pathMatcher(path) })),
    images: images.map(({ name, path }) => ({ name, matches: pathMatcher(path) })),
  }
}

/** Returns the recorded responses from declared endpoints and image folders. */
export function recordedResponses(contracts: Contracts, { log }: Har): RecordedResponse[] {
  const matchers = matchersOf(contracts)
  const responses = log.entries.flatMap((entry) => apiResponse(matchers, entry) ?? [])
  const targets = new Set(responses.map((each) => each.target))
  return [...responses, ...log.entries.flatMap((entry) => imageResponse(matchers, entry, targets) ?? [])]
}

function apiResponse({ prefix, endpoints }: Matchers, entry: Entry): RecordedResponse | null {
  const url = urlOf(entry)
  const at = url?.pathname.indexOf(`${prefix}/`) ?? -1
  if (!url || at < 0 || !hasOwnResponse(entry)) return null
  const path = url.pathname.slice(at + prefix.length)
  const found = endpoints.find((each) => each.method === entry.request.method && each.matches(path))
  if (!found) return null
  const target = url.origin + url.pathname.slice(0, at)
  return recorded(entry, { target, name: found.name, path: url.pathname.slice(at) + url.search, json: true })
}

/**
 * Returns a recorded image, but only from a host with recorded API requests, because other websites may also have a
 * `product` folder.
 */
function imageResponse(
  { images }: Matchers,
  entry: Entry,
  targets: ReadonlySet<string>,
): RecordedResponse | null {
  const url = urlOf(entry)
  if (!url || entry.request.method !== 'GET' || !hasOwnResponse(entry)) return null
  for (const target of targets) {
    if (!`${url.origin}${url.pathname}`.startsWith(`${target}/`)) continue
    const path = (url.origin + url.pathname).slice(target.length)
    const found = images.find((each) => each.matches(path))
    if (found) return recorded(entry, { target, name: found.name, path, json: false })
  }
  return null
}

/** Whether an entry has a response to validate. Excludes blocked and aborted requests (status 0), 304 and 429. */
function hasOwnResponse({ response }: Entry): boolean {
  return response.status >= 200 && response.status !== 304 && response.status !== 429
}

function recorded(
  entry: Entry,
  { target, name, path, json }: { target: string; name: string; path: string; json: boolean },
): RecordedResponse {
  const { request, response, startedDateTime: at, time } = entry
  const lowerCase = ({ name: header, value }: { name: string; value: string }) =>
    [header.toLowerCase(), value] as const
  const requestHeaders = request.headers.map(lowerCase)
  const bytes = bodyOf(entry)
  return {
    ...{ target, name, method: request.method, path, at, requestHeaders, hasBody: bytes !== null },
    response: {
      kind: 'response',
      status: response.status,
      headers: new Map(response.headers.map(lowerCase)),
      ms: Math.round(time ?? 0),
      size: bytes?.byteLength ?? 0,
      bytes: bytes ?? new Uint8Array(),
      ...(bytes && json ? parseText(textOf(bytes)) : { body: undefined, flaw: null }),
    },
    origin: requestHeaders.find(([header]) => header === 'origin')?.[1] ?? null,
    sent: request.postData?.text ?? '',
  }
}

/**
 * Returns the recorded body, or null if it is missing or truncated. Recording tools omit large bodies and bodies that
 * the page did not read.
 */
function bodyOf({ response: { content } }: Entry): Uint8Array | null {
  if (!content?.text) return null
  const bytes = new Uint8Array(Buffer.from(content.text, content.encoding === 'base64' ? 'base64' : 'utf8'))
  return bytes.byteLength < (content.size ?? -1) ? null : bytes
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function urlOf({ request }: Entry): URL | null {
  return URL.canParse(request.url) ? new URL(request.url) : null
}
