import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendThrottled } from '../../faults/effects.ts'
import type { World } from '../../world/world.ts'

/** Source R1, R2: 60 requests a minute per customer or IP address; the window begins with the first request. */
const LIMIT = 60
const WINDOW = 60_000
/** Clients tracked per world. */
const MAX_CALLERS = 10_000

type Window = { since: number; calls: number }

/** Counts requests as the host's framework does. @returns a function that sends 429 and returns true above the limit */
export function createThrottle() {
  const windows = new WeakMap<World, Map<string, Window>>()
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { world } = request
    let callers = windows.get(world)
    if (!callers || callers.size > MAX_CALLERS) {
      callers = new Map()
      windows.set(world, callers)
    }
    const now = world.clock.now()
    const caller = request.headers.authorization ?? request.ip
    let window = callers.get(caller)
    if (!window || now - window.since >= WINDOW) {
      window = { since: now, calls: 0 }
      callers.set(caller, window)
    }
    window.calls++
    const over = window.calls > LIMIT
    reply.header('x-ratelimit-limit', String(LIMIT))
    reply.header('x-ratelimit-remaining', String(Math.max(0, LIMIT - window.calls)))
    if (!over) return false
    const seconds = Math.ceil((window.since + WINDOW - now) / 1000)
    reply.header('x-ratelimit-reset', String(Math.floor((window.since + WINDOW) / 1000)))
    sendThrottled(reply, seconds)
    return true
  }
}
