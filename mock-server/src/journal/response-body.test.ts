import { endpoint } from 'contracts/endpoint'
import { personal } from 'contracts/privacy'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createJournal } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { responseBody, responseBodyWithNumbers } from './response-body.ts'

const HASH = expect.stringMatching(/^#[0-9a-f]{8}$/)
const Place = z.object({
  id: z.int(),
  latitude: personal(z.union([z.number(), z.string()])).nullable(),
})
const DECLARED = endpoint({ method: 'GET', path: '/places', responses: { 200: z.array(Place) } })

test.each([
  ['application/json; charset=utf-8', [{ id: 7, latitude: HASH }]],
  ['text/plain', '(text/plain, 26 bytes)'],
])('a body of type %s is shown with hashes if it is JSON, and otherwise as its size', (type, shown) => {
  expect(responseBody(recordResponse(type, [{ id: 7, latitude: 0.35 }]))).toEqual(shown)
})

test.each<[latitude: unknown, shown: unknown, number: unknown]>([
  [0.35, HASH, 0],
  ['0.35', HASH, '0'],
  ['Kampala', HASH, HASH],
  [null, null, null],
])(
  'the personal value %j is shown as a hash, and for validators keeps its type',
  (latitude, shown, number) => {
    const record = recordResponse('application/json', [{ id: 7, latitude }])
    expect(responseBody(record)).toEqual([{ id: 7, latitude: shown }])
    expect(responseBodyWithNumbers(record)).toEqual([{ id: 7, latitude: number }])
  },
)

/** Returns the journal's record of GET /places with the given response. */
function recordResponse(type: string, body: unknown): JournalRecord {
  const journal = createJournal()
  journal.record(
    {
      method: 'GET',
      url: '/api/v1/places',
      endpoint: DECLARED,
      query: {},
      body: undefined,
      customerId: null,
      note: null,
      activeFaults: [],
    },
    { status: 200, took: 1, at: 0, sent: { bytes: JSON.stringify(body), encoding: undefined, type } },
  )
  const [record] = journal.read()
  if (!record) throw new Error('The journal has no record.')
  return record
}
