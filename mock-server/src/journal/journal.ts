import { api } from 'contracts/api'
import type { Endpoint } from 'contracts/endpoint'
import {
  fillRecord,
  type JournalRecord,
  NO_QUERY,
  type RecordedRequest,
  type RecordedResponse,
  UNEXPLAINED,
} from './journal-record.ts'
import { describeUnknownRoute } from './unknown-route.ts'

const MAX_ENTRIES = 1000
/** Maximum size of all entries together, without the responses' bodies, in characters. */
const MAX_LENGTH = 2_000_000
/** Maximum size of a kept response's body, and of all of them, in bytes as sent. */
const MAX_BODY_BYTES = 256_000
const MAX_TOTAL_BODY_BYTES = 2_000_000

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
    record: (request: RecordedRequest, { status, took, at: now, sent }: RecordedResponse) => {
      if (count === MAX_ENTRIES) dropOldest()
      const index = (first + count) % MAX_ENTRIES
      const record = records[index] ?? ({} as JournalRecord)
      records[index] = record
      fillRecord(record, request)
      record.id = nextId++
      record.at = now
      record.status = status
      record.took = took
      record.sent = sent !== null && sent.bytes.length <= MAX_BODY_BYTES ? sent : null
      count++
      length += record.length
      bodyBytes += record.sent?.bytes.length ?? 0
      while (bodyBytes > MAX_TOTAL_BODY_BYTES) forgetBody(at(withoutBody++))
      while (length > MAX_LENGTH) dropOldest()
    },
    /** Returns the records, newest first. */
    read: (): JournalRecord[] =>
      Array.from({ length: count }, (_, index) => ({ ...withExplanation(at(count - 1 - index)) })),
    clear: () => {
      while (count > 0) dropOldest()
    },
  }
}

const endpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))

/** Adds the explanation to a record whose request matched no endpoint. */
function withExplanation(record: JournalRecord): JournalRecord {
  if (record.violations === UNEXPLAINED)
    record.violations = [describeUnknownRoute(record.method, record.path, endpoints)]
  return record
}
