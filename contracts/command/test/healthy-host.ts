import type { Mutate } from './host-proxy.ts'

/**
 * A healthy host that differs from the emulator, for example in ids, file names or nulls, or because it is a different
 * build. None of these differences are drift. The mutation is applied to the emulator's responses.
 */
export type Healthy = { title: string; mutate: Mutate }

export type Json = Record<string, unknown>

/** Changes all objects in JSON responses that pass the test. */
export function everywhere(test: (object: Json) => boolean, change: (object: Json) => void): Mutate {
  return (response) => {
    if (!response.headers['content-type']?.includes('json')) return undefined
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(walk)
      else if (value !== null && typeof value === 'object') {
        Object.values(value).forEach(walk)
        if (test(value as Json)) change(value as Json)
      }
    }
    const body = JSON.parse(response.body.toString('utf8'))
    walk(body)
    return { ...response, body: Buffer.from(JSON.stringify(body)) }
  }
}

/** Changes the JSON body of responses whose path matches. */
export const at =
  (path: RegExp, change: (body: never) => unknown, status = 200): Mutate =>
  (response, request) => {
    if (!path.test(request.path) || response.status !== status) return undefined
    const body = JSON.parse(response.body.toString('utf8'))
    const next = change(body as never)
    return { ...response, body: Buffer.from(JSON.stringify(next ?? body)) }
  }

export const isProduct = (object: Json) =>
  'total_stock' in object && 'choice_options' in object && Array.isArray(object.variations)
