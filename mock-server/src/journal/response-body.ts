import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { redact } from 'contracts/privacy'
import { Message } from 'contracts/wire'
import { hash, type JournalRecord, type SentBody } from './fill-record.ts'

/**
 * Returns the body of a recorded response: secrets masked and personal data hashed as the schemas specify, or a description
 * of a body that is not JSON. Returns null if no body is kept.
 */
export function responseBody({ sent, declared, status }: JournalRecord): unknown {
  if (sent === null) return null
  const text = textOf(sent)
  const description = `(${sent.type}, ${Buffer.byteLength(text)} bytes)`
  if (!sent.type.startsWith('application/json')) return description
  try {
    // Faults and the framework respond with statuses that an endpoint does not declare.
    return redact(declared?.responses[status] ?? Message, JSON.parse(text), hash)
  } catch {
    return description
  }
}

function textOf({ bytes, encoding }: SentBody): string {
  if (typeof bytes === 'string') return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
