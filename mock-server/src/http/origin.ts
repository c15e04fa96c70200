import type { FastifyRequest } from 'fastify'

/** Stands in stored JSON wherever the emulator's own address belongs: nobody knows it when the text is made. */
export const ORIGIN_MARK = '{{origin}}'

/** Scheme, host and port by which the caller reached us. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}
