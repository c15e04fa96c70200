import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { DECLARED, REQUEST } from '../../test/journal-request.ts'
import type { JournalRecord } from './journal-record.ts'
import { fillRecord, shorten, UNEXPLAINED } from './journal-record.ts'

/** Returns the record of a request. */
function recordOf(change: Partial<typeof REQUEST> = {}) {
  const record = {} as JournalRecord
  fillRecord(record, { ...REQUEST, ...change })
  return record
}
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('truncates texts after 200 characters, lists after 50 items, and replaces larger values', () => {
  const recorded = (texts: string[]) => recordOf({ endpoint: DECLARED, body: { texts } }).body
  const text = 'x'.repeat(200)
  expect(recorded([text, `${text}x`])).toEqual({ texts: [text, `${text}…`] })
  const items = Array(50).fill('a')
  expect(recorded(items)).toEqual({ texts: items })
  expect(recorded([...items, 'a', 'a'])).toEqual({ texts: [...items, '(2 more)'] })
  const texts = [...Array(19).fill(text), '']
  const rest = 'x'.repeat(4000 - JSON.stringify({ texts }).length)
  expect(recorded([...texts.slice(0, 19), rest])).toEqual({ texts: [...texts.slice(0, 19), rest] })
  expect(recorded([...texts.slice(0, 19), `${rest}x`])).toBe('(4001 characters)')
})

test('shortens lists to their maximum, and objects to 50 fields', () => {
  const fields = (count: number) => Object.fromEntries(range(1, count).map((n) => [`a${n}`, n]))
  expect(shorten({ list: range(1, 10) }, 10)).toEqual({ list: range(1, 10) })
  expect(shorten({ list: range(1, 11) }, 10)).toEqual({ list: [...range(1, 10), '(1 more)'] })
  expect(shorten(fields(50), 10)).toEqual(fields(50))
  expect(shorten(fields(51), 10)).toEqual(fields(50))
})

test('does not keep the query of a stored path in memory', () => {
  setFlagsFromString('--expose-gc')
  const heap = () => {
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }
  const before = heap()
  const records = range(1, 40).map((n) =>
    recordOf({ url: `/api/v1/products/of/none?${'q'.repeat(900_000)}${n}` }),
  )
  expect(heap() - before).toBeLessThan(10_000_000)
  expect(records[0]?.path).toBe('/products/of/none')
})

test('explains an unknown path only when it is read, because that takes longer than the response', () => {
  expect(recordOf({ body: {} }).violations).toBe(UNEXPLAINED)
})
