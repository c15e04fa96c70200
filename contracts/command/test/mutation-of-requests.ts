import type { Mutate } from '../host-proxy.ts'
import { changeAt, json } from './mutation.ts'

/** Only requests whose query or path matches. */
export const where =
  (path: RegExp, mutate: Mutate): Mutate =>
  (response, request, handle) =>
    path.test(request.path) ? mutate(response, request, handle) : undefined

/** The answer that the host gives to another request. */
export const asIf =
  (change: (path: string) => string): Mutate =>
  (response, request, handle) => {
    const other = change(request.path)
    return other === request.path ? response : handle({}, other)
  }

/** Healthy the first time. */
export function afterFirst(mutate: Mutate): Mutate {
  let requested = 0
  return (response, request, handle) => (requested++ === 0 ? response : mutate(response, request, handle))
}

/** Each time the list begins with another of its items. */
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

/** Each time another item of a bare list is missing. */
export function comingAndGoing(): Mutate {
  let requested = 0
  return json((list: unknown[]) => {
    const gone = requested++ % list.length
    return list.filter((_, index) => index !== gone)
  })
}
