import { printable } from '../../src/printable.ts'
import type { Side } from './session.ts'

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
  value: <T>(value: T) => T
}

/** Maximum length of a redacted text in characters. */
export const MAX_LENGTH = 500

/** Maximum length of a text that is searched for secrets. Longer texts are replaced completely. */
const MAX_INPUT_LENGTH = 20_000

/** Maximum number of hidden texts. If there are more, texts are replaced completely. */
export const MAX_HIDDEN = 2000

const REDACTED = '[redacted]'

/** Keys of a report whose values never come from a host. */
const OWN_KEYS = new Set(['class', 'rule', 'verdict', 'case', 'kind'])

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
  // Not the date of a timestamp.
  [/\+?(?<!\d)(?!\d{4}-\d\d-\d\dT)\d[\d ()-]{7,}\d/g, '[number]'],
]

type Pattern = readonly [RegExp, string]

export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  /** Replacements for the secrets in every encoding. */
  const hidden = new Map<string, string>()
  /** Matches all hidden texts, longest first. Compiled when it is needed. */
  let pattern: RegExp | null = null
  let isFull = false

  function withoutHidden(text: string): string {
    pattern ??= anyOf([...hidden.keys()])
    return printable(text.replace(pattern, (found) => hidden.get(found) ?? REDACTED))
  }

  function shown(text: string): string {
    if (text.length > MAX_INPUT_LENGTH) return '[long text]'
    return cut(applied(PATTERNS, withoutHidden(text)))
  }

  /** Redacts a curl command. Only its URL can contain text from the host. */
  function curlLine(line: string): string {
    return withoutHidden(line).replace(/'https?:\/\/[^']*'$/, (url) => applied([TOKEN, EMAIL], url))
  }

  function inside(value: unknown, key = ''): unknown {
    // If not all secrets are known, replaces all texts that may come from a host.
    if (isFull && (key === 'sample' || (typeof value === 'string' && !OWN_KEYS.has(key)))) return REDACTED
    if (typeof value === 'string' && key === 'url') return applied([TOKEN, EMAIL], withoutHidden(value))
    if (typeof value === 'string') return key === 'curl' ? curlLine(value) : shown(value)
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((inner) => inside(inner, key))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [shown(name), inside(inner, name)]),
    )
  }

  return {
    hide: (secret, as) => {
      // Ignores very short secrets, because they would match parts of words. Real passwords are longer.
      if (typeof secret !== 'string' || secret.length < 4 || secrets.has(secret)) return
      isFull ||= secrets.size === MAX_HIDDEN
      if (isFull) return
      secrets.add(secret)
      // Personal data is not part of basic authentication, and a long list of forms makes the search slow.
      const forms = as === '[personal]' ? formsOf(secret) : [...formsOf(secret), ...base64Of(secret)]
      for (const form of forms) if (!hidden.has(form)) hidden.set(form, as)
      pattern = null
    },
    isPartOfHidden: (text) => isFull || [...hidden.keys()].some((secret) => secret.includes(text)),
    value: (value) => inside(value) as typeof value,
  }
}

export function hideCredentials({ credentials }: Side, redactor: Redactor): void {
  const { email, password, token } = credentials ?? {}
  // The credentials of basic authentication.
  const basic = email && password ? `${email}:${password}` : undefined
  for (const secret of [password, token, basic]) redactor.hide(secret, '[secret]')
  redactor.hide(email, '[e-mail]')
}

/** Hides the customer's personal data in a body from all output. */
export function hidePersonal(value: unknown, redactor: Redactor, depth = 0): void {
  if (value === null || typeof value !== 'object' || depth > 5) return
  for (const [key, inner] of Object.entries(value).slice(0, 200)) {
    if (/email$|phone|person_number|token/i.test(key)) redactor.hide(inner, '[personal]')
    hidePersonal(inner, redactor, depth + 1)
  }
}

const SECRET_VALUES: readonly Pattern[] = [
  [/email$/i, '[e-mail]'],
  [/phone$/i, '[number]'],
  [/password$/i, '[secret]'],
  [/token$/i, '[token]'],
  [/code$/i, '[code]'],
]

/** Hides the accounts, tokens and codes among the values of a run. */
export function hideValues(values: object, redactor: Redactor): void {
  for (const [name, value] of Object.entries(values)) {
    const [, as] = SECRET_VALUES.find(([pattern]) => pattern.test(name)) ?? []
    if (as) redactor.hide(value, as)
    else if (value !== null && typeof value === 'object' && !Array.isArray(value)) hideValues(value, redactor)
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
  const lower = (from: string) => from.replace(/[\u0080-\uffff]/g, (unit) => `\\u${codeOf(unit, 4)}`)
  const upper = (from: string) =>
    from.replace(/[\u0080-\uffff]/g, (unit) => `\\u${codeOf(unit, 4).toUpperCase()}`)
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const attribute = html.replaceAll('"', '&quot;')
  const apostrophes = ["'", '&#39;', '&#039;', '&#x27;', '&apos;']
  const urls = [path, strict, query]
  return [
    ...[json, php].flatMap((form) => [form, lower(form), upper(form)]),
    ...[text, text.replaceAll("'", "'\\''")],
    ...[...urls, ...urls.map((url) => url.replace(/%../g, (code) => code.toLowerCase()))],
    ...[html, attribute].flatMap((form) => apostrophes.map((sign) => form.replaceAll("'", sign))),
  ]
}

const base64Of = (text: string) =>
  (['base64', 'base64url'] as const).map((encoding) => Buffer.from(text).toString(encoding))

const codeOf = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0')

/** Returns a pattern that matches each of the texts, longest first. */
function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length)
  const source = longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  return new RegExp(source || '(?!)', 'g')
}

function applied(patterns: readonly Pattern[], text: string): string {
  return patterns.reduce((result, [pattern, as]) => result.replace(pattern, as), text)
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text
}
