import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../storage/db.ts'
import { customerOfToken } from '../../world/access-tokens.ts'

/** Source R1, R2: 60 requests a minute per customer or IP address; the window begins with the first request. */
const MAX_PER_MINUTE = 60
const WINDOW_MS = 60_000
/** Maximum number of clients tracked per database. */
const MAX_CLIENTS = 10_000

type Window = { since: number; count: number }

/** Counts requests as Laravel does. @returns a function that sends 429 and returns true above the limit */
export function createThrottle() {
  // By database, because a reset and a restore replace it, and set the clock.
  const windows = new WeakMap<Db, Map<number | string, Window>>()
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { world } = request
    let clients = windows.get(world.db)
    if (!clients || clients.size > MAX_CLIENTS) {
      clients = new Map()
      windows.set(world.db, clients)
    }
    const now = world.clock.now()
    const client = customerOfToken(world, request.headers.authorization)?.id ?? request.ip
    let window = clients.get(client)
    if (!window || Math.abs(now - window.since) >= WINDOW_MS) {
      window = { since: now, count: 0 }
      clients.set(client, window)
    }
    window.count++
    const isOver = window.count > MAX_PER_MINUTE
    reply.header('x-ratelimit-limit', String(MAX_PER_MINUTE))
    reply.header('x-ratelimit-remaining', String(Math.max(0, MAX_PER_MINUTE - window.count)))
    if (!isOver) return false
    const seconds = Math.ceil((window.since + WINDOW_MS - now) / 1000)
    // Recorded: pages of other origins cannot read this response.
    reply.removeHeader('access-control-allow-origin')
    reply.header('x-ratelimit-reset', String(Math.floor((window.since + WINDOW_MS) / 1000)))
    sendThrottled(reply, seconds)
    return true
  }
}

/** Sends a 429. Source R2: Laravel's format. */
export function sendThrottled(reply: FastifyReply, seconds: number): FastifyReply {
  return reply.code(429).header('retry-after', String(seconds)).send({ message: 'Too Many Attempts.' })
}
