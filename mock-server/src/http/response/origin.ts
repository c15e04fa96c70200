import type { FastifyRequest } from 'fastify'

/** Placeholder for the emulator's origin in stored JSON. The origin is unknown when the JSON is created. */
export const ORIGIN_MARK = '{{origin}}'

/** Returns the origin that the client used. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/** Serialises a body, with the emulator's origin in place of the placeholder. */
export function withOrigin(body: unknown, origin: string): string {
  // trap: `$&` has a special meaning in a replacement string, but not in the result of a function.
  return JSON.stringify(body).replaceAll(ORIGIN_MARK, () => origin)
}
