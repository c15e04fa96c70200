import { setTimeout as sleep } from 'node:timers/promises'
import { API_PREFIX, retryAfterMs } from '../../contracts/src/client.ts'

/** A GET that the host did not respond to, or refused, after all retries. */
export class UnreadError extends Error {
  readonly path: string
  /** The predicate of a message about the path, for example `responded with 503`. */
  readonly reason: string

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`)
    this.path = path
    this.reason = reason
  }
}

/** A parsed response, and whether it is the whole list. */
export type ParsedResponse = { body: unknown; isComplete: boolean }
/** API responses by path. */
export type Responses = Readonly<Record<string, unknown>>

export type HostSourceOptions = {
  /** Scheme, host and port of the API. */
  api: string
  /** Called before each wait, with its length in milliseconds and its reason. */
  onWait?: ((ms: number, reason: string) => void) | undefined
  wait?: (ms: number) => Promise<unknown>
}

/** Maximum number of cached responses. Consecutive documents request some of the same, such as all categories. */
const MAX_CACHED = 12
const REQUEST_TIMEOUT_MS = 30_000
/** Retries of a request, as in the shop's client. Without Retry-After, the waits double. */
const MAX_RETRIES = 3
const FIRST_WAIT_MS = 2000
const MAX_WAIT_MS = 120_000
/** After this many unread paths in a row, others are requested once, because the host may be down. */
const UNREAD_UNTIL_DOWN = 5

/**
 * The host's responses to GET requests, each requested once while it is cached. Requests are sent one at a time. If the
 * host is busy or limits its rate, they wait as long as it says and are retried.
 */
export class HostSource {
  readonly #options: HostSourceOptions
  readonly #cache = new Map<string, Promise<ParsedResponse>>()
  #last: Promise<unknown> = Promise.resolve()
  #hasResponded = false
  #unreadInARow = 0

  constructor(options: HostSourceOptions) {
    this.#options = options
  }

  /** Returns a parsed body. @throws UnreadError */
  async get(path: string): Promise<unknown> {
    return (await this.#request(path)).body
  }

  /** Returns a function that requests a path, unless its response is given. */
  requestUnlessGiven(responses: Responses): (path: string) => Promise<ParsedResponse> {
    return async (path) =>
      path in responses ? { body: responses[path], isComplete: true } : this.#request(path)
  }

  #request(path: string): Promise<ParsedResponse> {
    const response = this.#cache.get(path) ?? this.#enqueue(path)
    // Moves the response to the end, so that the one that was not used for longest is dropped.
    this.#cache.delete(path)
    this.#cache.set(path, response)
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= MAX_CACHED) break
      this.#cache.delete(oldest)
    }
    return response
  }

  #enqueue(path: string): Promise<ParsedResponse> {
    const response = this.#last.then(() => this.#read(path))
    this.#last = response.catch(() => {})
    return response
  }

  async #read(path: string): Promise<ParsedResponse> {
    const { onWait, wait = sleep } = this.#options
    for (let retries = 0; ; retries++) {
      const read = await this.#send(path)
      if ('body' in read) {
        this.#unreadInARow = 0
        return read
      }
      const isLast = retries === MAX_RETRIES || this.#unreadInARow >= UNREAD_UNTIL_DOWN
      if (!read.isTemporary || isLast) {
        this.#unreadInARow++
        throw new UnreadError(path, read.reason)
      }
      const ms = Math.min(read.retryAfter ?? FIRST_WAIT_MS * 2 ** retries, MAX_WAIT_MS)
      onWait?.(ms, `${path} ${read.reason}`)
      await wait(ms)
    }
  }

  async #send(
    path: string,
  ): Promise<ParsedResponse | { reason: string; isTemporary: boolean; retryAfter: number | null }> {
    const { api } = this.#options
    let response: Response
    try {
      response = await fetch(`${api}${API_PREFIX}${path}`, {
        headers: { Accept: 'application/json' },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      this.#hasResponded = true
      if (response.ok) return await readResponse(response)
    } catch (error) {
      // A host that has never responded is not retried: its name is probably wrong.
      return {
        reason: `received no response${causeOf(error)}`,
        isTemporary: this.#hasResponded,
        retryAfter: null,
      }
    }
    const { status, headers } = response
    return {
      reason: `responded with ${status}`,
      isTemporary: status === 429 || status >= 500,
      retryAfter: retryAfterMs(headers.get('retry-after'), Date.now()),
    }
  }
}

const CERTIFICATE =
  'its certificate is not trusted; NODE_EXTRA_CA_CERTS names the file of a private authority'

/** Reasons by the error codes of Node. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Returns why there was no response, such as `: the host name is unknown`; '' if the reason has no name. */
function causeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  const cause = code === undefined ? undefined : CAUSES[code]
  return cause === undefined ? '' : `: ${cause}`
}

/** Maximum number of list items in a page. The browser refetches longer lists. */
const MAX_ITEMS = 500

/**
 * Parses a JSON response. Lists are cut to 500 items. Returns `{}` for invalid JSON and for other values.
 * @throws the error of a connection that ends during the body
 */
export async function readResponse(response: Response): Promise<ParsedResponse> {
  const body = parseOrNull(await response.text())
  if (!Array.isArray(body))
    return { body: typeof body === 'object' && body !== null ? body : {}, isComplete: true }
  return { body: body.slice(0, MAX_ITEMS), isComplete: body.length <= MAX_ITEMS }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
