/**
 * Control characters (C0, C1, DEL), format characters (bidi overrides, zero width), line separators, lone surrogates
 * and noncharacters. They can control a terminal, reorder text, or are forbidden in XML 1.0.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Replaces each line break and unprintable character with a dot. */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, '·')
}

/**
 * Formats a value as indented JSON with a trailing line break. Unprintable characters are escaped, so parsing returns
 * the same value.
 */
export function toPrintableJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) => (character === '\n' ? character : escapeUnits(character)))}\n`
}

function escapeUnits(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
