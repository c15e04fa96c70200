import { CAPITAL, LETTER } from './school-class.ts'

/** A word of a name: "Achebe", "T.", "p'Bitek". */
const WORD = String.raw`(?:[${CAPITAL}]\.|[${CAPITAL}][${LETTER}'’-]+|[a-z]{1,2}['’-][${CAPITAL}][${LETTER}'’-]+)`
const NAME = String.raw`${WORD}(?:\s(?:(?:and|with|wa|bin|de|van|von|of|à|&)\s)?${WORD}){0,7}`
/** A sentence that consists only of "By" and a name, with or without a year. */
const AUTHOR = new RegExp(String.raw`(?:^|[.!?…]\s)By (${NAME})\s?(?:,\s\d{4}\s?)?\.`)
/** "<strong>Chinua Achebe</strong> published this first novel in 1958." */
const LEADING = new RegExp(String.raw`<strong>(${NAME})</strong> (?:published|wrote|won)\b`)
const PUBLISHER = new RegExp(String.raw`\b[Pp]ublished by (${NAME})`)

/** "First published in 1960", or the year behind an author. */
const YEAR = new RegExp(String.raw`\b[Pp]ublished in (\d{4})\b|By ${NAME},\s(\d{4})\s?\.`)

/** Characters of a description that are searched. */
const LONGEST = 5_000

/** What a description says of a book; null where it does not. */
export type BookFacts = { author: string | null; publisher: string | null; year: string | null }

/** Reads author, publisher and year of a book. The host has no fields for them. @param description HTML */
export function readBookFacts(description: string): BookFacts {
  const text = description
    .slice(0, LONGEST)
    // A paragraph or list entry begins a sentence.
    .replace(/<\/?(?:p|li|ul|ol|div|br)\b[^>]*>/gi, ' … ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const [, published, behindAuthor] = YEAR.exec(text) ?? []
  return {
    author: AUTHOR.exec(text)?.[1] ?? LEADING.exec(description.slice(0, LONGEST))?.[1] ?? null,
    publisher: PUBLISHER.exec(text)?.[1] ?? null,
    year: published ?? behindAuthor ?? null,
  }
}

/** Returns the first two sentences of a description, without its HTML; '' if it has none. */
export function openingOf({ description }: { description: string }): string {
  const text = description
    .slice(0, LONGEST)
    .replace(/<\/?(?:p|li|ul|ol|div|br)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return (/^(?:.+?[.!?…](?=\s|$)\s*){1,2}/.exec(text)?.[0] ?? text).trim()
}

/** Returns the author of a product, such as "Chinua Achebe"; null if its description names none. */
export function authorOf({ description }: { description: string }): string | null {
  return description === '' ? null : readBookFacts(description).author
}
