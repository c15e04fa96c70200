import { printable } from './printable.ts'
import type { Side } from './session.ts'

/**
 * The last step before anything is written: passwords, tokens, e-mail addresses and phone numbers are taken out of
 * every text that a host may have had a hand in. Findings hold shapes and not values in the first place.
 *
 * rule: this is the only place where a text is cut, and it cuts what is already redacted. Whatever comes before keeps
 * a text whole or says how long it was: part of a secret is one that nothing recognises any more.
 */
export type Redactor = {
  /** Remembers a text of this run's own: it never appears again, in none of the forms it can be written in. */
  hide: (secret: unknown, as: string) => void
  /** Whether a text is part of a hidden one: a request that is made of it would show that part. */
  isPartOfHidden: (text: string) => boolean
  /** Texts anywhere in a value, keys included: redacted, printable, and of at most LONGEST characters. */
  value: <T>(value: T) => T
}

/** Characters of a redacted text that are shown. */
export const LONGEST = 500

/** A text of more is not looked through: a host that sends it has not named anything. */
const TOO_LONG = 20_000

const TOKEN: Pattern = [/eyJ[\w-]{6,}\.[\w-]*\.?[\w-]*/g, '[token]']
// Begins where a run of its characters begins: without that, a long run takes quadratic time.
const EMAIL: Pattern = [
  /(?<![^\s@"'<>\\/=:,;()[\]&?])[^\s@"'<>\\/=:,;()[\]&?]+(?:@|%40)[^\s@"'<>\\/,;()[\]&?]+\.[\w-]+/g,
  '[e-mail]',
]
const PATTERNS: readonly Pattern[] = [
  // Of an address neither user nor query or fragment: they carry passwords and tokens.
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
    if (text.length > TOO_LONG) return '[long text]'
    return cut(applied(PATTERNS, withoutHidden(text)))
  }

  /** A line of our own, but for its address: that is made of what the host has answered. */
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
      // A secret of a letter or two would blot out every word; no password on this host is that short.
      if (typeof secret !== 'string' || secret.length < 4) return
      for (const form of formsOf(secret))
        if (!hidden.some(([known]) => known === form)) hidden.push([form, as])
      hidden.sort(([one], [other]) => other.length - one.length)
    },
    isPartOfHidden: (text) => hidden.some(([each]) => each.includes(text)),
    value: (value) => inside(value) as typeof value,
  }
}

/** Hides what a side is logged in to with. */
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
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text
}
