import { printable } from '../report/printable.ts'
import type { Side } from './session.ts'

/**
 * The last step before anything is written: passwords, tokens, e-mail addresses and phone numbers are taken out of
 * every text that may come from a host. Findings hold shapes and not values in the first place.
 *
 * rule: this is the only place where a text is cut, and it cuts what is already redacted. Earlier steps keep a
 * text whole or say how long it was: part of a secret could no longer be recognised.
 */
export type Redactor = {
  /** Hides a text of this run from all outputs, in every form in which it can be written. */
  hide: (secret: unknown, as: string) => void
  /** Whether a text is part of a hidden one: a request that is made of it would show that part. */
  isPartOfHidden: (text: string) => boolean
  /** Texts anywhere in a value, keys included: redacted, printable, and of at most MAX_LENGTH characters. */
  value: <T>(value: T) => T
}

/** Characters of a redacted text that are shown. */
export const MAX_LENGTH = 500

/** A text of more is not looked through: it is no name or message of a host. */
const MAX_INPUT_LENGTH = 20_000

const TOKEN: Pattern = [/eyJ[\w-]{6,}\.[\w-]*\.?[\w-]*/g, '[token]']
// Begins where a run of its characters begins: without that, a long run takes quadratic time.
const EMAIL: Pattern = [
  /(?<![^\s@"'<>\\/=:,;()[\]&?])[^\s@"'<>\\/=:,;()[\]&?]+(?:@|%40)[^\s@"'<>\\/,;()[\]&?]+\.[\w-]+/g,
  '[e-mail]',
]
const PATTERNS: readonly Pattern[] = [
  // URLs lose user, query and fragment: they carry passwords and tokens.
  [/\/\/[^\s/?#@]*@/g, '//'],
  [/( to [^\s?#]*)[?#]\S*/g, '$1'],
  TOKEN,
  EMAIL,
  [/\b[A-Za-z0-9_-]{40,}\b/g, '[long text]'],
  [/\+?\d[\d ()-]{7,}\d/g, '[number]'],
]

type Pattern = readonly [RegExp, string]

export function createRedactor(): Redactor {
  const hidden: [text: string, as: string][] = []

  function withoutHidden(text: string): string {
    return printable(hidden.reduce((result, [each, as]) => result.replaceAll(each, as), text))
  }

  function shown(text: string): string {
    if (text.length > MAX_INPUT_LENGTH) return '[long text]'
    return cut(applied(PATTERNS, withoutHidden(text)))
  }

  /** A line that we write ourselves, except for its address: that is made from the host's answers. */
  function curlLine(line: string): string {
    return withoutHidden(line).replace(/'https?:\/\/[^']*'$/, (url) => applied([TOKEN, EMAIL], url))
  }

  function inside(value: unknown): unknown {
    if (typeof value === 'string') return shown(value)
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(inside)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        shown(key),
        key === 'curl' && typeof each === 'string' ? curlLine(each) : inside(each),
      ]),
    )
  }

  return {
    hide: (secret, as) => {
      // A secret of a letter or two would replace parts of every word; no password on this host is that short.
      if (typeof secret !== 'string' || secret.length < 4) return
      for (const form of formsOf(secret))
        if (!hidden.some(([known]) => known === form)) hidden.push([form, as])
      hidden.sort(([one], [other]) => other.length - one.length)
    },
    isPartOfHidden: (text) => hidden.some(([each]) => each.includes(text)),
    value: (value) => inside(value) as typeof value,
  }
}

/** Hides the credentials of a side. */
export function hideCredentials({ credentials }: Side, redactor: Redactor): void {
  const { email, password, token } = credentials ?? {}
  for (const secret of [password, token]) redactor.hide(secret, '[secret]')
  redactor.hide(email, '[e-mail]')
}

/** A text as it is, in an address, in a query, and in JSON. */
function formsOf(text: string): string[] {
  const [query = ''] = new URLSearchParams([['', text]]).toString().split('=').slice(1)
  return [
    text,
    encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')),
    query,
    JSON.stringify(text).slice(1, -1),
  ]
}

function applied(patterns: readonly Pattern[], text: string): string {
  return patterns.reduce((result, [pattern, as]) => result.replace(pattern, as), text)
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text
}
