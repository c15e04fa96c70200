import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import { pathMatcher } from 'contracts/path-pattern'
import type { Control } from '../control-api/control.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { describeUnknownRoute } from '../journal/unknown-route.ts'

/** A route at which faults happen. Its path is below /api/v1, as in a fault, or the full path. */
export type FaultRoute = Pick<Endpoint, 'method' | 'path'>

/** @param routes all of them; read with each fault, because `extend` adds some later */
export const faultsHandlers = (routes: readonly FaultRoute[]): Handlers<Control['faults']> => ({
  list: ({ world }) => ({ status: 200, body: { faults: world.faults.list() } }),
  add: ({ world, body }) => {
    const path = body.path?.replace(new RegExp(`^${API_PREFIX}(?=[/*])`), '')
    const problem = path === undefined ? null : describeUnknownPattern(path, body.method, routes)
    if (problem !== null) return refuseWithMessage(400, `((The fault would never happen: ${problem}.))`)
    const fault = world.faults.add(path === undefined ? body : { ...body, path })
    return fault
      ? { status: 200, body: fault }
      : refuseWithMessage(409, '((There are too many faults; remove some.))')
  },
  remove: ({ world, body }) => {
    if (body.id === undefined) {
      world.faults.clear()
      return { status: 200, body: { message: 'All faults are removed.' } }
    }
    return world.faults.remove(body.id)
      ? { status: 200, body: { message: `Fault ${body.id} is removed.` } }
      : refuseWithMessage(404, `((There is no fault ${body.id}.))`)
  },
})

/** Explains why no request can have a path that the pattern matches; null if one can. */
function describeUnknownPattern(
  pattern: string,
  method: FaultRoute['method'] | undefined,
  routes: readonly FaultRoute[],
): string | null {
  const isMatch = pathMatcher(pattern)
  const isKnown = routes.some(
    (route) =>
      (method === undefined || route.method === method) &&
      (isMatch(route.path) || pathMatcher(route.path)(pattern)),
  )
  return isKnown ? null : describeUnknownRoute(method ?? 'GET', pattern, routes)
}
