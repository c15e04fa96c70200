import type { Endpoint } from 'contracts/endpoint'
import type { Finding } from 'contracts/finding'
import type { FastifyInstance } from 'fastify'
import type { Fault } from '../../control/faults-contract.ts'
import type { World } from '../../world/world.ts'

/** What a call carries beside its request; routes of `extend` can read it too. */
export type RequestState = {
  world: World
  /** The faults that match this call. */
  activeFaults: readonly Fault[]
  /** What of the drifted host shows in this call; empty without a drift report. */
  drift: readonly Finding[]
  /** The declared endpoint that the call is for, as the journal names it; null for none. */
  declared: Endpoint | null
  /** The customer behind the call's token; null without one. */
  customerId: number | null
}

declare module 'fastify' {
  interface FastifyRequest extends RequestState {}
  interface FastifyContextConfig {
    declared?: Endpoint
  }
}

export const NONE: readonly never[] = []

/** Gives every request the fields above, so that all have one shape. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('declared', null)
  app.decorateRequest('customerId', null)
  app.decorateRequest('world', null as never)
  app.decorateRequest('activeFaults', null as never)
  app.decorateRequest('drift', null as never)
}
