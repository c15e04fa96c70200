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
export function bodyOf({ response: { content } }: Entry, isImage: boolean): Uint8Array | null {
  if (!content?.text) return null
  const isBase64 = content.encoding?.trim().toLowerCase() === 'base64'
  const recorded = Buffer.from(content.text, isBase64 ? 'base64' : 'utf8')
  const bytes = isBase64 && !isImage ? decodeBody(recorded) : recorded
  if (bytes === null) return null
  // Tools count characters, encoded or decoded bytes. JSON that can be parsed is complete.
  const isComplete =
    bytes.byteLength >= (content.size ?? -1) || parseJsonText(decodeUtf8(bytes)).flaw === null
  return isComplete ? new Uint8Array(bytes) : null
}

const LIMITED = { maxOutputLength: SIZE_LIMIT }
/** Decoders by content coding. Some servers send raw deflate data without the zlib header. zstd needs Node 22.15. */
const DECODERS: readonly ((bytes: Uint8Array) => Uint8Array | undefined)[] = [
  (bytes) => zlib.gunzipSync(bytes, LIMITED),
  (bytes) => zlib.inflateSync(bytes, LIMITED),
  (bytes) => zlib.inflateRawSync(bytes, LIMITED),
  (bytes) => zlib.brotliDecompressSync(bytes, LIMITED),
  (bytes) => (zlib as Partial<typeof zlib>).zstdDecompressSync?.(bytes, LIMITED),
]

/**
 * Decodes a body that may be encoded. Its Content-Encoding does not tell, because most tools record the decoded body
 * with the header.
 */
function decodeBody(bytes: Uint8Array): Uint8Array | null {
  const text = decodeUtf8(bytes)
  if (text !== null && parseJsonText(text).flaw === null) return bytes
  for (const decode of DECODERS) {
    try {
      const result = decode(bytes)
      if (result && parseJsonText(decodeUtf8(result)).flaw === null) return result
    } catch {
      // The body has another encoding.
    }
  }
  return text === null ? null : bytes
}
