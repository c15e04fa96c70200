/**
 * Replaces the tags of HTML. Trap: `<[^>]*>` would search the rest of the text for each `<` that has no `>`, so that a
 * description of 100,000 of them takes seconds. `[^<>]` stops at the next one.
 */
export function withoutTags(html: string, replacement = ' '): string {
  return html.replace(/<[^<>]*>/g, replacement)
}

/** Elements whose content is not text, and comments. */
const HIDDEN = /<(style|script|title|template)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi

/** Returns HTML without scripts, styles and comments. */
export const visibleHtml = (html: string): string => html.replace(HIDDEN, ' ')

/** Returns the text of HTML, with decoded entities. `space` replaces each tag. */
export function textOf(html: string, space = ' '): string {
  return decodeEntities(withoutTags(visibleHtml(html), space))
}

/** Named character references that HTML editors use, except letters with diacritics. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '\u00ad', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»' },
  ...{ ndash: '–', mdash: '—', bull: '•', middot: '·', times: '×', deg: '°', frac12: '½', euro: '€' },
  ...{ pound: '£', copy: '©', reg: '®', trade: '™', szlig: 'ß', oslash: 'ø', Oslash: 'Ø', aelig: 'æ' },
}

/** Combining characters by the name of the mark: `&eacute;` is "e" with "acute". */
const MARKS: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303' },
  ...{ uml: '\u0308', ring: '\u030a', cedil: '\u0327', caron: '\u030c' },
}

/** Decodes character references. Unknown names stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(x?)([\da-f]{1,6})|(\w+));/gi, (reference, hex, digits, name) => {
    if (digits) {
      const code = Number.parseInt(digits, hex ? 16 : 10)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    }
    const mark = MARKS[name.slice(1)]
    return ENTITIES[name] ?? (mark ? (name[0] + mark).normalize() : reference)
  })
}
