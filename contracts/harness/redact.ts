/**
 * The last pair of eyes before anything is written: passwords, tokens, e-mail addresses and phone numbers are taken
 * out of every text that a host may have had a hand in. Findings hold shapes and not values in the first place.
 */
export type Redactor = {
  /** Remembers a text of this run's own: it never appears again. */
  hide: (secret: unknown, as: string) => void
  text: (text: string) => string
  /** This run's own secrets only: for texts that we have put together ourselves. */
  ownText: (text: string) => string
  /** Texts anywhere in a value, keys included; a `curl` line is our own text. */
  value: <T>(value: T) => T
}

const PATTERNS: readonly [RegExp, string][] = [
  [/eyJ[\w-]{6,}\.[\w-]*\.?[\w-]*/g, '[token]'],
  [/[^\s@"'<>\\/=:,;()[\]]+@[^\s@"'<>\\/,;()[\]]+\.[\w-]+/g, '[e-mail]'],
  [/\b[A-Za-z0-9_-]{40,}\b/g, '[long text]'],
  [/\+?\d[\d ()-]{7,}\d/g, '[number]'],
]

/** A host's control characters could move a terminal's cursor or colour a log. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·')
}

export function createRedactor(): Redactor {
  const secrets: [string, string][] = []

  function ownText(value: string): string {
    return secrets.reduce((result, [secret, as]) => result.replaceAll(secret, as), value)
  }

  function text(value: string): string {
    let result = ownText(printable(value))
    for (const [pattern, as] of PATTERNS) result = result.replace(pattern, as)
    return result
  }

  function inside(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return text(value)
    if (depth > 8 || value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((each) => inside(each, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        text(key),
        key === 'curl' && typeof each === 'string' ? ownText(each) : inside(each, depth + 1),
      ]),
    )
  }

  return {
    hide: (secret, as) => {
      // A secret of a letter or two would blot out every word; nobody's password is that short on this host.
      if (typeof secret !== 'string' || secret.length < 4) return
      if (!secrets.some(([known]) => known === secret)) secrets.push([secret, as])
      const encoded = encodeURIComponent(secret)
      if (encoded !== secret) secrets.push([encoded, as])
      secrets.sort((a, b) => b[0].length - a[0].length)
    },
    text,
    ownText,
    value: (value) => inside(value, 0) as typeof value,
  }
}
