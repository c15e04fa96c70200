import { expect, test } from 'vitest'
import { DECLARED, REQUEST } from '../../test/journal-request.ts'
import { createJournal } from './journal.ts'

/** Fills a new journal. @returns its records, oldest first */
function recordsAfter(count: number, bodyBytes: number, change: Partial<typeof REQUEST> = {}) {
  const journal = createJournal()
  const sent = { bytes: Buffer.alloc(bodyBytes), encoding: undefined, type: 'application/json' }
  for (let at = 1; at <= count; at++)
    journal.record({ ...REQUEST, ...change }, { status: 404, took: 1, at, sent })
  return journal.read().reverse()
}
const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('keeps the newest thousand entries, and the newest bodies of two megabytes', () => {
  for (const count of [1000, 1001, 1500, 2950]) {
    const records = recordsAfter(count, 20_000)
    expect(idsOf(records)).toEqual(range(count - 999, count))
    expect(idsOf(records.filter(({ sent }) => sent))).toEqual(range(count - 99, count))
  }
})

test('forgotten entries no longer count towards the limit of bodies', () => {
  expect(recordsAfter(3000, 1000).filter(({ sent }) => sent)).toHaveLength(1000)
})

test('keeps the newest entries of two million characters', () => {
  const body = { texts: Array(15).fill('x'.repeat(200)) }
  const records = recordsAfter(1500, 0, { endpoint: DECLARED, body })
  const size = records.reduce((sum, { length }) => sum + length, 0)
  const largest = records[0]?.length ?? 0
  expect(largest).toBeGreaterThan(15 * 200)
  expect(size).toBeLessThanOrEqual(2_000_000)
  expect(size + largest).toBeGreaterThan(2_000_000)
  expect(idsOf(records)).toEqual(range(1501 - records.length, 1500))
})

test('keeps bodies of up to 256 kB', () => {
  expect(recordsAfter(1, 256_000)[0]?.sent).not.toBeNull()
  expect(recordsAfter(1, 256_001)[0]?.sent).toBeNull()
})

test('is empty after it was cleared, and then begins again', () => {
  const journal = createJournal()
  const record = (at: number) => journal.record(REQUEST, { status: 404, took: 1, at, sent: null })
  for (const at of range(1, 1200)) record(at)
  journal.clear()
  expect(journal.read()).toEqual([])
  record(1201)
  expect(idsOf(journal.read())).toEqual([1201])
})

test('explains a request without an endpoint, unless a fault responded', () => {
  const violationsAfter = (change: object) => recordsAfter(1, 0, { body: {}, ...change })[0]?.violations
  expect(violationsAfter({})).toEqual([expect.stringMatching(/^no endpoint POST \/none/)])
  expect(violationsAfter({ activeFaults: [{ id: 1 }] })).toEqual([])
})
