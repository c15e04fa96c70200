import type { FastifyRequest } from 'fastify'

/** Placeholder for the emulator's origin in stored JSON. The origin is unknown when the JSON is created. */
export const ORIGIN_MARK = '{{origin}}'

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin of a proxy with TLS in front of the emulator; null if there is none. */
    tlsOrigin: string | null
  }
}

/** Returns the origin that the client used. The emulator has no TLS, so an https origin is a proxy's. */
export function originOf(request: FastifyRequest): string {
  return request.server.tlsOrigin ?? `${request.protocol}://${request.host}`
}

/** Serialises a body, with the emulator's origin in place of the placeholder. */
export function withOrigin(body: unknown, origin: string): string {
  // Trap: `$&` has a special meaning in a replacement string, but not in the result of a function.
  return JSON.stringify(body).replaceAll(ORIGIN_MARK, () => origin)
}
