import type { Endpoint } from 'contracts/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Fault } from '../../control-api/faults.ts'
import type { World } from '../../world/world.ts'

/** Properties added to each request. Routes added with `extend` can read them too. */
export type RequestState = {
  world: World
  activeFaults: readonly Fault[]
  /** The contract of the matched endpoint, which the journal records; null if none matched. */
  endpoint: Endpoint | null
  /** The id of the customer that the token belongs to; null without a valid token. */
  customerId: number | null
  /** A handler's remark for the journal; null if there is none. */
  note: string | null
  /** The response's body for the journal; null if it is empty or streamed. */
  responseBody: Buffer | string | null
  /** The world's version for which the same request has the same response; null if responses differ. */
  cacheableVersion: number | null
}

declare module 'fastify' {
  interface FastifyRequest extends RequestState {}
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export const NO_FAULTS: readonly never[] = []

/** Declares these properties on all requests, so that they share one hidden class. */
export function decorateRequests(app: FastifyInstance): void {
  for (const name of [
    'endpoint',
    'customerId',
    'note',
    'responseBody',
    'world',
    'activeFaults',
    'cacheableVersion',
  ] as const)
    app.decorateRequest(name, null as never)
}
