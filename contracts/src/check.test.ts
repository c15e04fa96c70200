import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkAnswer, checkBody, describeFault, jsonPath } from './check.ts'
import { endpoint } from './endpoint.ts'

const Item = z.object({ id: z.int(), name: z.string().nullable(), price: z.number().optional() })
const List = z.object({ items: z.array(Item) })

describe('checking a body', () => {
  test('finds nothing wrong with what the contract describes', () => {
    expect(
      checkBody(List, {
        items: [
          { id: 1, name: null },
          { id: 2, name: 'Atlas', price: 5 },
        ],
      }),
    ).toEqual([])
  })

  test('tells a fault in many elements once, with a count', () => {
    const faults = checkBody(List, {
      items: [
        { id: '1', name: 'a' },
        { id: '2', name: 'b' },
      ],
    })
    expect(faults).toEqual([
      {
        kind: 'breaking',
        rule: 'type',
        path: '$.items[].id',
        expected: 'a whole number',
        actual: 'text',
        sample: 'text of 1 to 8',
        count: 2,
      },
    ])
    expect(describeFault(faults[0]!)).toBe('$.items[].id: expected a whole number, got text (2 times)')
  })

  test('calls a field that nobody declared additive, not breaking', () => {
    expect(checkBody(List, { items: [{ id: 1, name: 'a', colour: 'red' }] })).toMatchObject([
      { kind: 'additive', rule: 'extra', path: '$.items[].colour', actual: 'text', count: 1 },
    ])
  })

  test('calls a value that an enumeration does not know additive, another type breaking', () => {
    const Order = z.object({ status: z.enum(['paid', 'unpaid']), flag: z.int().min(0).max(1) })
    expect(checkBody(Order, { status: 'refunded', flag: 2 })).toMatchObject([
      { kind: 'additive', rule: 'value', path: '$.status', actual: '"refunded"' },
      { kind: 'additive', rule: 'value', path: '$.flag', actual: '2' },
    ])
    expect(checkBody(Order, { status: 1, flag: true })).toMatchObject([
      { kind: 'breaking', rule: 'type', path: '$.status' },
      { kind: 'breaking', rule: 'type', path: '$.flag' },
    ])
  })

  test('does not take a longer list for drift, and tells of numbers that JavaScript cannot hold', () => {
    expect(checkBody(z.array(z.int()).max(2), [1, 2, 3])).toEqual([])
    const price = z.object({ price: z.number() })
    expect(checkBody(price, JSON.parse('{"price":9007199254740995}'))).toMatchObject([
      { kind: 'breaking', rule: 'unsafe-number', path: '$.price' },
    ])
    expect(checkBody(price, JSON.parse('{"price":1e999}'))).toMatchObject([{ kind: 'breaking' }])
  })

  test('tells a missing field from a null one', () => {
    expect(checkBody(Item, { id: 1 }).map(describeFault)).toEqual([
      '$.name: expected text or null, got nothing',
    ])
    expect(checkBody(Item, { id: null, name: null }).map(describeFault)).toEqual([
      '$.id: expected a whole number, got null',
    ])
  })

  test('looks into the option of a union that came closest', () => {
    const either = z.union([
      z.object({ product: Item }),
      z.object({ errors: z.object({ code: z.string() }) }),
    ])
    expect(checkBody(either, { product: { id: 'x', name: 'a' } }).map((fault) => fault.path)).toContain(
      '$.product.id',
    )
    expect(checkBody(either, { errors: { code: 'gone', hint: 'no' } })).toMatchObject([
      { kind: 'additive', rule: 'extra', path: '$.errors.hint', count: 1 },
    ])
    const manyWrong = z.union([
      z.object({ product: Item, related: z.array(Item) }),
      z.object({ errors: Item }),
    ])
    const related = Array.from({ length: 9 }, () => ({ name: 'a' }))
    expect(checkBody(manyWrong, { product: {}, related }).map((fault) => fault.path)).toEqual([
      '$.product.id',
      '$.product.name',
      '$.related[].id',
    ])
  })

  test('never repeats a value: answers carry data of people', () => {
    const [fault] = checkBody(z.object({ phone: z.int() }), { phone: '0772 000 000' })
    expect(JSON.stringify(fault)).not.toContain('0772')
  })

  test('does not stumble over __proto__ keys', () => {
    expect(checkBody(Item, JSON.parse('{"id":1,"name":"a","__proto__":{"x":1}}'))).toHaveLength(1)
  })
})

test('an undeclared status is a fault', () => {
  const declared = endpoint({
    method: 'GET',
    path: '/x',
    auth: 'none',
    summary: '',
    answers: { 200: Item },
    evidence: { kind: 'assumed', why: 'a test' },
  })
  expect(checkAnswer(declared, 418, {})).toEqual([
    { kind: 'behaviour', rule: 'status', path: '$status', expected: '200', actual: '418', count: 1 },
  ])
})

test('a JSON path keeps list positions', () => {
  expect(jsonPath(['items', 3, 'price'])).toBe('$.items[3].price')
})
