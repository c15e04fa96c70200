import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response from the host, which a mutation can change or replace. */
export type HostResponse = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Writes the response itself, for example slowly, truncated or without an end. */
  takeOver?: (response: ServerResponse) => void
}

export type RecordedRequest = { method: string; path: string; hasToken: boolean; body: string; at: number }

/**
 * Returns a changed response, or undefined to leave it unchanged. `handle` sends the request again with additional
 * headers or a different path.
 */
export type Mutate = (
  response: HostResponse,
  request: RecordedRequest,
  handle: (headers: Record<string, string>, path?: string) => Promise<HostResponse>,
) => HostResponse | undefined | Promise<HostResponse | undefined>

/** A proxy on a local port that forwards requests, mutates responses, and records the requests. */
export type HostProxy = {
  origin: string
  requests: RecordedRequest[]
  /** Sets the mutation, or removes it if null is passed. Clears the recorded requests. */
  plant: (mutate: Mutate | null) => void
  close: () => Promise<void>
}

/** @param responses `fetch` of the host behind the proxy */
export async function startHostProxy(responses: typeof fetch, port = 0): Promise<HostProxy> {
  const requests: RecordedRequest[] = []
  let mutate: Mutate | null = null

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const request: RecordedRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      hasToken: incoming.headers.authorization !== undefined,
      body: body.toString('utf8'),
      at: performance.now(),
    }
    requests.push(request)
    const healthy = (more: Record<string, string> = {}, path = request.path) =>
      requestHealthy(responses, incoming, path, body, more)
    const reply = await healthy()
    const changed = (await mutate?.(reply, request, healthy)) ?? reply
    if (changed.takeOver) return changed.takeOver(response)
    response.writeHead(changed.status, { ...changed.headers, 'content-length': String(changed.body.length) })
    response.end(changed.body)
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const { port: taken } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${taken}`,
    requests,
    plant(next) {
      mutate = next
      requests.length = 0
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function requestHealthy(
  responses: typeof fetch,
  incoming: IncomingMessage,
  path: string,
  body: Buffer,
  more: Record<string, string>,
): Promise<HostResponse> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
      headers[name] = value
  }
  const response = await responses(`http://${incoming.headers.host}${path}`, {
    method: incoming.method ?? 'GET',
    headers: { ...headers, ...more },
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
  const stored = [...response.headers].filter(
    ([name]) => !['content-length', 'transfer-encoding', 'connection', 'date'].includes(name),
  )
  return {
    status: response.status,
    headers: Object.fromEntries(stored),
    body: Buffer.from(await response.arrayBuffer()),
  }
}
