import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { maskBySchema } from 'contracts/privacy'
import { Message } from 'contracts/wire'
import { type JournalRecord, type RecordedBody, shortHash } from './journal-record.ts'

/** Redacts as the schemas specify, and describes a body that is not JSON. Returns null if no body is kept. */
export function responseBody(record: JournalRecord): unknown {
  if (record.sent === null) return null
  const body = parsedBody(record.sent)
  if (body === undefined) return `(${record.sent.type}, ${Buffer.byteLength(textOf(record.sent))} bytes)`
  return maskBySchema(schemaOf(record), body, shortHash)
}

/** Returns the body for a validator: hashed numbers, such as coordinates, become 0, because a hash is no number. */
export function responseBodyWithNumbers(record: JournalRecord): unknown {
  return record.sent && withNumbers(responseBody(record), parsedBody(record.sent))
}

function withNumbers(shown: unknown, original: unknown): unknown {
  if (shown === original || shown === null || original === null) return shown
  if (typeof original === 'object' && typeof shown === 'object') {
    const entries = Object.entries(shown).map(([key, value]) => [
      key,
      withNumbers(value, (original as Record<string, unknown>)[key]),
    ])
    return Array.isArray(shown) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
  }
  if (typeof original === 'number') return 0
  const isNumber = typeof original === 'string' && original.trim() !== '' && !Number.isNaN(Number(original))
  return isNumber ? '0' : shown
}

/** Faults and Laravel respond with statuses that an endpoint does not declare. */
const schemaOf = ({ endpoint, status }: JournalRecord) => endpoint?.responses[status] ?? Message

/** Returns undefined for a body that is not JSON. */
function parsedBody(sent: RecordedBody): unknown {
  if (!sent.type.startsWith('application/json')) return undefined
  try {
    return JSON.parse(textOf(sent))
  } catch {
    return undefined
  }
}

function textOf({ bytes, encoding }: RecordedBody): string {
  if (typeof bytes === 'string') return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
