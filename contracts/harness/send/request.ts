import { type BodyFlaw, decodeUtf8, parseJsonText } from '../../src/json-text.ts'

export type HttpRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

export type SendResult =
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
      flaw: BodyFlaw | null
      ms: number
    }
  | {
      kind: 'failed'
      cause: 'timeout' | 'closed' | 'connection' | 'certificate' | 'rate' | 'interrupt'
      reason: string
      /** The error of `fetch`, which may contain text from the host. */
      error?: unknown
      ms: number
    }

export type HostResponse = Extract<SendResult, { kind: 'response' }>
export type SendFailure = Extract<SendResult, { kind: 'failed' }>

export function isRedirect({ status }: { status: number }): boolean {
  return status >= 300 && status < 400 && status !== 304
}

export type RequestOptions = {
  fetch: typeof fetch
  /** Timeout for the whole response in milliseconds. */
  timeout: number
  /** Maximum number of bytes to read. */
  limit: number
  /** Whether to parse the body as JSON. False for images. */
  isJson: boolean
  /** Ends the request before its timeout. */
  signal?: AbortSignal | undefined
}

/** Sends a request with limits on time and size. Never throws, regardless of what the host does. */
export async function sendRequest(
  { url, ...init }: HttpRequest,
  options: RequestOptions,
): Promise<SendResult> {
  const started = performance.now()
  const elapsedMs = () => Math.round(performance.now() - started)
  const controller = new AbortController()
  const { signal } = controller
  // Every await races against this promise, because a `fetch` that ignores its signal must not block the run.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  aborted.catch(() => {})
  const interrupt = () => controller.abort(new DOMException('', 'AbortError'))
  options.signal?.addEventListener('abort', interrupt)
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), options.timeout)
  let head: Pick<HostResponse, 'kind' | 'status' | 'headers'> | undefined
  try {
    const response = await Promise.race([
      options.fetch(url, { ...init, redirect: 'manual', signal }),
      aborted,
    ])
    head = { kind: 'response', status: response.status, headers: new Map(response.headers) }
    const body = await readUpTo(response, options.limit, aborted)
    if (body === null) return { ...head, ...EMPTY_BODY, flaw: { kind: 'too-large' }, ms: elapsedMs() }
    const size = body.byteLength
    return options.isJson
      ? { ...head, ...EMPTY_BODY, ...parseJsonText(decodeUtf8(body)), size, ms: elapsedMs() }
      : { ...head, ...EMPTY_BODY, bytes: body, size, ms: elapsedMs() }
  } catch (error) {
    const { cause, reason } = explainFailure(error, options.timeout, url)
    // After the headers have arrived, a lost connection makes the response incomplete but not missing.
    const isLost = cause === 'connection' || cause === 'closed'
    if (!head || !isLost) return { kind: 'failed', cause, reason, error, ms: elapsedMs() }
    const isEncoding = /Z_|zlib|incorrect header|brotli|decod/i.test(codesOf(error))
    return {
      ...head,
      ...EMPTY_BODY,
      flaw: { kind: isEncoding ? 'wrong-encoding' : 'cut-short' },
      ms: elapsedMs(),
    }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', interrupt)
    controller.abort()
  }
}

const EMPTY_BODY = { size: 0, bytes: new Uint8Array(), body: undefined, flaw: null }

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

/** Explains why a request failed. Contains no text from the request or the response. */
function explainFailure(
  error: unknown,
  timeout: number,
  url: string,
): { cause: Exclude<SendFailure['cause'], 'rate'>; reason: string } {
  if (error instanceof DOMException && error.name === 'AbortError')
    return { cause: 'interrupt', reason: 'the run was interrupted' }
  if ((error as Error | null)?.name === 'TimeoutError')
    return { cause: 'timeout', reason: `no complete response within ${describeMs(timeout)}` }
  const codes = codesOf(error)
  const explanation = REASONS.find(([code]) => codes.includes(code))
  if (explanation)
    return { reason: explanation[1] + describeProxy(error, url), cause: explanation[2] ?? 'connection' }
  const proxy = /Proxy response \((\d{3})\)/.exec(codes)?.[1]
  if (proxy === '407')
    return { cause: 'connection', reason: 'the proxy requires a user and a password in its URL (407)' }
  if (proxy) {
    // Node tunnels requests for http:// URLs, too. Many proxies permit that to port 443 only.
    const advice = url.startsWith('http:')
      ? '; it must permit CONNECT to http:// hosts too, or list the host in NO_PROXY'
      : ''
    return { cause: 'connection', reason: `the proxy refuses the connection (${proxy})${advice}` }
  }
  const violation = /does not match the HTTP\/1\.1 protocol \(([\w' /.-]+)\)/.exec(codes)?.[1]
  if (violation) return { cause: 'connection', reason: `the response violates HTTP/1.1: ${violation}` }
  if (/CERT|SIGNATURE|TLS|SSL|certificate/i.test(codes))
    return { cause: 'certificate', reason: `the host's certificate is not trusted (${firstCode(error)})` }
  return { cause: 'connection', reason: `the connection failed (${firstCode(error)})` }
}

function describeMs(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`
}

/**
 * Returns the address of a failed connection if it is not the host's, but a proxy's: ` by the proxy 127.0.0.1:3128`.
 */
function describeProxy(error: unknown, url: string): string {
  const { address, port } = ((error as Error | null)?.cause ?? {}) as { address?: unknown; port?: unknown }
  const { port: explicitPort, protocol } = new URL(url)
  const hostPort = Number(explicitPort) || (protocol === 'https:' ? 443 : 80)
  return typeof port !== 'number' || port === hostPort ? '' : ` by the proxy ${address}:${port}`
}

const REASONS: readonly [code: string, reason: string, cause?: 'closed'][] = [
  ['ECONNREFUSED', 'connection refused'],
  ['ENOTFOUND', 'host name not found'],
  ['EAI_AGAIN', 'DNS lookup failed'],
  ['ECONNRESET', 'the host closed the connection', 'closed'],
  ['WRONG_VERSION_NUMBER', 'the port does not use TLS; use http://'],
  ['NO_APPLICATION_PROTOCOL', 'the host supports only HTTP/2'],
  ['Expected HTTP/', 'the response is not HTTP/1.1; the host may support only HTTP/2'],
  ['Missing expected CR', 'the header lines end with LF instead of CRLF'],
  ['bad response', 'the host sends 100 Continue, which was not requested'],
  [
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    'the response violates HTTP/1.1: the body differs from its Content-Length',
  ],
  ['ERR_ASSERTION', 'the response is not HTTP'],
  ['UND_ERR_SOCKET', 'the host closed the connection', 'closed'],
  ['bad port', 'the port is reserved for another protocol, so fetch sends nothing to it'],
  ['ENETUNREACH', 'network unreachable'],
  ['EHOSTUNREACH', 'host unreachable'],
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
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown }
  const codeOrName = [code, name].find((text) => typeof text === 'string' && /^\w{2,60}$/.test(text))
  return String(codeOrName ?? 'unknown reason')
}
