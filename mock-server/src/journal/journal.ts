import { api } from 'contracts/api'
import type { Endpoint } from 'contracts/endpoint'
import { fillRecord, type JournalRecord, NO_QUERY, type RecordedRequest, UNEXPLAINED } from './fill-record.ts'
import { explainMiss } from './nearest-endpoint.ts'

/** The most recent requests of one world. */
export type Journal = ReturnType<typeof createJournal>

const MAX_ENTRIES = 1000
/** Maximum size of all entries together, in characters. */
const MAX_LENGTH = 2_000_000

/** Creates a ring buffer of reused records, which avoids garbage under load. */
export function createJournal() {
  const records: JournalRecord[] = []
  let first = 0
  let count = 0
  let length = 0
  let nextId = 1
  const at = (index: number) => records[(first + index) % MAX_ENTRIES] as JournalRecord
  const dropOldest = () => {
    const oldest = at(0)
    length -= oldest.length
    oldest.query = NO_QUERY
    oldest.body = null
    first = (first + 1) % MAX_ENTRIES
    count--
  }
  return {
    /**
     * Records a request.
     * @param took duration in milliseconds
     * @param now milliseconds since 1970, in the world's time
     */
    record: (request: RecordedRequest, status: number, took: number, now: number) => {
      if (count === MAX_ENTRIES) dropOldest()
      const index = (first + count) % MAX_ENTRIES
      let record = records[index]
      if (!record) {
        record = emptyRecord()
        records[index] = record
      }
      fillRecord(record, request)
      record.id = nextId++
      record.at = now
      record.status = status
      record.took = took
      count++
      length += record.length
      while (length > MAX_LENGTH) dropOldest()
    },
    /** Returns the records, newest first. */
    read: (): JournalRecord[] =>
      Array.from({ length: count }, (_, index) => ({ ...explained(at(count - 1 - index)) })),
    clear: () => {
      while (count > 0) dropOldest()
    },
  }
}

const declaredEndpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))

/** Adds the explanation to a record whose request matched no endpoint. */
function explained(record: JournalRecord): JournalRecord {
  if (record.violations === UNEXPLAINED)
    record.violations = [explainMiss(record.method, record.path, declaredEndpoints)]
  return record
}

function emptyRecord(): JournalRecord {
  return {
    id: 0,
    at: 0,
    method: '',
    path: '',
    declared: null,
    status: 0,
    took: 0,
    customerId: null,
    note: null,
    query: NO_QUERY,
    body: null,
    violations: [],
    faults: [],
    length: 0,
  }
}
