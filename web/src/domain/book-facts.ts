import { textOf } from './html-text.ts'

/** Letters, for a character class. Used instead of `\p{L}`, which takes up to 50 ms to compile on a cheap phone. */
export const LETTER = String.raw`A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f`

/**
 * Uppercase letters, for a character class. Outside Latin-1, uppercase and lowercase letters alternate, so it matches
 * both.
 */
const CAPITAL = 'A-ZÀ-ÖØ-ÞĀ-ɏḀ-ỿ'

/** A word in a name: "Achebe", "T.", "p'Bitek". */
const WORD = String.raw`(?:[${CAPITAL}]\.|[${CAPITAL}][${LETTER}'’-]+|[a-z]{1,2}['’-][${CAPITAL}][${LETTER}'’-]+)`
/** A name, for a regular expression. */
export const NAME = String.raw`${WORD}(?:\s(?:(?:and|with|wa|bin|de|van|von|of|à|&)\s)?${WORD}){0,7}`
/** A sentence that consists of "By" and a name, with or without a year. */
const AUTHOR = new RegExp(String.raw`(?:^|[.!?…]\s)By (${NAME})\s?(?:,\s\d{4}\s?)?\.`)
/** Matches "<strong>Chinua Achebe</strong> published this first novel in 1958." */
const LEADING = new RegExp(String.raw`<strong>(${NAME})</strong> (?:published|wrote|won)\b`)

const BLOCK_TAG = /<\/?(?:p|li|ul|ol|div|br)\b[^<>]*>/gi

/** Number of characters of a description that are searched. */
const MAX_LENGTH = 5_000

/** Converts a description to text. Each paragraph or list entry starts a sentence. @param description HTML */
export function plainText(description: string): string {
  return textOf(description.slice(0, MAX_LENGTH).replace(BLOCK_TAG, ' … ')).replace(/\s+/g, ' ').trim()
}

/** Returns the author named in a product's description, for which the host has no field; null if there is none. */
export function authorOf({ description }: { description: string }): string | null {
  if (description === '') return null
  const match = AUTHOR.exec(plainText(description)) ?? LEADING.exec(description.slice(0, MAX_LENGTH))
  return match?.[1] ?? null
}

const PUBLISHER = new RegExp(String.raw`\b[Pp]ublished by (${NAME})`)
/** Matches "First published in 1960", or a year that follows an author. */
const YEAR = new RegExp(String.raw`\b[Pp]ublished in (\d{4})\b|By ${NAME},\s(\d{4})\s?\.`)

/** Facts from a book's description. A fact that it does not contain is null. */
type BookFacts = { publisher: string | null; year: string | null }

/** Reads publisher and year of a book. The host has no fields for them. @param description HTML */
export function readBookFacts(description: string): BookFacts {
  const text = plainText(description)
  const [, published, behindAuthor] = YEAR.exec(text) ?? []
  return {
    publisher: PUBLISHER.exec(text)?.[1] ?? null,
    year: published ?? behindAuthor ?? null,
  }
}

/** Returns the first two sentences of a description, without its HTML; '' if it has none. */
export function openingOf({ description }: { description: string }): string {
  const text = textOf(description.slice(0, MAX_LENGTH).replace(BLOCK_TAG, ' '), '')
    .replace(/\s+/g, ' ')
    .trim()
  return (/^(?:.+?[.!?…](?=\s|$)\s*){1,2}/.exec(text)?.[0] ?? text).trim()
}
