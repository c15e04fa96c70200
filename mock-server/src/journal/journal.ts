import type { Endpoint } from 'contracts/endpoint'

/** One call as it is kept: redacted and cut before it gets here, and made ready to be read when somebody reads it. */
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
  /** What of the request is not in the contract. */
  departures: readonly string[]
  /** Ids of the faults that struck. */
  faults: readonly number[]
}

/** The last calls of one world, oldest forgotten first. */
export type Journal = {
  record: (entry: Omit<JournalRecord, 'id'>) => void
  /** Newest first. */
  read: () => JournalRecord[]
  clear: () => void
}

const MOST_CALLS = 1000
/** Letters that the entries of one journal may have together. */
const MOST_LETTERS = 2_000_000
/** What an entry takes beside its variable parts. */
const FRAME = 300

export function createJournal(): Journal {
  let records: JournalRecord[] = []
  let letters = 0
  let nextId = 1
  return {
    record: (entry) => {
      // The entry itself is kept: a copy for each call would show in the memory of a busy emulator.
      const record = Object.assign(entry, { id: nextId++ })
      records.push(record)
      letters += lettersOf(record)
      while (records.length > MOST_CALLS || letters > MOST_LETTERS) {
        const oldest = records.shift()
        if (oldest) letters -= lettersOf(oldest)
      }
    },
    read: () => records.toReversed(),
    clear: () => {
      records = []
      letters = 0
    },
  }
}

function lettersOf({ path, query, body, departures }: JournalRecord): number {
  const isPlain = query === NO_QUERY && body === null && departures.length === 0
  return FRAME + path.length + (isPlain ? 0 : JSON.stringify([query, body, departures]).length)
}

/** The query of a call that has none: one object for all of them. */
export const NO_QUERY: Readonly<Record<string, never>> = Object.freeze({})
