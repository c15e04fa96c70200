import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_WORLD, FULL, type Worlds } from '../../world/worlds.ts'

/** The header and the cookie that select a request's world. */
export const WORLD_HEADER = 'x-emulator-world'
const WORLD_COOKIE = /(?:^|;\s*)emulator_world=([\w.-]{1,64})/

/** @param mayFork whether an unknown name may create a world @returns false if a refusal was sent */
export function pickWorld(
  request: FastifyRequest,
  reply: FastifyReply,
  worlds: Worlds,
  mayFork: () => boolean,
): boolean {
  const name = worldName(request)
  const known = worlds.find(name)
  const isForked = known === undefined && mayFork()
  const world = isForked ? worlds.pick(name) : known
  if (world) {
    request.world = world
    return true
  }
  if (isForked) reply.code(503).send({ message: FULL })
  else
    reply
      .code(404)
      .send({ message: `((There is no world "${name}"; create it with POST /__emulator/worlds.))` })
  return false
}

function worldName(request: FastifyRequest): string {
  const { [WORLD_HEADER]: header, cookie } = request.headers
  if (typeof header === 'string' && /^[\w.-]{1,64}$/.test(header)) return header
  return (cookie === undefined ? null : WORLD_COOKIE.exec(cookie)?.[1]) ?? DEFAULT_WORLD
}
