import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response from the host, which a mutation can change or replace. */
export type RawResponse = { status: number; headers: Record<string, string>; body: Buffer }

export type RecordedRequest = { method: string; path: string; hasToken: boolean; body: string }

/**
 * Returns a changed response, or undefined to leave it unchanged. If it throws, the connection is closed. `handle`
 * sends the request again with additional headers or a different path.
 */
export type Mutate = (
  response: RawResponse,
  request: RecordedRequest,
  handle: (headers: Record<string, string>, path?: string) => Promise<RawResponse>,
) => RawResponse | undefined | Promise<RawResponse | undefined>

/** A host in this process that forwards requests, mutates responses, and records the requests. */
export type PlantedHost = {
  origin: string
  fetch: typeof fetch
  requests: RecordedRequest[]
  /** Sets the mutation, or removes it if null is passed. Clears the recorded requests. */
  plant: (mutate: Mutate | null) => void
  isMutated: () => boolean
}

/** @param healthy `fetch` of the host behind it */
export function createPlantedHost(healthy: typeof fetch): PlantedHost {
  const requests: RecordedRequest[] = []
  let mutate: Mutate | null = null
  return {
    origin: 'http://shop.test',
    requests,
    plant(next) {
      mutate = next
      requests.length = 0
    },
    isMutated: () => mutate !== null,
    async fetch(input, init) {
      const sent = new Request(input, init)
      const { pathname, search } = new URL(sent.url)
      const path = pathname + search
      const body = await sent.text()
      const headers = Object.fromEntries(sent.headers)
      const hasToken = sent.headers.has('authorization')
      const request = { method: sent.method, path, hasToken, body }
      requests.push(request)
      const handle = (more: Record<string, string> = {}, other = path) =>
        read(healthy, new URL(other, sent.url), {
          ...sent,
          body,
          headers: { ...headers, ...more },
          method: sent.method,
        })
      const response = await handle()
      const changed = (await mutate?.(response, request, handle)) ?? response
      const isEmpty = changed.status === 204 || changed.status === 304
      const { status } = changed
      return new Response(isEmpty ? null : new Uint8Array(changed.body), { status, headers: changed.headers })
    },
  }
}

const HOP_BY_HOP = new Set(['content-length', 'transfer-encoding', 'connection', 'date'])

async function read(healthy: typeof fetch, url: URL, { method, headers, body }: RequestInit) {
  const response = await healthy(url, { method, headers, ...(body ? { body } : {}) } as RequestInit)
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !HOP_BY_HOP.has(name))),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** Serves a host on a local port. */
export async function listen(host: PlantedHost): Promise<PlantedHost & { close: () => Promise<void> }> {
  async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { host: name, connection: _, ...sent } = incoming.headers
    const body = Buffer.concat(await incoming.toArray())
    const headers = Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, String(value)]))
    delete headers['content-length']
    const { method = 'GET', url = '/' } = incoming
    const response = await host.fetch(`http://${name}${url}`, {
      method,
      headers,
      ...(body.length ? { body } : {}),
    })
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  }
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    ...host,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
