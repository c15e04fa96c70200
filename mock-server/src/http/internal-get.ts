import { type Endpoint, endpointPattern } from 'contracts/endpoint'
import type { World } from '../world/world.ts'
import { type IsMissing, pairWithHandlers, type ResourceHandlers } from './handler.ts'
import { readFields } from './request/php-input.ts'
import { readQuery } from './request/read-request.ts'
import { pathOf } from './request/request-path.ts'
import { withOrigin } from './response/origin.ts'

/** Returns the JSON of a GET such as `/products/latest?limit=10`; undefined if it is refused or not public. */
export type InternalGet = (url: string, world: World, origin: string) => Promise<string | undefined>

/** Creates a function that calls the handlers of HTTP routes directly, so that faults and the journal are bypassed. */
export function createInternalGet<A extends Record<string, Record<string, Endpoint>>>(
  api: A,
  resources: ResourceHandlers<A>,
  isMissing: IsMissing,
): InternalGet {
  const routes = pairWithHandlers(api, resources)
    .filter(({ endpoint: { method, auth } }) => method === 'GET' && auth === 'none')
    .map((route) => ({ ...route, pattern: endpointPattern(route.endpoint.path) }))
  return async (url, world, origin) => {
    for (const { endpoint, handler, pattern } of routes) {
      const match = pattern.exec(pathOf(url))
      if (!match || isMissing(endpoint, world)) continue
      const params = Object.entries(match.groups ?? {}).map(([name, text]) => [
        name,
        decodeURIComponent(text),
      ])
      const query = Object.fromEntries(new URL(url, origin).searchParams)
      const input = {
        world,
        origin,
        params: Object.fromEntries(params),
        query: readQuery(endpoint.query, query),
        body: undefined,
        fields: readFields(query),
        customer: null,
        header: () => undefined,
        note: () => {},
      }
      // The types of the handlers' inputs depend on the endpoint, which the loop cannot express.
      const { status, body } = await handler(input as never)
      return status === 200 ? withOrigin(body, origin) : undefined
    }
    return undefined
  }
}
