import type { Mutate } from '../host-proxy.ts'
import { changeAt, json } from './mutation.ts'

/** Only requests whose query or path matches. */
export const where =
  (path: RegExp, mutate: Mutate): Mutate =>
  (answer, request, handle) =>
    path.test(request.path) ? mutate(answer, request, handle) : undefined

/** The answer that the host gives to another request. */
export const asIf =
  (change: (path: string) => string): Mutate =>
  (answer, request, handle) => {
    const other = change(request.path)
    return other === request.path ? answer : handle({}, other)
  }

/** Healthy the first time. */
export function afterFirst(mutate: Mutate): Mutate {
  let asked = 0
  return (answer, request, handle) => (asked++ === 0 ? answer : mutate(answer, request, handle))
}

/** Each time the list begins with another of its items. */
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

/** Each time another item of a bare list is missing. */
export function comingAndGoing(): Mutate {
  let asked = 0
  return json((list: unknown[]) => {
    const gone = asked++ % list.length
    return list.filter((_, index) => index !== gone)
  })
}
