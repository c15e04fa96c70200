import { behaviour, type Probe } from '../src/probe.ts'
import { type Json, objectOf } from './json-schema.ts'
import type { Operation } from './operations.ts'

/** Usual names of parameters. */
const LIMIT = /^(?:limit|per_?page|page_?size|size|count|first)$/i
const OFFSET = /^(?:offset|skip|start)$/i
const PAGE = /^page(?:_?number)?$/i
const CURSOR = /^(?:cursor|after|page_?token|starting_?after)$/i
const NEXT_CURSOR = /^(?:next_?)?(?:cursor|page_?token)$/i

/** Returns the rows of a list, or of the first list in an object. */
export function rowsIn(body: unknown, depth = 2): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (depth === 0) return undefined
  const values = Object.values(objectOf(body))
  return values.find(Array.isArray) ?? values.map((value) => rowsIn(value, depth - 1)).find(Boolean)
}

/** Returns the first object of a list. */
export function firstRow(body: unknown): Json {
  return objectOf(rowsIn(body)?.[0])
}

/** Tests whether the page parameters of a list have an effect. */
export function pagingProbes({ resource, name, method, parameters, endpoint }: Operation): Probe[] {
  const named = (pattern: RegExp) =>
    parameters.find((parameter) => parameter.in === 'query' && pattern.test(parameter.name))
  const limit = named(LIMIT)
  const isSingle = Number(limit?.schema.minimum ?? 1) <= 1
  if (method !== 'GET' || !limit || !isSingle) return []
  const second = (body: unknown): [name: string, value: unknown] | null => {
    const [offset, page, cursor] = [named(OFFSET), named(PAGE), named(CURSOR)]
    // trap: some hosts count pages in a parameter called offset. With 2, the first row differs for either meaning.
    if (offset ?? page) return [(offset ?? page)?.name ?? '', 2]
    const next = Object.entries(objectOf(body)).find(([key]) => NEXT_CURSOR.test(key))?.[1]
    return cursor && typeof next === 'string' && next !== '' ? [cursor.name, next] : null
  }
  const auth = endpoint([]).auth === 'bearer' ? ({ as: 'customer' } as const) : {}
  const shared = { name: `${resource}.${name}`, reason: 'reads a page of a list', ...auth, sends: [] }
  const urlWith = (path: string, ...added: readonly [string, unknown][]) => {
    const [pathname, query] = path.split('?')
    const search = new URLSearchParams(query)
    for (const [key, value] of added) search.set(key, String(value))
    return { path: `${pathname}?${search}` }
  }
  const one = [limit.name, 1] as const
  return [
    {
      ...shared,
      title: `${limit.name} limits the number of rows`,
      requests: (earlier) => {
        const list = earlier.response(shared.name)
        return list && (rowsIn(list.body)?.length ?? 0) > 1 ? [urlWith(list.path, [...one])] : null
      },
      validate: ([response]) => {
        const rows = rowsIn(response?.body)?.length ?? 0
        return rows <= 1 ? [] : behaviour('limit', '$', `1 row with ${limit.name}=1`, `${rows} rows`)
      },
    },
    {
      ...shared,
      title: 'the second page differs from the first',
      requests: (earlier) => {
        const list = earlier.response(shared.name)
        const next = list && second(list.body)
        if (!list || !next || (rowsIn(list.body)?.length ?? 0) < 3) return null
        // A cursor continues the page that contained it.
        const isCursor = CURSOR.test(next[0])
        const size = isCursor ? [] : [[...one] as [string, unknown]]
        return [urlWith(list.path, ...size), urlWith(list.path, ...size, next)]
      },
      validate: ([first, other]) => {
        const [row, next] = [first, other].map((page) => JSON.stringify(firstRow(page?.body)))
        return row !== next || row === '{}'
          ? []
          : behaviour('pages', '$', 'other rows on the second page', 'the same first row')
      },
    },
  ]
}
