/** Sends requests under load. Measures each response time, reads the response completely and checks it. */
import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { JSON_HEADERS } from '../start.ts'

/** Results of a run so far. */
export type Tally = {
  responses: number
  errors: number
  /** Descriptions of the first errors. */
  problems: string[]
  /** Number of completed actions by kind. */
  done: Map<string, number>
  /** Response times in microseconds. */
  times: ReturnType<typeof createHistogram>
}

const MAX_PROBLEMS = 10
/** Timeout for inactivity on a connection, in milliseconds. */
const TIMEOUT_MS = 20_000

export function createTally(): Tally {
  return { responses: 0, errors: 0, problems: [], done: new Map(), times: createHistogram() }
}

export function countError(tally: Tally, problem: string): void {
  tally.errors++
  if (tally.problems.length < MAX_PROBLEMS) tally.problems.push(problem)
}

export function countDone(tally: Tally, what: string): void {
  tally.done.set(what, (tally.done.get(what) ?? 0) + 1)
}

type RequestOptions = {
  body?: unknown
  token?: string
  world?: string
  key?: string
  /** Accepted statuses. Default: 200. */
  expect?: readonly number[]
}

export type WireResponse = { status: number; body: unknown }

/** Sends a request. @throws Error if there is no response, its status is unexpected or its body is not JSON */
export type RequestJson = (method: string, path: string, options?: RequestOptions) => Promise<WireResponse>

export function createRequester(
  origin: string,
  connections: number,
  tally: Tally,
): RequestJson & { close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const request: RequestJson = async (method, path, options = {}) => {
    const { body, token, world, key, expect = [200] } = options
    const since = performance.now()
    const text = body === undefined ? '' : JSON.stringify(body)
    const response = await send(new URL(path, origin), {
      method,
      agent,
      body: text,
      headers: {
        ...JSON_HEADERS,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(world === undefined ? {} : { 'X-Emulator-World': world }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        // Node does not set Content-Length for the body of a DELETE request.
        'Content-Length': String(Buffer.byteLength(text)),
      },
    })
    tally.times.record(Math.max(1, Math.round((performance.now() - since) * 1000)))
    tally.responses++
    if (!expect.includes(response.status))
      throw new Error(`${method} ${path} responded with ${response.status}: ${response.text.slice(0, 200)}`)
    return { status: response.status, body: JSON.parse(response.text) }
  }
  return Object.assign(request, { close: () => agent.destroy() })
}

function send(
  url: URL,
  { body, ...options }: { method: string; agent: Agent; headers: Record<string, string>; body: string },
): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    const outgoing = request(url, { ...options, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', failed)
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    outgoing.on('timeout', () =>
      outgoing.destroy(new Error(`${options.method} ${url.pathname} received no response`)),
    )
    outgoing.on('error', failed)
    outgoing.end(body)
  })
}
