import { createHash } from 'node:crypto'
import { api } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { redact } from 'contracts/privacy'
import { explainMiss } from '../nearest.ts'
import { departures } from '../request-input.ts'
import type { Handlers } from '../serve.ts'
import type { Control } from './contract.ts'
import type { JournalRecord } from './journal.ts'
import type { JournalEntry } from './journal-contract.ts'

const declaredEndpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

const isEmpty = (query: unknown) => Object.keys(query ?? {}).length === 0

/** A record as it may be read: hashed and starred by the schemas, with what departed from the contract. */
function shown(record: JournalRecord): JournalEntry {
  const { declared } = record
  const path = (record.url.split('?')[0] ?? '').slice(API_PREFIX.length) || '/'
  return {
    id: record.id,
    at: new Date(record.at).toISOString(),
    method: record.method,
    path,
    endpoint: declared && endpointKey(declared),
    status: record.status,
    took: Math.round(record.took * 10) / 10,
    customer_id: record.customerId,
    query: isEmpty(record.query) ? {} : redact(declared?.query, record.query, hash),
    body: record.body === undefined ? null : redact(declared?.body, record.body, hash),
    departures: declared
      ? departures(declared, { query: record.query, body: record.body })
      : record.faults.length > 0
        ? []
        : [explainMiss(record.method, path, declaredEndpoints)],
    faults: record.faults,
  }
}

const USUAL = 200

export const journalHandlers: Handlers<Control['journal']> = {
  list: ({ world, query }) => {
    const after = Number(query.after) || 0
    const status = query.status === undefined ? null : new RegExp(`^${query.status.replace(/x/gi, '\\d')}$`)
    const entries = world.journal
      .read()
      .filter((record) => record.id > after)
      .filter((record) => query.method === undefined || record.method === query.method.toUpperCase())
      .filter((record) => query.path === undefined || record.url.includes(query.path))
      .filter((record) => status === null || status.test(String(record.status)))
      .map(shown)
      .filter((entry) => query.departed === undefined || entry.departures.length > 0)
      .slice(0, Number(query.limit) || USUAL)
    return { status: 200, body: { entries } }
  },
  clear: ({ world }) => {
    world.journal.clear()
    return { status: 200, body: { message: 'The journal is empty.' } }
  },
}
