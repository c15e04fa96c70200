import type { FastifyRequest } from 'fastify'

/** A placeholder in stored JSON for the emulator's own address, which is not known when the text is made. */
export const ORIGIN_MARK = '{{origin}}'

/** Scheme, host and port by which the caller reached us. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}
