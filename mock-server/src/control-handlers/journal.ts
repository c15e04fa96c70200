import { endpointKey } from 'contracts/endpoint'
import type { Control } from '../control-api/control.ts'
import type { JournalEntry, JournalQuery } from '../control-api/journal.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { harOf } from '../journal/har.ts'
import { type JournalRecord, shorten } from '../journal/journal-record.ts'
import { responseBody } from '../journal/response-body.ts'
import type { World } from '../world/world.ts'

function toEntry(record: JournalRecord): JournalEntry {
  const { at, endpoint, took, customerId, violations, faults, length: _, sent: __, ...same } = record
  return {
    ...same,
    at: new Date(at).toISOString(),
    endpoint: endpoint && endpointKey(endpoint),
    took: Math.round(took * 10) / 10,
    customer_id: customerId,
    violations: [...violations],
    faults: [...faults],
  }
}

const DEFAULT_LIMIT = 200
/** Maximum number of items of a list in a shown response. */
const MAX_ITEMS = 10

/** Returns the records that match a query, newest first. */
function recordsOf(world: World, query: JournalQuery, limit: number): JournalRecord[] {
  const after = Number(query.after ?? 0)
  // `4xx` matches every status that begins with 4.
  const status = query.status?.toLowerCase().replace('xx', '')
  return world.journal
    .read()
    .filter((entry) => entry.id > after)
    .filter((entry) => query.method === undefined || entry.method === query.method.toUpperCase())
    .filter((entry) => query.path === undefined || entry.path.includes(query.path))
    .filter((entry) => status === undefined || String(entry.status).startsWith(status))
    .filter((entry) => query.violations === undefined || entry.violations.length > 0)
    .slice(0, Number(query.limit ?? limit))
}

export const journalHandlers: Handlers<Control['journal']> = {
  list: ({ world, query }) => ({
    status: 200,
    body: { entries: recordsOf(world, query, DEFAULT_LIMIT).map(toEntry) },
  }),
  har: ({ world, query, origin }) => ({
    status: 200,
    body: harOf(recordsOf(world, query, Number.POSITIVE_INFINITY).reverse(), origin),
  }),
  entry: ({ world, params }) => {
    const record = world.journal.read().find(({ id }) => String(id) === params.id)
    if (!record) return refuseWithMessage(404, `((The journal has no request ${params.id}.))`)
    return { status: 200, body: { ...toEntry(record), response: shorten(responseBody(record), MAX_ITEMS) } }
  },
  clear: ({ world }) => {
    world.journal.clear()
    return { status: 200, body: { message: 'The journal is empty.' } }
  },
}
