import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'

/** An answer's bytes and their compressed forms, each made once. */
export type Prepared = { plain: Buffer; br?: Buffer; gzip?: Buffer; etag?: string }

/** Below this many bytes a compressed answer is hardly smaller. */
const WORTH_COMPRESSING = 1024
/** Bytes of kept answers, over all worlds and for a single one. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_BYTES_EACH = 4 * 1024 * 1024

export function prepare(text: string): Prepared {
  return { plain: Buffer.from(text) }
}

/**
 * Sends an answer that is the same for every caller: it may be stored and is asked for again each time, which costs no
 * body while it has not changed. The tag is weak: it names all encodings.
 */
export function sendShared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  // What a fault or drift makes of an answer is not what the tag would name.
  if (request.activeFaults.length > 0 || request.drift?.length) return sendPrepared(request, reply, prepared)
  prepared.etag ??= `W/"${createHash('sha1').update(prepared.plain).digest('base64url')}"`
  reply.header('cache-control', 'no-cache').header('etag', prepared.etag)
  if (request.headers['if-none-match']?.includes(prepared.etag)) return reply.code(304).send()
  return sendPrepared(request, reply, prepared)
}

/** Sends JSON in the best encoding that the caller takes. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  reply.header('content-type', 'application/json')
  if (prepared.plain.length < WORTH_COMPRESSING) return reply.send(prepared.plain)
  reply.header('vary', 'Accept-Encoding')
  const accepted = request.headers['accept-encoding']
  if (typeof accepted === 'string') {
    if (accepted.includes('br')) {
      prepared.br ??= brotliCompressSync(prepared.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      return reply.header('content-encoding', 'br').send(prepared.br)
    }
    if (accepted.includes('gzip')) {
      prepared.gzip ??= gzipSync(prepared.plain, { level: 6 })
      return reply.header('content-encoding', 'gzip').send(prepared.gzip)
    }
  }
  return reply.send(prepared.plain)
}

/**
 * Answers that are the same for every caller, kept until their world is written to. A world's version is part of every
 * entry, so a stale one is never sent.
 */
export class PreparedAnswers {
  readonly #kept = new Map<string, { version: number; prepared: Prepared; bytes: number }>()
  #bytes = 0

  find(world: World, key: string): Prepared | undefined {
    const entry = this.#kept.get(`${world.id} ${key}`)
    return entry && entry.version === world.version ? entry.prepared : undefined
  }

  keep(world: World, key: string, prepared: Prepared): void {
    // A compressed form is never longer than the text.
    const bytes = key.length + 3 * prepared.plain.length
    if (bytes > MAX_BYTES_EACH) return
    const place = `${world.id} ${key}`
    this.#forget(place)
    this.#kept.set(place, { version: world.version, prepared, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#forget(oldest)
    }
  }

  #forget(place: string): void {
    this.#bytes -= this.#kept.get(place)?.bytes ?? 0
    this.#kept.delete(place)
  }
}
