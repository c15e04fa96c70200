import type { FastifyRequest } from 'fastify'

/** A placeholder in stored JSON for the emulator's own address, which is not known when the text is made. */
export const ORIGIN_MARK = '{{origin}}'

/** Scheme, host and port by which the caller reached us. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/** A body as JSON, with the emulator's own address in place of the placeholder. */
export function withOrigin(body: unknown, origin: string): string {
  // trap: a text as the replacement would have $& expanded.
  return JSON.stringify(body).replaceAll(ORIGIN_MARK, () => origin)
}
