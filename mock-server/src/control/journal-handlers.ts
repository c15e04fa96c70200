import { endpointKey } from 'contracts/endpoint'
import type { Handlers } from '../http/handler.ts'
import type { JournalRecord } from '../journal/fill-record.ts'
import type { Control } from './contract.ts'
import type { JournalEntry } from './journal-contract.ts'

function shown(record: JournalRecord): JournalEntry {
  const { at, declared, took, customerId, violations, faults, length: _, ...same } = record
  return {
    ...same,
    at: new Date(at).toISOString(),
    endpoint: declared && endpointKey(declared),
    took: Math.round(took * 10) / 10,
    customer_id: customerId,
    violations: [...violations],
    faults: [...faults],
  }
}

const DEFAULT_LIMIT = 200

export const journalHandlers: Handlers<Control['journal']> = {
  list: ({ world, query }) => {
    const after = Number(query.after) || 0
    // `4xx` matches every status that begins with 4.
    const status = query.status?.toLowerCase().replace('xx', '')
    const entries = world.journal
      .read()
      .filter((entry) => entry.id > after)
      .filter((entry) => query.method === undefined || entry.method === query.method.toUpperCase())
      .filter((entry) => query.path === undefined || entry.path.includes(query.path))
      .filter((entry) => status === undefined || String(entry.status).startsWith(status))
      .filter((entry) => query.violations === undefined || entry.violations.length > 0)
      .slice(0, Number(query.limit) || DEFAULT_LIMIT)
      .map(shown)
    return { status: 200, body: { entries } }
  },
  clear: ({ world }) => {
    world.journal.clear()
    return { status: 200, body: { message: 'The journal is empty.' } }
  },
}
