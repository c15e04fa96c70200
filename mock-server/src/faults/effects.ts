import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../control/faults-contract.ts'

const ERROR_PAGE =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/**
 * Applies the matching faults before the handler runs: latency first, then the first fault that sends a response.
 * @returns whether a response was sent
 */
export async function applyFaults(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  for (const { effect } of request.activeFaults)
    if ('latency' in effect) await request.world.during(request.world.timers.wait(effect.latency))
  for (const { effect } of request.activeFaults) {
    if ('status' in effect) {
      // Source R2: the framework's message for a server error.
      const body = effect.body === undefined ? { message: 'Server Error' } : effect.body
      reply.code(effect.status)
      if (typeof body === 'string') reply.type('text/plain').send(body)
      else reply.type('application/json').send(JSON.stringify(body))
      return true
    }
    if ('throttle' in effect) {
      sendThrottled(reply, effect.throttle)
      return true
    }
    if ('html' in effect) {
      reply.code(200).type('text/html').send(ERROR_PAGE)
      return true
    }
    if ('reset' in effect) {
      reply.hijack()
      reply.raw.destroy()
      return true
    }
  }
  return false
}

/**
 * Returns a stream of the first half of a body, with the Content-Length of the full body. The connection closes when the
 * stream ends.
 */
export function truncateBody(reply: FastifyReply, body: Buffer): Readable {
  reply.header('content-length', String(body.length))
  return Readable.from(
    (async function* () {
      yield body.subarray(0, Math.floor(body.length / 2))
      throw new Error('((A fault truncates the response.))')
    })(),
  )
}

export function isTruncated(activeFaults: readonly Fault[]): boolean {
  return activeFaults.some(({ effect }) => 'truncate' in effect)
}

/** Sends a 429. Source R2: the framework's format. */
export function sendThrottled(reply: FastifyReply, seconds: number): FastifyReply {
  return reply.code(429).header('retry-after', String(seconds)).send({ message: 'Too Many Attempts.' })
}
