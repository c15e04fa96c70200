import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from './world.ts'

/** An answer's bytes with their compressed twins, each made once. */
export type Prepared = { plain: Buffer; br?: Buffer; gzip?: Buffer }

/** Below this many bytes a compressed answer is hardly smaller. */
const WORTH_COMPRESSING = 1024
/** Answers kept per world: each is some ten kilobytes. */
const KEPT = 300

export function prepare(text: string): Prepared {
  return { plain: Buffer.from(text) }
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
 * Answers that everybody gets alike, kept until the world is written to. A world's version is part of every
 * entry, so a stale one is never sent.
 */
export class PreparedAnswers {
  readonly #kept = new WeakMap<World, Map<string, { version: number; prepared: Prepared }>>()

  find(world: World, key: string): Prepared | undefined {
    const entry = this.#kept.get(world)?.get(key)
    return entry && entry.version === world.version ? entry.prepared : undefined
  }

  keep(world: World, key: string, prepared: Prepared): void {
    let kept = this.#kept.get(world)
    if (!kept) {
      kept = new Map()
      this.#kept.set(world, kept)
    }
    kept.delete(key)
    kept.set(key, { version: world.version, prepared })
    const oldest = kept.size > KEPT ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }
}
