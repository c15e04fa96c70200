import type { BodyOf, Endpoint, ParamsOf, QueryOf, WireResponse } from 'contracts/endpoint'
import type { CustomerRow } from '../world/rows.ts'
import type { World } from '../world/world.ts'

/** What a handler is given: who asks, what was asked, and the world to answer from. */
export type Call<E extends Endpoint> = {
  world: World
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The customer behind the token. Null only on endpoints that need none. */
  customer: E['auth'] extends 'bearer'
    ? E extends { openWith: string }
      ? CustomerRow | null
      : CustomerRow
    : null
  /** Scheme, host and port by which the caller reached us. */
  origin: string
  header: (name: string) => string | undefined
}

export type Handler<E extends Endpoint> = (call: Call<E>) => WireResponse<E> | Promise<WireResponse<E>>

/** A handler for every endpoint of a resource; one missing is a compile error. */
export type Handlers<R extends Record<string, Endpoint>> = { [K in keyof R]: Handler<R[K]> }
