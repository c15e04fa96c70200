import { STATUS_CODES } from 'node:http'
import { API_PREFIX } from 'contracts/client'
import qs from 'qs'
import type { Har } from '../control-api/journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { responseBodyWithNumbers } from './response-body.ts'

/** The journal does not record this size. The format's value for an unknown one. */
const UNKNOWN_SIZE = -1
const JSON_TYPE = 'application/json'

/** Returns records as an HTTP Archive 1.2. @param origin the emulator's origin, which is not recorded */
export function harOf(records: readonly JournalRecord[], origin: string): Har {
  const entries = records.map((record) => entryOf(record, origin))
  return { log: { version: '1.2', creator: { name: 'Kitabo emulator', version: '1' }, entries } }
}

type HarEntry = Har['log']['entries'][number]

function entryOf(record: JournalRecord, origin: string): HarEntry {
  const { at, took, method, path, query, body, status, sent } = record
  // Empty for a query that was too long to be recorded.
  const search = qs.stringify(query)
  const parameters = [...new URLSearchParams(search)].map(([name, value]) => ({ name, value }))
  const bodyText = body === null ? null : JSON.stringify(body)
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: UNKNOWN_SIZE, bodySize: UNKNOWN_SIZE }
  return {
    startedDateTime: new Date(at).toISOString(),
    time: took,
    request: {
      ...common,
      method,
      url: `${origin}${API_PREFIX}${path}${search && `?${search}`}`,
      headers: [{ name: 'accept', value: JSON_TYPE }],
      queryString: parameters,
      ...(bodyText === null ? {} : { postData: { mimeType: JSON_TYPE, text: bodyText } }),
    },
    response: {
      ...common,
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: sent === null ? [] : [{ name: 'content-type', value: sent.type }],
      content: contentOf(record),
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  }
}

function contentOf(record: JournalRecord): HarEntry['response']['content'] {
  const mimeType = record.sent?.type ?? ''
  const body = responseBodyWithNumbers(record)
  // A description is no body.
  if (body === null || !mimeType.startsWith(JSON_TYPE)) return { size: 0, mimeType }
  const text = JSON.stringify(body)
  return { size: Buffer.byteLength(text), mimeType, text }
}
