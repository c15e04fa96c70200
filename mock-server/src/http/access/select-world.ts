import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_WORLD } from '../../control-api/default-world.ts'
import { STORAGE_LIMIT_MESSAGE, type Worlds } from '../../world/worlds.ts'

/** The header and the cookie that select a request's world. */
export const WORLD_HEADER = 'x-emulator-world'
const WORLD_COOKIE = /(?:^|;\s*)emulator_world=([^;]+)/
const WORLD_NAME = /^[\w.-]{1,64}$/

/** Returns why no world can have this name; null if one can. */
export function explainInvalidName(name: string): string | null {
  if (WORLD_NAME.test(name)) return null
  return `((A world's name must have 1 to 64 letters, digits, dots, hyphens or underscores: ${JSON.stringify(name.slice(0, 80))}.))`
}

/**
 * Sets the world that the header or cookie of a request names, or sends a refusal.
 * @param mayFork whether an unknown name may create a world
 * @returns false if a refusal was sent
 */
export function selectWorldOrRefuse(
  request: FastifyRequest,
  reply: FastifyReply,
  worlds: Worlds,
  mayFork: () => boolean,
): boolean {
  const name = worldName(request)
  const existingWorld = worlds.find(name)
  const problem = existingWorld === undefined ? explainInvalidName(name) : null
  if (problem !== null) {
    reply.code(400).send({ message: problem })
    return false
  }
  const isForked = existingWorld === undefined && mayFork()
  const world = isForked ? worlds.findOrFork(name) : existingWorld
  if (world) {
    request.world = world
    return true
  }
  if (isForked) reply.code(503).send({ message: STORAGE_LIMIT_MESSAGE })
  else
    reply
      .code(404)
      .send({ message: `((There is no world "${name}"; create it with POST /__emulator/worlds.))` })
  return false
}

function worldName(request: FastifyRequest): string {
  const { [WORLD_HEADER]: header, cookie } = request.headers
  // Trap: falling back to the default world for an invalid name would mix the state of tests.
  if (header !== undefined) return String(header)
  return (cookie === undefined ? null : WORLD_COOKIE.exec(cookie)?.[1]?.trim()) ?? DEFAULT_WORLD
}
