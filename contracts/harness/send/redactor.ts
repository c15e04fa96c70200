import { toPrintable } from '../../src/command-line/printable.ts'

/**
 * Removes passwords, tokens, e-mail addresses and phone numbers from all text that may come from a host. This is the
 * last step before output. In any case, most findings contain shapes instead of values.
 *
 * Rule: only this module truncates text, after redaction. Earlier steps must leave text complete or describe its
 * length, because the redactor cannot recognise part of a secret.
 */
export type Redactor = {
  /** Registers a text to hide in all output, in every encoding. */
  hide: (secret: unknown, as: string) => void
  /**
   * Whether a text is part of a hidden text. If so, it must not be used in a request, because reports show requests.
   */
  isPartOfHidden: (text: string) => boolean
  /** Returns a copy of a value in which all strings and keys are redacted, printable, and truncated to MAX_LENGTH. */
  redact: <T>(value: T) => T
}

/** Maximum length of a redacted text in characters. */
export const MAX_LENGTH = 500

/** Maximum length of a text that is searched for secrets. Longer texts are replaced completely. */
const MAX_INPUT_LENGTH = 20_000

/** Maximum number of hidden texts. If there are more, texts are replaced completely. */
export const MAX_HIDDEN = 2000

/**
 * Length of the pieces in which a long text is hidden, and the total length of all forms of hidden texts, because
 * regular expressions are limited. The first is a multiple of 3, so that the Base64 forms of pieces are complete.
 */
const PIECE_LENGTH = 3000
const MAX_HIDDEN_LENGTH = 3_000_000

const REDACTED = '[redacted]'

/** Length of the parts of a credential that are hidden as well, and the length from which credentials have parts. */
const PART_LENGTH = 8
const MIN_DIVIDED = 12

/**
 * The words by which findings describe types. A text of these words alone is the tool's, even if a secret is such a
 * word.
 */
const OWN_WORDS = new Set(
  'a an any array body boolean empty field format in integer items json missing no null number object of or other string such the to true false value values'.split(
    ' ',
  ),
)

function isOwnText(key: string, text: string): boolean {
  if (key === 'reason' || key === 'rule') return true
  if (!['expected', 'actual', 'types'].includes(key)) return false
  return (text.match(/[^\s(),]+/g) ?? []).every((word) => OWN_WORDS.has(word.toLowerCase()))
}

/** Replaces each run of characters that consists of parts of credentials. */
function replaceParts(text: string, parts: ReadonlySet<string>): string {
  let redacted = ''
  let end = 0
  for (let start = 0; start + PART_LENGTH <= text.length; start++) {
    if (!parts.has(text.slice(start, start + PART_LENGTH))) continue
    if (start >= end) redacted += `${text.slice(end, start)}[secret]`
    end = start + PART_LENGTH
  }
  return redacted + text.slice(end)
}

/** Keys of a report whose values never come from a host. */
const OWN_KEYS = new Set(['class', 'rule', 'verdict', 'case', 'kind', 'reason', 'method', 'at'])

// The lookbehinds prevent quadratic running time for long runs of matching characters.
const TOKEN: Pattern = [/(?<![\w-])eyJ[\w-]{6,}\.[\w-]*\.?[\w-]*/g, '[token]']
const EMAIL: Pattern = [
  /(?<![^\s@"'<>\\/=:,;()[\]&?])(?:(?!%40)[^\s@"'<>\\/=:,;()[\]&?])+(?:@|%40)[^\s@"'<>\\/,;()[\]&?]{1,255}\.[\w-]+/g,
  '[e-mail]',
]
const PATTERNS: readonly Pattern[] = [
  // The credentials, query and fragment of a URL may contain passwords and tokens.
  [/\/\/[^\s/?#@]*@/g, '//'],
  [/( to [^\s?#]*)[?#]\S*/g, '$1'],
  TOKEN,
  EMAIL,
  [/\b[A-Za-z0-9_-]{40,}\b/g, '[long text]'],
  // Not the date of a timestamp, and not the digits of a UUID, which is matched first.
  [
    /\b([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\b|\+?(?<!\d)(?!\d{4}-\d\d-\d\dT)\d[\d ()-]{7,}\d/gi,
    (_, uuid?: string) => uuid ?? '[number]',
  ],
]

type Pattern = readonly [RegExp, string | ((text: string, uuid?: string) => string)]

export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  /** Replacements for the secrets in every encoding. */
  const hidden = new Map<string, string>()
  /** All parts of long credentials, by which a part is recognised. */
  const parts = new Set<string>()
  /** Matches all hidden texts, longest first. Compiled when it is needed. */
  let pattern: RegExp | null = null
  let isFull = false
  /** Total length of the keys of `hidden`. */
  let hiddenLength = 0

  function replaceHidden(text: string): string {
    pattern ??= anyOf([...hidden.keys()])
    const whole = text.replace(pattern, (found) => hidden.get(found) ?? REDACTED)
    return toPrintable(parts.size === 0 ? whole : replaceParts(whole, parts))
  }

  function redactText(text: string): string {
    if (text.length > MAX_INPUT_LENGTH) return '[long text]'
    return truncate(replacePatterns(PATTERNS, replaceHidden(text)))
  }

  function redactValue(value: unknown, key = ''): unknown {
    // If not all secrets are known, replaces all texts that may come from a host.
    if (isFull && (key === 'sample' || (typeof value === 'string' && !OWN_KEYS.has(key)))) return REDACTED
    if (typeof value === 'string' && isOwnText(key, value)) return value
    // Requests may contain values from earlier responses, but must stay complete.
    if (typeof value === 'string' && (key === 'url' || key === 'curl'))
      return replacePatterns([TOKEN, EMAIL], replaceHidden(value))
    if (typeof value === 'string') return redactText(value)
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((inner) => redactValue(inner, key))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [redactText(name), redactValue(inner, name)]),
    )
  }

  function hidePiece(secret: string, as: string): void {
    // Ignores very short secrets, because they would match parts of words, and the name of the scheme. Real passwords
    // are longer.
    if (secret.length < 4 || secrets.has(secret) || /^bearer$/i.test(secret)) return
    isFull ||= secrets.size === MAX_HIDDEN || hiddenLength > MAX_HIDDEN_LENGTH
    if (isFull) return
    secrets.add(secret)
    // Personal data is not part of basic authentication, and a long list of forms makes the search slow.
    const forms = as === '[personal]' ? formsOf(secret) : [...formsOf(secret), ...base64Of(secret)]
    for (const form of forms) {
      if (hidden.has(form)) continue
      hidden.set(form, as)
      hiddenLength += form.length
    }
    if (['[secret]', '[token]'].includes(as) && secret.length >= MIN_DIVIDED)
      for (let start = 0; start + PART_LENGTH <= secret.length; start++)
        parts.add(secret.slice(start, start + PART_LENGTH))
    pattern = null
  }

  return {
    hide: (secret, as) => {
      for (
        let start = 0;
        typeof secret === 'string' && start < secret.length && !isFull;
        start += PIECE_LENGTH
      )
        hidePiece(secret.slice(start, start + PIECE_LENGTH), as)
    },
    isPartOfHidden: (text) => isFull || [...hidden.keys()].some((secret) => secret.includes(text)),
    redact: (value) => redactValue(value) as typeof value,
  }
}

/** Returns a text as hosts echo it: unchanged, and encoded for URLs, JSON, HTML and a shell. */
function formsOf(text: string): string[] {
  const [query = ''] = new URLSearchParams([['', text]]).toString().split('=').slice(1)
  const path = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
  const strict = path.replace(/[!'()*]/g, (sign) => `%${codeOf(sign, 2).toUpperCase()}`)
  const json = JSON.stringify(text).slice(1, -1)
  // PHP escapes slashes and, by default, all characters beyond ASCII.
  const php = json.replaceAll('/', '\\/')
  const escapeLower = (from: string) => from.replace(/[\u0080-\uffff]/g, (unit) => `\\u${codeOf(unit, 4)}`)
  const escapeUpper = (from: string) =>
    from.replace(/[\u0080-\uffff]/g, (unit) => `\\u${codeOf(unit, 4).toUpperCase()}`)
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const attribute = html.replaceAll('"', '&quot;')
  const apostrophes = ["'", '&#39;', '&#039;', '&#x27;', '&apos;']
  const urls = [path, strict, query]
  return [
    ...[json, php].flatMap((form) => [form, escapeLower(form), escapeUpper(form)]),
    text,
    text.replaceAll("'", "'\\''"),
    ...urls,
    ...urls.map((url) => url.replace(/%../g, (code) => code.toLowerCase())),
    ...[html, attribute].flatMap((form) => apostrophes.map((sign) => form.replaceAll("'", sign))),
  ]
}

const base64Of = (text: string) =>
  (['base64', 'base64url'] as const).map((encoding) => Buffer.from(text).toString(encoding))

const codeOf = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0')

/** Returns a pattern that matches each of the texts, longest first. */
function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length)
  const source = longestFirst
    .map((text) => {
      const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      // A short code is not part of a longer number or word.
      return /^[a-z\d]{1,7}$/i.test(text) ? `(?<![a-zA-Z\\d])${escaped}(?![a-zA-Z\\d])` : escaped
    })
    .join('|')
  return new RegExp(source || '(?!)', 'g')
}

function replacePatterns(patterns: readonly Pattern[], text: string): string {
  return patterns.reduce((result, [pattern, as]) => result.replace(pattern, as as string), text)
}

function truncate(text: string): string {
  const characters = [...text]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text
}
