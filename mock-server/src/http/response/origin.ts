import type { FastifyRequest } from 'fastify'

/** A placeholder in stored JSON for the emulator's origin, which is unknown when the text is created. */
export const ORIGIN_MARK = '{{origin}}'

/** Returns the origin that the client used. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/** Serialises a body, with the emulator's origin in place of the placeholder. */
export function withOrigin(body: unknown, origin: string): string {
  // trap: a string as the replacement would expand `$&`.
  return JSON.stringify(body).replaceAll(ORIGIN_MARK, () => origin)
}
