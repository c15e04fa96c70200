import type { BodyOf, Endpoint, ParamsOf, QueryOf, WireResponse } from 'contracts/endpoint'
import type { CustomerRow } from '../world/rows.ts'
import type { World } from '../world/world.ts'
import type { Fields } from './request/php-input.ts'

/** The argument of a handler: the request's input as parsed and validated, its world and its customer. */
export type HandlerInput<E extends Endpoint> = {
  world: World
  params: ParamsOf<E>
  query: QueryOf<E>
  /** The validated body. Undefined for endpoints of the provider that check `fields` themselves. */
  body: BodyOf<E>
  /** The fields of body and query as Laravel reads them. */
  fields: Fields
  /** The customer that the token belongs to; null on endpoints without authentication. */
  customer: E['auth'] extends 'bearer'
    ? E extends { openWith: object } | { guestsFrom: string }
      ? CustomerRow | null
      : CustomerRow
    : null
  /** Scheme, host and port that the client used. */
  origin: string
  header: (name: string) => string | undefined
  /** Adds a remark to the request's journal entry. */
  note: (text: string) => void
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
) => WireResponse<E> | Promise<WireResponse<E>>

/** Whether a world lacks an endpoint, because the provider added it to the original software. */
export type IsMissing = (endpoint: Endpoint, world: World) => boolean

/** Handlers that check `fields` by the host's own rules. */
export type ProviderHandlers<R extends Record<string, Endpoint>> = {
  [K in keyof R]: (input: Omit<HandlerInput<R[K]>, 'body'>) => ReturnType<Handler<R[K]>>
}

/** The handlers of a resource's endpoints. A missing one is a compile error. */
export type Handlers<R extends Record<string, Endpoint>> = { [K in keyof R]: Handler<R[K]> }

export type ResourceHandlers<A extends Record<string, Record<string, Endpoint>>> = {
  [R in keyof A]: Handlers<A[R]>
}

export function pairWithHandlers<A extends Record<string, Record<string, Endpoint>>>(
  api: A,
  resources: ResourceHandlers<A>,
): { endpoint: Endpoint; handler: Handler<Endpoint> }[] {
  return Object.entries(api).flatMap(([resource, endpoints]) => {
    // The type of `resources` pairs each handler with its endpoint. The loop cannot express this pairing.
    const handlers = resources[resource] as unknown as Record<string, Handler<Endpoint>>
    return Object.entries(endpoints).map(([name, endpoint]) => ({
      endpoint,
      handler: handlers[name] as Handler<Endpoint>,
    }))
  })
}
