import type { Endpoint } from 'contracts/endpoint'

/** One recorded request: redacted and truncated when it is recorded, formatted when the journal is read. */
export type JournalRecord = {
  id: number
  /** Milliseconds since 1970, in the world's time. */
  at: number
  method: string
  path: string
  /** The declared endpoint; null if none matched. */
  declared: Endpoint | null
  status: number
  /** Duration in milliseconds. */
  took: number
  /** The customer, if the request had a valid token. */
  customerId: number | null
  /** A remark about a surprising effect, such as an order without an address. */
  note: string | null
  query: unknown
  body: unknown
  /** Contract violations found in the request. */
  violations: readonly string[]
  /** Ids of the faults that matched. */
  faults: readonly number[]
  /** Size of the entry, counted against the journal's limit. */
  length: number
}
