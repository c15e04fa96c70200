import { createHash } from 'node:crypto'
import { api } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import { redact } from 'contracts/privacy'
import { departures } from '../http/request-input.ts'
import { type JournalRecord, NO_QUERY } from './journal.ts'
import { explainMiss } from './nearest.ts'

/** A call as it came in, with what became of it. Nothing of it is kept. */
export type Call = {
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
  /** Who asked, as far as a token says. */
  customerId: number | null
  /** Ids of the faults that struck. */
  faults: number[]
}

const declaredEndpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Letters of a path or a sentence, entries of a list, and letters of a body as JSON. */
const LONGEST_TEXT = 200
const MOST_ITEMS = 50
const LONGEST_VALUE = 4000

/**
 * What the journal keeps of a call: secrets starred and personal data hashed by the schemas, everything cut to a
 * bounded length, and what departed from the contract said in sentences.
 */
export function journalRecord(call: Call): Omit<JournalRecord, 'id'> {
  const { declared } = call
  const path = call.url.split('?', 1)[0]?.slice(API_PREFIX.length) || '/'
  const hasQuery = Object.keys(call.query ?? {}).length > 0
  // Most calls carry nothing and depart from nothing.
  const isPlain = !hasQuery && call.body === undefined && declared !== null && !declared.body
  const departed = isPlain
    ? NOTHING
    : declared
      ? departures(declared, { query: call.query, body: call.body })
      : call.faults.length > 0
        ? []
        : [explainMiss(call.method, path.slice(0, LONGEST_TEXT), declaredEndpoints)]
  return {
    at: call.at,
    method: call.method,
    path: cut(path),
    declared,
    status: call.status,
    took: call.took,
    customerId: call.customerId,
    query: hasQuery ? bounded(redact(declared?.query, call.query, hash)) : NO_QUERY,
    body: call.body === undefined ? null : bounded(redact(declared?.body, call.body, hash)),
    departures: departed.length === 0 ? NOTHING : departed.slice(0, MOST_ITEMS).map(cut),
    faults: call.faults,
  }
}

const NOTHING: readonly string[] = []

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
}

/** A value of a bounded size: long texts and lists are cut, and what is still too long is not kept at all. */
function bounded(value: unknown): unknown {
  const short = shortened(value)
  const letters = JSON.stringify(short)?.length ?? 0
  return letters > LONGEST_VALUE ? `(${letters} letters)` : short
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened)
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ITEMS)
      .map(([key, inner]) => [cut(key), shortened(inner)]),
  )
}
