import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret } from './access-tokens.ts'

export type GuardOptions = {
  /** Names by which callers may reach us, besides loopback's; '*' is any. */
  hosts: readonly string[] | '*'
  /** What /__emulator/ asks for when others can reach us; null asks for nothing. */
  token: string | null
}

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** What a shopper's own browser needs below /__emulator: the payment window, the map, and whether we are up. */
const OPEN = /^\/__emulator(\/?(\?|$)|\/(console|checkout|payments|maps|chat|health|assets)([./?]|$))/

/**
 * Keeps strangers out. A Host that is not ours is a rebound name of some web page; and where others can reach us
 * the powers want a token. @returns whether the call is refused, and then it is answered
 */
export function refuseStranger(request: FastifyRequest, reply: FastifyReply, options: GuardOptions): boolean {
  if (options.hosts !== '*') {
    const name = request.hostname.toLowerCase()
    if (!LOOPBACK.test(name) && !options.hosts.includes(name)) {
      reply.code(403).send({
        message: `((This emulator does not answer to the host "${name}"; start it with --allow-host ${name}.))`,
      })
      return true
    }
  }
  if (options.token === null || !request.url.startsWith('/__emulator') || OPEN.test(request.url)) return false
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(options.token)))) return false
  reply
    .code(401)
    .send({ message: '((The powers of this emulator want its token: Authorization: Bearer <token>.))' })
  return true
}
