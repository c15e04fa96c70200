import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { World } from '../../world/world.ts'

/** A response's bytes and their compressed forms, each created once. */
export type EncodedBody = {
  plain: Buffer
  br?: Buffer | undefined
  gzip?: Buffer | undefined
  etag?: string
}

/** Recorded: on every response. Difference: the emulator also sends an ETag, on which the shop's caching rests. */
export const API_CACHING = 'no-cache, private'

/** Smaller responses are not compressed, because that would save little. */
const MIN_COMPRESSED_BYTES = 1024
/** Larger responses are compressed with brotli at quality 2: a list of all products takes 3 ms instead of 23. */
const LARGE_BYTES = 512 * 1024
/** Maximum cache sizes in bytes: for all worlds together, and for one response. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_BYTES_EACH = 4 * 1024 * 1024
/** Maximum length of a cached URL in characters. Longer URLs rarely repeat and would fill the heap. */
const MAX_KEY_LENGTH = 1000

export function encodeBody(text: string): EncodedBody {
  return { plain: ownBytes(text) }
}

/**
 * Copies bytes. Trap: Node allocates small buffers in pools of 16 or 64 KB, and a cached slice keeps its pool alive.
 */
function ownBytes(source: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(source))
  if (typeof source === 'string') bytes.write(source)
  else source.copy(bytes)
  return bytes
}

/** Sends a 304 if the client has the same ETag. It is weak, because all encodings share it. */
export function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: EncodedBody,
  type?: string,
): FastifyReply {
  // Faults change the body, so the ETag would be wrong.
  if (request.activeFaults.length > 0) return sendEncoded(request, reply, encoded, type)
  encoded.etag ??= `W/"${hash('sha1', encoded.plain, 'base64url')}"`
  reply.header('cache-control', type === undefined ? API_CACHING : 'no-cache').header('etag', encoded.etag)
  if (reply.statusCode === 200 && isUnchanged(request, encoded.etag)) {
    setVary(reply, encoded)
    return reply.code(304).send()
  }
  return sendEncoded(request, reply, encoded, type)
}

/** Whether the client has a response with this ETag. If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const condition = headers['if-none-match']
  if (condition === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return condition.trim() === '*' || (condition.match(/"[^"]*"/g)?.includes(opaque) ?? false)
}

function setVary(reply: FastifyReply, { plain, br, gzip }: EncodedBody): boolean {
  const isCompressed = plain.length >= MIN_COMPRESSED_BYTES || br !== undefined || gzip !== undefined
  if (isCompressed) reply.header('vary', 'Accept-Encoding')
  return isCompressed
}

/** The types lack the second parameter. */
const Encodings = Negotiator as unknown as new (
  request: FastifyRequest,
) => {
  encoding: (available: readonly string[], options: { preferred: readonly string[] }) => string | undefined
}
const ENCODINGS = ['br', 'gzip', 'identity']

/** Sends JSON, or text of a different type, in the best accepted encoding. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: EncodedBody,
  type = 'application/json',
): FastifyReply {
  reply.header('content-type', type)
  if (!setVary(reply, encoded) || request.headers['accept-encoding'] === undefined)
    return reply.send(encoded.plain)
  const encoding = new Encodings(request).encoding(ENCODINGS, { preferred: ENCODINGS })
  if (encoding === 'br') {
    encoded.br ??= ownBytes(
      brotliCompressSync(encoded.plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: encoded.plain.length > LARGE_BYTES ? 2 : 6,
          // Without the size, the encoder allocates tables for a stream of megabytes.
          [constants.BROTLI_PARAM_SIZE_HINT]: encoded.plain.length,
        },
      }),
    )
    return reply.header('content-encoding', 'br').send(encoded.br)
  }
  if (encoding === 'gzip') {
    encoded.gzip ??= ownBytes(gzipSync(encoded.plain, { level: 6 }))
    return reply.header('content-encoding', 'gzip').send(encoded.gzip)
  }
  return reply.send(encoded.plain)
}

/** Responses that are the same for every client, cached until their world's catalogue changes. */
export class ResponseCache {
  readonly #entries = new Map<string, { encoded: EncodedBody; version: number; bytes: number }>()
  /** Worlds with a registered close listener. */
  readonly #worlds = new WeakSet<World>()
  #bytes = 0

  get(world: World, key: string): EncodedBody | undefined {
    const entry = this.#entries.get(`${world.id} ${key}`)
    return entry?.version === world.version ? entry.encoded : undefined
  }

  /** @param version the world's version before the response was created; a write since then makes it stale */
  set(world: World, key: string, encoded: EncodedBody, version = world.version): void {
    // Adds 50 % for the compressed variants, which are created on demand.
    const bytes = key.length + encoded.plain.length * 1.5
    if (bytes > MAX_BYTES_EACH || key.length > MAX_KEY_LENGTH) return
    const entryKey = `${world.id} ${key}`
    if (!this.#worlds.has(world)) {
      this.#worlds.add(world)
      world.closeListeners.add(() => this.#deleteWorld(world))
    }
    this.#delete(entryKey)
    this.#entries.set(entryKey, { encoded, version, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#delete(oldest)
    }
  }

  #deleteWorld({ id }: World): void {
    for (const entryKey of this.#entries.keys()) if (entryKey.startsWith(`${id} `)) this.#delete(entryKey)
  }

  #delete(entryKey: string): void {
    this.#bytes -= this.#entries.get(entryKey)?.bytes ?? 0
    this.#entries.delete(entryKey)
  }
}
