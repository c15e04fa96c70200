import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { derived, from, rowsOf, sent, withReads } from './selection.ts'

const Row = z.object({ id: z.int(), tags: z.array(z.string()) })
const list = endpoint({ method: 'GET', path: '/a', responses: { 200: z.object({ rows: z.array(Row) }) } })
const add = endpoint({
  method: 'POST',
  path: '/a',
  body: z.object({ tag: z.string() }),
  responses: { 200: Row },
})
const BODY = {
  rows: [
    { id: 1, tags: ['a'] },
    { id: 2, tags: [] },
  ],
}

test('selects the objects at a path in responses', () => {
  const rows = from(list, '$.rows[]')
  expect(rows).toMatchObject({ endpoint: list, isSent: false, path: '$.rows[]', reads: [] })
  expect(rows.select(BODY, {})).toEqual(BODY.rows)
  expect(rows.select({}, {})).toEqual([])
})

test('selects the rows of lists, and of no list', () => {
  const rows = rowsOf(from(list, '$.rows'))
  expect([rows.path, rows.select(BODY, {})]).toEqual(['$.rows[]', BODY.rows])
  expect(rows.select({ rows: null }, {})).toEqual([])
})

test('selects objects made from a request and fields of its response', () => {
  const added = sent(add, ['id'], (request, { id }) => [{ ...request, id }])
  expect(added).toMatchObject({ endpoint: add, isSent: true, path: '$', reads: ['$.id'] })
  expect(added.select({ id: 7, tags: [] }, { body: { tag: 'b' } })).toEqual([{ tag: 'b', id: 7 }])
})

test('selects no object from a request whose body is missing or has another type', () => {
  const added = sent(add, ['id'], ({ tag }, { id }) => [{ tag: tag.trim(), id }])
  const response = { id: 7, tags: [] }
  // A recording may lack the body of a request.
  expect(added.select(response, {})).toEqual([undefined])
  expect(added.select(response, { body: { tag: 7 } })).toEqual([undefined])
  const withoutBody = sent(list, ['rows'], (_, { rows }) => rows)
  expect(withoutBody.select(BODY, {})).toEqual(BODY.rows)
})

test('adds the paths that a relation reads, except those of a request', () => {
  const rows = { ...from(list, '$.rows[]'), reads: ['$.total'] }
  expect(withReads(rows, ['id', 'tags[]']).reads).toEqual(['$.total', '$.rows[].id', '$.rows[].tags[]'])
  expect(withReads(from(list, '$.rows'), ['[].id']).reads).toEqual(['$.rows[].id'])
  const added = sent(add, ['id'], () => [])
  expect(withReads(added, ['tag'])).toBe(added)
})

test('selects an object made from each selected one, and none from a missing one', () => {
  const lists = derived(from(list, '$.rows'), ['length'], ({ length }, { query }) =>
    length > 1 ? { length, limit: query?.limit } : null,
  )
  expect([lists.path, lists.reads]).toEqual(['$.rows', ['$.rows.length']])
  expect(lists.select(BODY, { query: { limit: '2' } })).toEqual([{ length: 2, limit: '2' }])
  expect(lists.select({ rows: [] }, {})).toEqual([null])
  expect(lists.select({ rows: null }, {})).toEqual([null])
})
