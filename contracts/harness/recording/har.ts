import zlib from 'node:zlib'
import { z } from 'zod'
import { decodeUtf8, parseJsonText, SIZE_LIMIT } from '../../src/json-text.ts'

/**
 * The part of a HAR file (HTTP Archive 1.2) that the validator reads. Tools omit different fields: bodies, sizes (-1),
 * and cookies and tokens in sanitised exports.
 */
const Headers = z.array(z.looseObject({ name: z.string(), value: z.string().catch('') })).default([])

export const Entry = z.looseObject({
  startedDateTime: z.string().catch(''),
  time: z.number().nullish(),
  request: z.looseObject({
    method: z.string().transform((method) => method.toUpperCase()),
    url: z.string(),
    headers: Headers,
    postData: z.looseObject({ text: z.string().nullish(), params: Headers.catch([]) }).nullish(),
  }),
  response: z.looseObject({
    status: z.number(),
    headers: Headers,
    content: z
      .looseObject({ size: z.number().nullish(), text: z.string().nullish(), encoding: z.string().nullish() })
      .nullish(),
  }),
})
export type Entry = z.infer<typeof Entry>

export const RequestUrl = z.looseObject({ request: z.looseObject({ url: z.string() }) })

export const Har = z.looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) })
export type Har = z.infer<typeof Har>

export const toLowerCaseName = ({ name, value }: { name: string; value: string }) =>
  [name.toLowerCase(), value] as const

/**
 * Returns the recorded body, or null if it is missing or truncated. HAR tools omit large bodies and bodies that
 * the page did not read. Some record the encoded bytes.
 */
export function bodyOf({ response: { content, headers } }: Entry, isImage: boolean): Uint8Array | null {
  if (!content?.text) return null
  const isBase64 = content.encoding?.trim().toLowerCase() === 'base64'
  const recorded = Buffer.from(content.text, isBase64 ? 'base64' : 'utf8')
  const bytes = isBase64 && !isImage ? decodeBody(recorded, headers) : recorded
  if (bytes === null) return null
  // Tools count characters, encoded or decoded bytes. JSON that can be parsed is complete.
  const isComplete =
    bytes.byteLength >= (content.size ?? -1) || parseJsonText(decodeUtf8(bytes)).flaw === null
  return isComplete ? new Uint8Array(bytes) : null
}

const LIMITED = { maxOutputLength: SIZE_LIMIT }
/** By their name in Content-Encoding. Some servers send `deflate` without the header of zlib. Node 22.15 added zstd. */
const DECODERS: readonly [encoding: string, decode: (bytes: Uint8Array) => Uint8Array][] = [
  ['gzip', (bytes) => zlib.gunzipSync(bytes, LIMITED)],
  ['deflate', (bytes) => zlib.inflateSync(bytes, LIMITED)],
  ['deflate', (bytes) => zlib.inflateRawSync(bytes, LIMITED)],
  ['br', (bytes) => zlib.brotliDecompressSync(bytes, LIMITED)],
  ['zstd', (bytes) => (zlib as Partial<typeof zlib>).zstdDecompressSync?.(bytes, LIMITED) ?? bytes],
]

/** Decodes a body that may be encoded as the header says. Most tools record the decoded body in spite of the header. */
function decodeBody(bytes: Uint8Array, headers: Entry['response']['headers']): Uint8Array | null {
  const text = decodeUtf8(bytes)
  if (text !== null && parseJsonText(text).flaw === null) return bytes
  const named = headers.map(toLowerCaseName).find(([name]) => name === 'content-encoding')?.[1] ?? ''
  const likelyFirst = DECODERS.toSorted(([a], [b]) => Number(isNamed(named, b)) - Number(isNamed(named, a)))
  for (const [, decode] of likelyFirst) {
    try {
      const result = decode(bytes)
      if (result !== bytes && parseJsonText(decodeUtf8(result)).flaw === null) return result
    } catch {
      // The body has another encoding.
    }
  }
  return text === null ? null : bytes
}

const isNamed = (header: string, encoding: string) =>
  header
    .toLowerCase()
    .split(/[\s,]+/)
    .includes(encoding)
