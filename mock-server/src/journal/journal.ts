import { api } from 'contracts/api'
import type { Endpoint } from 'contracts/endpoint'
import {
  fillRecord,
  type JournalRecord,
  NO_QUERY,
  type RecordedRequest,
  type SentBody,
  UNEXPLAINED,
} from './fill-record.ts'
import { explainMiss } from './nearest-endpoint.ts'

/** The most recent requests of one world. */
export type Journal = ReturnType<typeof createJournal>

const MAX_ENTRIES = 1000
/** Maximum size of all entries together, without the responses' bodies, in characters. */
const MAX_LENGTH = 2_000_000
/** Maximum size of a kept response's body, and of all of them, in bytes as sent. */
const MAX_BODY = 256_000
const MAX_BODIES = 2_000_000

/** What the journal records of a response. */
export type RecordedResponse = {
  status: number
  /** Duration in milliseconds. */
  took: number
  /** Milliseconds since 1970, in the world's time. */
  at: number
  /** The body; null if there is none, or if it was streamed. */
  sent?: SentBody | null
}

/** Creates a ring buffer of reused records, which avoids garbage under load. */
export function createJournal() {
  const records: JournalRecord[] = []
  let first = 0
  let count = 0
  let length = 0
  let nextId = 1
  /** Number of the oldest entries whose bodies are not kept. */
  let withoutBody = 0
  let bodyBytes = 0
  const at = (index: number) => records[(first + index) % MAX_ENTRIES] as JournalRecord
  const forgetBody = (record: JournalRecord) => {
    bodyBytes -= record.sent?.bytes.length ?? 0
    record.sent = null
  }
  const dropOldest = () => {
    const oldest = at(0)
    forgetBody(oldest)
    withoutBody = Math.max(0, withoutBody - 1)
    length -= oldest.length
    oldest.query = NO_QUERY
    oldest.body = null
    first = (first + 1) % MAX_ENTRIES
    count--
  }
  return {
    record: (request: RecordedRequest, { status, took, at: now, sent = null }: RecordedResponse) => {
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
      if (sent !== null && sent.bytes.length <= MAX_BODY) {
        record.sent = sent
        bodyBytes += sent.bytes.length
      }
      while (bodyBytes > MAX_BODIES) forgetBody(at(withoutBody++))
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
    sent: null,
  }
}
