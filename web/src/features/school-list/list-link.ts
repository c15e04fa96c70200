import { readId } from '../../api/read-values.ts'
import { paths } from '../../config/paths.ts'
import type { OrderedLine } from '../../domain/cart-item.ts'
import { formatSelections } from '../../domain/line-selections.ts'

/** A line of a school list. Contains the product's name from when the list was made. */
export type ListLine = { id: number; quantity: number; name: string; note: string }
export type SchoolList = { title: string; lines: ListLine[] }

/** Limits on a list, which is encoded entirely in its link. */
export const LIST_LIMITS = {
  lines: 60,
  quantity: 999,
  titleCharacters: 60,
  noteCharacters: 60,
  nameCharacters: 60,
  /** The length in characters up to which names are shortened, so that links fit in chats and QR codes. */
  linkCharacters: 1_420,
  /** The maximum length of a fragment that is decoded, in characters. */
  readCharacters: 8_000,
  /** The maximum size of the decompressed content in bytes, to prevent decompression bombs. */
  readBytes: 32_000,
} as const

/** The prefix of a fragment. Identifies the version of the format. */
const VERSION = '1.'
/** Maximum lengths of names, tried in order until the link is short enough. Names are optional, because ids suffice. */
const NAME_LENGTHS = [LIST_LIMITS.nameCharacters, 40, 28, 20, 14, 8, 0]

type WireLine = [id: number, quantity: number, name: string, note?: string]

/** Encodes a list as version and compressed, URL-safe Base64. Names are shortened if the link is too long. */
export async function encodeList({ title, lines }: SchoolList): Promise<string> {
  let encoded = ''
  for (const length of NAME_LENGTHS) {
    const wire = lines.map(
      ({ id, quantity, name, note }): WireLine =>
        note === '' ? [id, quantity, shorten(name, length)] : [id, quantity, shorten(name, length), note],
    )
    encoded = VERSION + toBase64(await compress(JSON.stringify([title, ...wire])))
    if (encoded.length <= LIST_LIMITS.linkCharacters) break
  }
  return encoded
}

/** Decodes a fragment, with or without `#`; null if it is incomplete, too large, invalid or from a later version */
export async function decodeList(fragment: string): Promise<SchoolList | null> {
  const text = fragment.replace(/^#/, '')
  if (!text.startsWith(VERSION) || text.length > LIST_LIMITS.readCharacters) return null
  try {
    return readWire(JSON.parse(await decompress(fromBase64(text.slice(VERSION.length)))))
  } catch {
    return null
  }
}

function readWire(value: unknown): SchoolList | null {
  if (!Array.isArray(value)) return null
  const [title, ...wire] = value as unknown[]
  if (typeof title !== 'string' || wire.length === 0 || wire.length > LIST_LIMITS.lines) return null
  const lines = wire.map(readWireLine)
  return lines.every((line) => line !== null)
    ? { title: cleanText(title, LIST_LIMITS.titleCharacters), lines: lines.filter((line) => line !== null) }
    : null
}

function readWireLine(value: unknown): ListLine | null {
  if (!Array.isArray(value)) return null
  const [wireId, quantity, name, note = ''] = value as unknown[]
  const id = typeof wireId === 'number' ? readId(wireId) : null
  if (id === null || typeof name !== 'string' || typeof note !== 'string') return null
  if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > LIST_LIMITS.quantity)
    return null
  return {
    id,
    quantity: Number(quantity),
    name: cleanText(name, LIST_LIMITS.nameCharacters),
    note: cleanText(note, LIST_LIMITS.noteCharacters),
  }
}

/** Truncates text and replaces control and formatting characters, which could disguise it, with spaces. */
function cleanText(text: string, characters: number): string {
  return shorten(
    text
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    characters,
  )
}

/** Truncates text by code points, so that surrogate pairs stay intact. */
function shorten(text: string, characters: number): string {
  return Array.from(text).slice(0, characters).join('').trimEnd()
}

/** Compresses a text. Newer: throws in older browsers. The shop then offers no link. */
async function compress(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Decompresses a text. Newer: throws in older browsers. The page then shows an error. */
async function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: BlobPart[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > LIST_LIMITS.readBytes) {
      await reader.cancel()
      throw new RangeError('The list is too large.')
    }
    parts.push(part.value)
  }
  return new Blob(parts).text()
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Converts a cart or wishlist to a list. Chosen options become notes. Lines over the limit are dropped. */
export function toSchoolList(items: readonly OrderedLine[]): SchoolList {
  return {
    title: '',
    lines: items.slice(0, LIST_LIMITS.lines).map((item) => ({
      id: item.id,
      name: item.name,
      quantity: Math.min(item.quantity, LIST_LIMITS.quantity),
      note: cleanText(formatSelections(item), LIST_LIMITS.noteCharacters),
    })),
  }
}

export function listUrl(origin: string, fragment: string): string {
  return `${origin}${paths.schoolList}#${fragment}`
}
