import type { JournalEntry } from './journal-contract.ts'

/** One call as it may be read: redacted and cut before it gets here. */
export type JournalRecord = Omit<JournalEntry, 'id'>

/** The last calls of one world, oldest forgotten first. */
export type Journal = {
  record: (entry: JournalRecord) => void
  /** Newest first. */
  read: () => JournalEntry[]
  clear: () => void
}

const MOST_CALLS = 1000
/** Letters that the entries of one journal may have together. */
const MOST_LETTERS = 2_000_000
/** What an entry takes beside its variable parts. */
const FRAME = 300

export function createJournal(): Journal {
  let entries: { entry: JournalEntry; letters: number }[] = []
  let letters = 0
  let nextId = 1
  return {
    record: (record) => {
      const size = lettersOf(record)
      entries.push({ entry: { id: nextId++, ...record }, letters: size })
      letters += size
      while (entries.length > MOST_CALLS || letters > MOST_LETTERS) letters -= entries.shift()?.letters ?? 0
    },
    read: () => entries.map(({ entry }) => entry).reverse(),
    clear: () => {
      entries = []
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
