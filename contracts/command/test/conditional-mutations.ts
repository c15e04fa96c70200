import type { Mutate } from './host-proxy.ts'
import { changeAt, json } from './mutation.ts'

/** Mutates only requests whose path or query matches. */
export const where =
  (path: RegExp, mutate: Mutate): Mutate =>
  (response, request, handle) =>
    path.test(request.path) ? mutate(response, request, handle) : undefined

/** Responds as if a different request had been sent. */
export const asIf =
  (change: (path: string) => string): Mutate =>
  (response, request, handle) => {
    const other = change(request.path)
    return other === request.path ? response : handle({}, other)
  }

/** Mutates all responses except the first. */
export function afterFirst(mutate: Mutate): Mutate {
  let requested = 0
  return (response, request, handle) => (requested++ === 0 ? response : mutate(response, request, handle))
}

/** Rotates the list by an additional item on each request. */
export function rotating(at: string): Mutate {
  let requested = 0
  return json((body) =>
    changeAt(body, at, (value, owner, key) => {
      const list = value as unknown[]
      const start = requested++ % list.length
      owner[key] = [...list.slice(start), ...list.slice(0, start)]
    }),
  )
}

/** Rotates a bare list by an additional item on each request. */
export function rotatingList(): Mutate {
  let requested = 0
  return json((list: unknown[]) => {
    const start = requested++ % list.length
    return [...list.slice(start), ...list.slice(0, start)]
  })
}

/** Omits a different item from a bare list on each request. */
export function comingAndGoing(): Mutate {
  let requested = 0
  return json((list: unknown[]) => {
    const gone = requested++ % list.length
    return list.filter((_, index) => index !== gone)
  })
}
