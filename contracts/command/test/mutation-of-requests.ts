import type { Mutate } from '../host-proxy.ts'
import { changeAt, json } from './mutation.ts'

/** Mutates only requests whose path or query matches. */
export const where =
  (path: RegExp, mutate: Mutate): Mutate =>
  (answer, request, handle) =>
    path.test(request.path) ? mutate(answer, request, handle) : undefined

/** Returns the response to another request. */
export const asIf =
  (change: (path: string) => string): Mutate =>
  (answer, request, handle) => {
    const other = change(request.path)
    return other === request.path ? answer : handle({}, other)
  }

/** Leaves the first response healthy. */
export function afterFirst(mutate: Mutate): Mutate {
  let asked = 0
  return (answer, request, handle) => (asked++ === 0 ? answer : mutate(answer, request, handle))
}

/** Rotates the list by one item for each request. */
export function rotating(at: string): Mutate {
  let asked = 0
  return json((body) =>
    changeAt(body, at, (value, owner, key) => {
      const list = value as unknown[]
      const start = asked++ % list.length
      owner[key] = [...list.slice(start), ...list.slice(0, start)]
    }),
  )
}

/** Omits another item of a bare list for each request. */
export function comingAndGoing(): Mutate {
  let asked = 0
  return json((list: unknown[]) => {
    const gone = asked++ % list.length
    return list.filter((_, index) => index !== gone)
  })
}
