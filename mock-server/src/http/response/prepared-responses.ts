import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../world/world.ts'

/** An answer's bytes and their compressed forms, each made once. */
export type Prepared = {
  plain: Buffer
  br?: Buffer | undefined
  gzip?: Buffer | undefined
  etag?: string
}

/** Below this many bytes a compressed answer is hardly smaller. */
const WORTH_COMPRESSING = 1024
/** Bytes of kept answers, over all worlds and for a single one. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_BYTES_EACH = 4 * 1024 * 1024
/** Characters of a request whose answer is kept: a longer one hardly comes twice, and fills the heap. */
const MAX_KEY = 1000

export function prepare(text: string): Prepared {
  return { plain: ownBytes(text) }
}

/**
 * Copies text or bytes into memory of their own.
 * trap: what Node allocates by default lies in blocks of 16 or 64 KB, and a small part that is cached keeps its block.
 */
function ownBytes(source: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(source))
  if (typeof source === 'string') bytes.write(source)
  else source.copy(bytes)
  return bytes
}

/**
 * Sends an answer that is the same for every caller: it may be stored and is asked for again each time, which costs no
 * body while it has not changed. The tag is weak: it names all encodings.
 */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
  type?: string,
): FastifyReply {
  // What a fault or drift makes of an answer is not what the tag would name.
  if (request.activeFaults.length > 0 || request.drift?.length)
    return sendPrepared(request, reply, prepared, type)
  prepared.etag ??= `W/"${hash('sha1', prepared.plain, 'base64url')}"`
  reply.header('cache-control', 'no-cache').header('etag', prepared.etag)
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(prepared.etag))
    return reply.code(304).send()
  return sendPrepared(request, reply, prepared, type)
}

/** Sends JSON, or text of another type, in the best encoding that the caller takes. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
  type = 'application/json',
): FastifyReply {
  reply.header('content-type', type)
  if (prepared.plain.length < WORTH_COMPRESSING && !prepared.br && !prepared.gzip)
    return reply.send(prepared.plain)
  reply.header('vary', 'Accept-Encoding')
  const accepted = request.headers['accept-encoding']
  if (typeof accepted === 'string') {
    if (accepted.includes('br')) {
      prepared.br ??= ownBytes(
        brotliCompressSync(prepared.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      )
      return reply.header('content-encoding', 'br').send(prepared.br)
    }
    if (accepted.includes('gzip')) {
      prepared.gzip ??= ownBytes(gzipSync(prepared.plain, { level: 6 }))
      return reply.header('content-encoding', 'gzip').send(prepared.gzip)
    }
  }
  return reply.send(prepared.plain)
}

/** Responses that are the same for every caller, cached until their world's catalogue is written to. */
export class PreparedAnswers {
  readonly #kept = new Map<string, { prepared: Prepared; version: number; bytes: number }>()
  /** The worlds whose end is listened for. */
  readonly #worlds = new WeakSet<World>()
  #bytes = 0

  find(world: World, key: string): Prepared | undefined {
    const entry = this.#kept.get(`${world.id} ${key}`)
    return entry?.version === world.version ? entry.prepared : undefined
  }

  /** @param version of the world before the response was made: a write in between makes it stale */
  keep(world: World, key: string, prepared: Prepared, version = world.version): void {
    // Half again for the compressed forms, which are made when they are first asked for.
    const bytes = key.length + prepared.plain.length * 1.5
    if (bytes > MAX_BYTES_EACH || key.length > MAX_KEY) return
    const place = `${world.id} ${key}`
    if (!this.#worlds.has(world)) {
      this.#worlds.add(world)
      world.closeListeners.add(() => this.#forgetWorld(world))
    }
    this.#forget(place)
    this.#kept.set(place, { prepared, version, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#forget(oldest)
    }
  }

  #forgetWorld({ id }: World): void {
    for (const place of this.#kept.keys()) if (place.startsWith(`${id} `)) this.#forget(place)
  }

  #forget(place: string): void {
    this.#bytes -= this.#kept.get(place)?.bytes ?? 0
    this.#kept.delete(place)
  }
}
