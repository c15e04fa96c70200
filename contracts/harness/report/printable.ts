/**
 * Control characters (C0, C1, DEL), format characters (bidi overrides, zero width), line separators, lone surrogates
 * and noncharacters: they control a terminal, show text in another order than it has, or are forbidden in XML 1.0.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** One line of text with a dot in place of each character that must not reach an output; line breaks included. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '·')
}

/** Indented JSON and a line break at its end, in which such characters are escaped: reading it gives the same value. */
export function printableJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(UNPRINTABLE, (each) => (each === '\n' ? each : escaped(each)))}\n`
}

function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
