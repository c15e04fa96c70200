export type HttpRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** A problem with the body as a whole, detected before its contents are checked. */
export type Flaw = {
  kind:
    | 'empty'
    | 'html'
    | 'not-json'
    | 'cut-short'
    | 'too-large'
    | 'too-many-values'
    | 'text-before-json'
    | 'not-utf8'
    | 'wrong-encoding'
  /** The text before the JSON, without tags. */
  text?: string
} | null

export type Reply =
  | {
      kind: 'response'
      status: number
      headers: Map<string, string>
      /** Number of bytes that were read from the body. */
      size: number
      /** The bytes of an image. Empty for JSON. */
      bytes: Uint8Array
      /** The parsed JSON body. Undefined if the body has a flaw other than text before the JSON. */
      body: unknown
      flaw: Flaw
      ms: number
    }
  | { kind: 'none'; why: 'timeout' | 'connection' | 'certificate' | 'rate'; reason: string; ms: number }

export type HostResponse = Extract<Reply, { kind: 'response' }>

export function isRedirect({ status }: { status: number }): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** Why there is no response to validate. */
export type NoResponse = 'connection' | 'timeout'

/**
 * Returns why there is no response. Returns undefined after a rate limit or an untrusted certificate, because the host
 * did respond.
 */
export function noResponseOf(reply: Reply): NoResponse | undefined {
  return reply.kind === 'none' && (reply.why === 'connection' || reply.why === 'timeout')
    ? reply.why
    : undefined
}

export type RequestOptions = {
  fetch: typeof fetch
  /** Timeout for the whole response in milliseconds. */
  timeout: number
  /** Maximum number of bytes to read. */
  limit: number
  /** Whether to parse the body as JSON. False for images. */
  json: boolean
}

/**
 * Maximum number of bytes to read from a response. The largest valid one, the home page, is smaller than a megabyte.
 */
export const SIZE_LIMIT = 8 * 1024 * 1024

/**
 * Maximum number of JSON values in a response, which also limits its depth. Twenty thousand categories, which fill
 * SIZE_LIMIT, have 300,000. Checking millions takes minutes and more than a gigabyte.
 */
export const MAX_VALUES = 350_000

/** Sends a request with limits on time and size. Never throws, regardless of what the host does. */
export async function request({ url, ...init }: HttpRequest, options: RequestOptions): Promise<Reply> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  const controller = new AbortController()
  const { signal } = controller
  // Every await races against this promise, because a `fetch` that ignores its signal must not block the run.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  aborted.catch(() => {})
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), options.timeout)
  let head: Pick<HostResponse, 'kind' | 'status' | 'headers'> | undefined
  try {
    const response = await Promise.race([
      options.fetch(url, { ...init, redirect: 'manual', signal }),
      aborted,
    ])
    head = { kind: 'response', status: response.status, headers: new Map(response.headers) }
    const body = await readUpTo(response, options.limit, aborted)
    if (body === null) return { ...head, ...NOTHING, flaw: { kind: 'too-large' }, ms: ms() }
    const size = body.byteLength
    return options.json
      ? { ...head, ...NOTHING, ...parseText(textOf(body)), size, ms: ms() }
      : { ...head, ...NOTHING, bytes: body, size, ms: ms() }
  } catch (error) {
    const { why, reason } = explain(error, options.timeout)
    if (!head || why !== 'connection') return { kind: 'none', why, reason, ms: ms() }
    // The headers have arrived, so the response is incomplete but not missing.
    const isEncoding = /Z_|zlib|incorrect header|brotli|decod/i.test(codesOf(error))
    return { ...head, ...NOTHING, flaw: { kind: isEncoding ? 'wrong-encoding' : 'cut-short' }, ms: ms() }
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

const NOTHING = { size: 0, bytes: new Uint8Array(), body: undefined, flaw: null }

/** Reads a body. Returns null if it is larger than the limit. */
async function readUpTo(response: Response, limit: number, aborted: Promise<never>): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  // If Content-Length exceeds the limit, the body is not read.
  let isTooLarge = Number(response.headers.get('content-length')) > limit
  while (reader && !isTooLarge) {
    const { done, value } = await Promise.race([reader.read(), aborted])
    if (done) break
    parts.push(value)
    size += value.byteLength
    isTooLarge = size > limit
  }
  if (!isTooLarge) return Buffer.concat(parts)
  reader?.cancel().catch(() => {})
  return null
}

/** Decodes UTF-8. Returns null if it is invalid. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Parses JSON, or returns the flaw that makes it unreadable.
 * @param text null for invalid UTF-8
 */
export function parseText(text: string | null): { body: unknown; flaw: Flaw } {
  if (text === null) return { body: undefined, flaw: { kind: 'not-utf8' } }
  if (hasTooManyValues(text)) return { body: undefined, flaw: { kind: 'too-many-values' } }
  try {
    return { body: JSON.parse(text), flaw: null }
  } catch (error) {
    if (text.trim() === '') return { body: undefined, flaw: { kind: 'empty' } }
    const parts = splitAtJson(text)
    if (parts) return { body: parts.body, flaw: { kind: 'text-before-json', text: parts.before } }
    if (/^\s*</.test(text)) return { body: undefined, flaw: { kind: 'html' } }
    const ended = /^\s*[[{]/.test(text) && /end of JSON input|Unterminated/i.test(String(error))
    return { body: undefined, flaw: { kind: ended ? 'cut-short' : 'not-json' } }
  }
}

/** Number of brackets at which JSON may begin after other text. */
const MAX_JSON_STARTS = 20
const MAX_TEXT_BEFORE = 10_000

/** Splits JSON after other text, such as a warning of PHP. Returns null if the text does not end with JSON. */
function splitAtJson(text: string): { before: string; body: unknown } | null {
  if (/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return null
  const starts = [...text.slice(0, MAX_TEXT_BEFORE).matchAll(/[[{]/g)].slice(0, MAX_JSON_STARTS)
  for (const { index } of starts) {
    try {
      const body = JSON.parse(text.slice(index))
      return {
        body,
        before: text
          .slice(0, index)
          .replace(/<[^>]*>|\s+/g, ' ')
          .replace(/ +/g, ' ')
          .trim(),
      }
    } catch {
      // The bracket belongs to the text.
    }
  }
  return null
}

/** Counts the values of a JSON text without parsing it. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= MAX_VALUES) return false
  let values = 0
  let isString = false
  for (let index = 0; index < text.length && values <= MAX_VALUES; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) isString = !isString
    else if (isString) index += code === 0x5c ? 1 : 0
    else if (code === 0x2c || code === 0x5b || code === 0x7b) values++
  }
  return values > MAX_VALUES
}

/** Explains why a request failed. Contains no text from the request or the response. */
function explain(
  error: unknown,
  timeout: number,
): { why: 'timeout' | 'connection' | 'certificate'; reason: string } {
  if ((error as Error | null)?.name === 'TimeoutError')
    return { why: 'timeout', reason: `no complete response within ${timeout} ms` }
  const codes = codesOf(error)
  const explanation = REASONS.find(([code]) => codes.includes(code))
  if (explanation) return { why: 'connection', reason: explanation[1] }
  if (/CERT|SIGNATURE|TLS|SSL|certificate/i.test(codes))
    return { why: 'certificate', reason: `the host's certificate is not trusted (${firstCode(error)})` }
  return { why: 'connection', reason: `the connection failed (${firstCode(error)})` }
}

const REASONS: readonly [string, string][] = [
  ['ECONNREFUSED', 'connection refused'],
  ['ENOTFOUND', 'host name not found'],
  ['EAI_AGAIN', 'DNS lookup failed'],
  ['ECONNRESET', 'the host closed the connection'],
  ['WRONG_VERSION_NUMBER', 'the port does not use TLS; use http://'],
  ['NO_APPLICATION_PROTOCOL', 'the host supports only HTTP/2'],
  ['Expected HTTP/', 'the response is not HTTP/1.1; the host may support only HTTP/2'],
  ['Missing expected CR', 'the header lines end with LF instead of CRLF'],
  ['bad response', 'the host sends 100 Continue, which was not requested'],
  ['UND_ERR_SOCKET', 'the host closed the connection'],
  ['ENETUNREACH', 'network unreachable'],
  ['EHOSTUNREACH', 'host unreachable'],
  ['HPE_', 'the response is not HTTP'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the response headers are too large'],
]

/** Returns the codes and messages of an error and its causes. */
function codesOf(error: unknown): string {
  const parts: string[] = []
  let cause: unknown = error
  for (let depth = 0; cause instanceof Error && depth < 5; depth++) {
    parts.push(String((cause as { code?: unknown }).code ?? ''), cause.name, cause.message)
    cause = cause.cause
  }
  return parts.join(' ')
}

function firstCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? code : 'unknown reason'
}
