/** A problem with the body as a whole, detected before its contents are checked. */
export type BodyFlaw = {
  kind:
    | 'empty'
    | 'html'
    | 'not-json'
    | 'cut-short'
    | 'too-large'
    | 'too-many-values'
    | 'too-deep'
    | 'text-before-json'
    | 'not-utf8'
    | 'wrong-encoding'
  /** The text before the JSON, without tags. */
  text?: string
}

/**
 * Maximum number of bytes to read from a response. The largest valid one, the home page, is smaller than a megabyte.
 */
export const SIZE_LIMIT = 8 * 1024 * 1024

/**
 * Maximum number of JSON values in a response. Twenty thousand categories, which fill 8 MB, have 300,000. Checking
 * millions takes minutes and more than a gigabyte.
 */
export const MAX_VALUES = 350_000

/** Maximum depth of a response. Functions that visit all values are recursive, and deeper ones exhaust the stack. */
export const MAX_DEPTH = 500

/** Decodes UTF-8 without its byte order mark. Returns null if it is invalid. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Parses JSON, or returns the flaw that makes it unreadable.
 * @param text null for invalid UTF-8
 */
export function parseJsonText(text: string | null): { body: unknown; flaw: BodyFlaw | null } {
  if (text === null) return { body: undefined, flaw: { kind: 'not-utf8' } }
  const excess = excessOf(text)
  if (excess) return { body: undefined, flaw: { kind: excess } }
  try {
    return { body: JSON.parse(text), flaw: null }
  } catch (error) {
    if (text.trim() === '') return { body: undefined, flaw: { kind: 'empty' } }
    const parts = splitAtJson(text)
    if (parts) return { body: parts.body, flaw: { kind: 'text-before-json', text: parts.before } }
    if (/^\s*</.test(text)) return { body: undefined, flaw: { kind: 'html' } }
    const isCutShort = /^\s*[[{]/.test(text) && endsEarly(text, String(error))
    return { body: undefined, flaw: { kind: isCutShort ? 'cut-short' : 'not-json' } }
  }
}

/**
 * Whether a JSON text ends early. V8 has a message for each kind of token, most of them with its position.
 * @param message of JSON.parse
 */
export function endsEarly(text: string, message: string): boolean {
  const position = Number(/at position (\d+)/.exec(message)?.[1])
  return message.includes('end of JSON input') || position >= text.trimEnd().length
}

/** Number of brackets at which JSON may begin after other text. */
const MAX_JSON_STARTS = 20
const MAX_TEXT_BEFORE = 10_000

/** Splits JSON after other text, such as a warning of PHP. Returns null if the text does not end with JSON. */
function splitAtJson(text: string): { before: string; body: unknown } | null {
  if (/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return null
  const starts = [...text.slice(0, MAX_TEXT_BEFORE).matchAll(/[[{]/g)].slice(0, MAX_JSON_STARTS)
  for (const { index } of starts) {
    try {
      const body = JSON.parse(text.slice(index))
      return {
        body,
        before: text
          .slice(0, index)
          .replace(/<[^<>]*>|\s+/g, ' ')
          .replace(/ +/g, ' ')
          .trim(),
      }
    } catch {
      // The bracket belongs to the text.
    }
  }
  return null
}

/** Returns which limit a JSON text exceeds, without parsing it, or null. */
function excessOf(text: string): 'too-many-values' | 'too-deep' | null {
  if (text.length <= MAX_DEPTH) return null
  let values = 0
  let depth = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) isString = !isString
    else if (isString) index += code === 0x5c ? 1 : 0
    else if (code === 0x2c) values++
    else if (code === 0x5b || code === 0x7b) {
      values++
      depth++
    } else if (code === 0x5d || code === 0x7d) depth--
    if (values > MAX_VALUES) return 'too-many-values'
    if (depth > MAX_DEPTH) return 'too-deep'
  }
  return null
}
