import { expect, test } from 'vitest'
import { z } from 'zod'
import { addBody, type FieldProfile, mergeSorted } from './field-profile.ts'

const ROWS = z.array(
  z.object({ id: z.int(), kind: z.enum(['book', 'pen']).nullable(), note: z.string().optional() }),
)

function profileOf(...bodies: unknown[]): Record<string, FieldProfile> {
  const fields: Record<string, FieldProfile> = {}
  for (const body of bodies) addBody(fields, ROWS, body)
  return fields
}

test('omits the undeclared fields of a catchall and their contents, because their names may be personal', () => {
  const fields: Record<string, FieldProfile> = {}
  const schema = z.object({ id: z.int() }).catchall(z.object({ id: z.int() }))
  addBody(fields, schema, { id: 1, 'Ada Lovelace': { id: 2 } })
  expect(Object.keys(fields)).toEqual(['$.id'])
})

test('omits the keys of a record and what they contain, because they may be personal', () => {
  const fields: Record<string, FieldProfile> = {}
  const schema = z.object({ owners: z.record(z.string(), z.object({ id: z.int() })) })
  addBody(fields, schema, { owners: { 'Ada Lovelace': { id: 2 } } })
  expect(Object.keys(fields)).toEqual(['$.owners'])
})

test('counts the objects that could contain a field', () => {
  expect(profileOf([{ id: 1 }])['$[].id']?.places).toBe(1)
  expect(profileOf([{ id: 1 }, {}], [{ id: 2 }])['$[].note']).toEqual({
    places: 3,
    present: 'never',
    null: 'never',
    types: [],
  })
})

test('combines presence, types, formats and values of a field, and the length of a list', () => {
  const fields = profileOf(
    [
      { id: 1, kind: 'pen', note: '' },
      { id: 'x', kind: null, note: '2026-11-20' },
    ],
    [{ id: 2, kind: 'book' }],
  )
  expect(fields['$[].id']).toMatchObject({ present: 'always', types: ['number', 'string'] })
  expect(fields['$[].kind']).toMatchObject({ null: 'sometimes', values: ['"book"', '"pen"'] })
  expect(fields['$[].note']).toMatchObject({ present: 'sometimes', forms: ['date', 'empty'] })
  expect(fields.$).toMatchObject({ places: 2, types: ['array'], length: { least: 1, most: 2 } })
})

test('omits the values of an enum that are not declared, because they may be personal', () => {
  const fields = profileOf([{ kind: 'pen' }, { kind: 'Ada Lovelace' }, { kind: 7 }])
  expect(fields['$[].kind']).toMatchObject({ places: 3, types: ['number', 'string'], values: ['"pen"'] })
})

test('reads the order of five or more rows that all have timestamps, of which three or more differ', () => {
  const rows = (...days: number[]) => days.map((day) => ({ id: 1, created_at: `2026-11-${day}` }))
  const order = (...lists: object[][]) => profileOf(...lists).$?.newestFirst
  expect(order(rows(14, 13, 12, 11))).toBeUndefined()
  expect(order(rows(14, 14, 14, 11, 11))).toBeUndefined()
  expect(order([...rows(14, 13, 12, 11, 10), { id: 1 }])).toBeUndefined()
  expect(order(rows(14, 13, 12, 11, 11))).toBe(true)
  expect(order(rows(14, 13, 12, 11, 12))).toBe(false)
  expect(order(rows(14, 13, 12, 11, 12), rows(14, 13, 12, 11, 10))).toBe(false)
})

test('adds new values to a list in ascending order', () => {
  expect(mergeSorted([9, 200], [200, 10])).toEqual([9, 10, 200])
  expect(mergeSorted(['pen'], ['book'])).toEqual(['book', 'pen'])
})
