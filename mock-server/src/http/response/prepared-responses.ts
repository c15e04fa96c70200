import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../world/world.ts'
import { ownBytes } from './own-bytes.ts'

/** An answer's bytes and their compressed forms, each made once. */
export type Prepared = { plain: Buffer; br?: Buffer; gzip?: Buffer; etag?: string }

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
 * Sends an answer that is the same for every caller: it may be stored and is asked for again each time, which costs no
 * body while it has not changed. The tag is weak: it names all encodings.
 */
export function sendShared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  // What a fault or drift makes of an answer is not what the tag would name.
  if (request.activeFaults.length > 0 || request.drift?.length) return sendPrepared(request, reply, prepared)
  prepared.etag ??= `W/"${hash('sha1', prepared.plain, 'base64url')}"`
  reply.header('cache-control', 'no-cache').header('etag', prepared.etag)
  if (request.headers['if-none-match']?.includes(prepared.etag)) return reply.code(304).send()
  return sendPrepared(request, reply, prepared)
}

/** Sends JSON, or text of another type, in the best encoding that the caller takes. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
  type = 'application/json',
): FastifyReply {
  reply.header('content-type', type)
  if (prepared.plain.length < WORTH_COMPRESSING) return reply.send(prepared.plain)
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

/** What an answer was made from, noted before it is made: a write in between then makes it stale. */
export type MadeFrom = {
  version: number
  productChanges: number
  /** The products that are in it; undefined stands for any. */
  productIds?: readonly number[] | undefined
}

export function madeFrom(world: World): MadeFrom {
  return { version: world.version, productChanges: world.products.count }
}

type Entry = { made: MadeFrom; prepared: Prepared; bytes: number }

/**
 * Answers that are the same for every caller, kept until what they were made from is written to: the catalogue as a
 * whole, or a product that is in them. Whether it was is looked up with each call, so a stale one is never sent.
 */
export class PreparedAnswers {
  readonly #kept = new Map<string, Entry>()
  /** The worlds whose end is listened for. */
  readonly #worlds = new WeakSet<World>()
  #bytes = 0

  find(world: World, key: string): Prepared | undefined {
    const entry = this.#kept.get(`${world.id} ${key}`)
    if (!entry || !isCurrent(entry.made, world)) return undefined
    // Compressed forms were made since.
    const bytes = bytesOf(key, entry.prepared)
    if (bytes !== entry.bytes) {
      this.#bytes += bytes - entry.bytes
      entry.bytes = bytes
      this.#forgetOldest()
    }
    return entry.prepared
  }

  keep(world: World, key: string, prepared: Prepared, made: MadeFrom = madeFrom(world)): void {
    const bytes = bytesOf(key, prepared)
    if (bytes > MAX_BYTES_EACH || key.length > MAX_KEY) return
    const place = `${world.id} ${key}`
    if (!this.#worlds.has(world)) {
      this.#worlds.add(world)
      world.closeListeners.add(() => this.#forgetWorld(world))
    }
    this.#forget(place)
    this.#kept.set(place, { made, prepared, bytes })
    this.#bytes += bytes
    this.#forgetOldest()
  }

  #forgetOldest(): void {
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

function isCurrent(made: MadeFrom, world: World): boolean {
  if (made.version !== world.version) return false
  const { count } = world.products
  if (made.productChanges === count) return true
  if (made.productIds === undefined || world.products.haveChanged(made.productIds, made.productChanges))
    return false
  // Looked at up to here: the next call need not look again.
  made.productChanges = count
  return true
}

function bytesOf(key: string, { plain, br, gzip }: Prepared): number {
  return key.length + plain.length + (br?.length ?? 0) + (gzip?.length ?? 0)
}
