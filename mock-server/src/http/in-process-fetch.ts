import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { WORLD_HEADER } from './access/select-world.ts'

/** The statuses with which `Response` accepts no body. */
const EMPTY_STATUSES = [204, 205, 304]

/**
 * Creates a `fetch` that calls the app in process. It follows no redirects, and rejects if a fault closes the
 * connection.
 */
export function inProcessFetch(app: FastifyInstance, worldName: string | null): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    request.signal.throwIfAborted()
    const payload = Buffer.from(await request.arrayBuffer())
    const injected = app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: {
        host: url.host,
        ...Object.fromEntries(request.headers),
        ...(worldName === null ? {} : { [WORLD_HEADER]: worldName }),
      },
      ...(payload.length > 0 ? { payload } : {}),
    })
    const response = await Promise.race([injected, rejectOnAbort(request.signal)]).catch((error: unknown) => {
      if (request.signal.aborted) throw request.signal.reason
      throw new TypeError('fetch failed', { cause: error })
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      for (const each of Array.isArray(value) ? value : [value]) headers.append(name, String(each))
    }
    const isEmpty = EMPTY_STATUSES.includes(response.statusCode) || request.method === 'HEAD'
    const length = response.headers['content-length']
    if (length !== undefined && Number(length) > response.rawPayload.length && !isEmpty) {
      throw new TypeError('terminated', { cause: new Error('the response ended before its Content-Length') })
    }
    return new Response(isEmpty ? null : new Uint8Array(decodeBody(response.rawPayload, headers)), {
      status: response.statusCode,
      headers,
    })
  }
}

/** Decompresses a body, as `fetch` does. */
function decodeBody(payload: Buffer, headers: Headers): Buffer {
  const encoding = headers.get('content-encoding')
  if (encoding === null) return payload
  headers.delete('content-encoding')
  headers.delete('content-length')
  return encoding === 'br' ? brotliDecompressSync(payload) : gunzipSync(payload)
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
