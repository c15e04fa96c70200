import { createHash } from 'node:crypto'
import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import { maskBySchema } from 'contracts/privacy'
import { contractViolations } from '../contract-input.ts'

/** A response's body as it was sent. It is redacted when it is read, because most are never read. */
export type RecordedBody = {
  bytes: Buffer | string
  /** Value of Content-Encoding. */
  encoding: string | undefined
  /** Value of Content-Type. */
  type: string
}

/** The parts of a request that the journal reads. They are redacted before they are stored. */
export type RecordedRequest = {
  method: string
  /** Path with its query, as requested. */
  url: string
  /** The matched endpoint; null if there is none. */
  endpoint: Endpoint | null
  query: unknown
  body: unknown
  /** The customer, if the request had a valid token. */
  customerId: number | null
  /** A remark about a surprising effect, such as an order without an address. */
  note: string | null
  activeFaults: readonly { id: number }[]
}

export type RecordedResponse = {
  status: number
  /** Duration in milliseconds. */
  took: number
  /** Milliseconds since 1970, in the world's time. */
  at: number
  /** The body; null if there is none, if it was streamed, or if it is not kept. */
  sent: RecordedBody | null
}

/** One recorded request: redacted and truncated when it is recorded, formatted when the journal is read. */
export type JournalRecord = Omit<RecordedRequest, 'url' | 'activeFaults'> &
  RecordedResponse & {
    id: number
    path: string
    violations: readonly string[]
    /** Ids of the faults that were applied. */
    faults: readonly number[]
    /** Size of the entry without the response's body, counted against the journal's limit. */
    length: number
  }

/** The empty query, shared between requests to save memory. */
export const NO_QUERY: Readonly<Record<string, never>> = Object.freeze({})

const NO_ITEMS: readonly never[] = []

/** Explained when the journal is read, because the explanation takes longer than the response. */
export const UNEXPLAINED: readonly never[] = []

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Limits: characters in a path or message, items in a list, and characters in a body as JSON. */
const MAX_TEXT_LENGTH = 200
const MAX_LIST_ITEMS = 50
const MAX_VALUE_LENGTH = 4000
/** Size of an entry without its variable parts, in characters. */
const FIXED_LENGTH = 300

/** Masks secrets and hashes personal data as the schemas specify, and truncates all values. */
export function fillRecord(record: JournalRecord, request: RecordedRequest): void {
  const { endpoint, url, body } = request
  const end = url.indexOf('?')
  const path = (end === -1 ? url.slice(API_PREFIX.length) : url.slice(API_PREFIX.length, end)) || '/'
  record.method = request.method
  // Trap: in V8, a substring keeps the whole string in memory, here a query of up to 16 KB.
  record.path = url.length > MAX_TEXT_LENGTH ? Buffer.from(truncateText(path)).toString() : path
  record.endpoint = endpoint
  record.customerId = request.customerId
  record.note = request.note
  record.faults = request.activeFaults.length === 0 ? NO_ITEMS : request.activeFaults.map((fault) => fault.id)
  record.length = FIXED_LENGTH + record.path.length
  record.query = NO_QUERY
  record.body = null
  record.violations = NO_ITEMS
  // Most requests have no body and no violations.
  if (end === -1 && body === undefined && endpoint !== null && !endpoint.body) return

  const hasQuery = Object.keys(request.query ?? {}).length > 0
  if (hasQuery) record.query = limitSize(maskBySchema(endpoint?.query, request.query, shortHash))
  if (body !== undefined) record.body = limitSize(maskBySchema(endpoint?.body, body, shortHash))
  record.violations = violationsOf(request)
  record.length += JSON.stringify([record.query, record.body, record.violations]).length
}

function violationsOf({ endpoint, query, body, activeFaults }: RecordedRequest): readonly string[] {
  if (endpoint) return contractViolations(endpoint, { query, body }).map(truncateText)
  return activeFaults.length > 0 ? NO_ITEMS : UNEXPLAINED
}

function truncateText(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}

/** Replaces a value that is too long even when shortened with its length. */
function limitSize(value: unknown): unknown {
  const short = shorten(value, MAX_LIST_ITEMS)
  const characters = JSON.stringify(short)?.length ?? 0
  return characters > MAX_VALUE_LENGTH ? `(${characters} characters)` : short
}

/** Returns a value with truncated texts and lists. @param maxLength maximum number of a list's items */
export function shorten(value: unknown, maxLength: number): unknown {
  if (typeof value === 'string') return truncateText(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.slice(0, maxLength).map((item) => shorten(item, maxLength))
    return value.length > maxLength ? [...items, `(${value.length - maxLength} more)`] : items
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, Math.max(maxLength, MAX_LIST_ITEMS))
      .map(([key, inner]) => [truncateText(key), shorten(inner, maxLength)]),
  )
}
