import type { Endpoint } from 'contracts/endpoint'

/** One call as it is kept: redacted and cut before it gets here, and formatted when the journal is read. */
export type JournalRecord = {
  id: number
  /** Milliseconds since 1970, in the world's time. */
  at: number
  method: string
  path: string
  /** The declared endpoint that answered; null when none did. */
  declared: Endpoint | null
  status: number
  /** Milliseconds it took. */
  took: number
  /** Who asked, as far as a token says. */
  customerId: number | null
  query: unknown
  body: unknown
  /** What of the request violates the contract. */
  violations: readonly string[]
  /** Ids of the faults that matched. */
  faults: readonly number[]
  /** How much of the journal's room it takes. */
  length: number
}
