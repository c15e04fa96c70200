import type { Endpoint } from 'contracts/endpoint'

/** One call as it was made. Bodies are kept as they came and redacted whenever somebody reads them. */
export type JournalRecord = {
  id: number
  /** Milliseconds since 1970, in the world's time. */
  at: number
  method: string
  /** Path with its query, as asked. */
  url: string
  /** The declared endpoint that answered; null when none did. */
  declared: Endpoint | null
  status: number
  /** Milliseconds it took. */
  took: number
  query: unknown
  body: unknown
  /** Who asked, as far as a token told. */
  customerId: number | null
  /** Ids of the faults that struck. */
  faults: number[]
}

/** The last calls of one world, oldest forgotten first. */
export type Journal = {
  record: (entry: Omit<JournalRecord, 'id'>) => void
  /** Newest first. */
  read: () => JournalRecord[]
  clear: () => void
}

const CAP = 1000

export function createJournal(): Journal {
  let ring: JournalRecord[] = []
  let nextId = 1
  return {
    record: (entry) => {
      const record = entry as JournalRecord
      record.id = nextId
      // A ring: the slot of the record that is a thousand calls old.
      ring[nextId++ % CAP] = record
    },
    read: () => ring.filter(Boolean).sort((a, b) => b.id - a.id),
    clear: () => {
      ring = []
    },
  }
}
