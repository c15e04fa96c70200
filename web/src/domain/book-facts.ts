import { authorOf, MAX_LENGTH, NAME, plainText } from './names.ts'

const PUBLISHER = new RegExp(String.raw`\b[Pp]ublished by (${NAME})`)
/** Matches "First published in 1960", or a year that follows an author. */
const YEAR = new RegExp(String.raw`\b[Pp]ublished in (\d{4})\b|By ${NAME},\s(\d{4})\s?\.`)

/** Facts from a book's description. A fact that it does not contain is null. */
type BookFacts = { author: string | null; publisher: string | null; year: string | null }

/** Reads author, publisher and year of a book. The host has no fields for them. @param description HTML */
export function readBookFacts(description: string): BookFacts {
  const text = plainText(description)
  const [, published, behindAuthor] = YEAR.exec(text) ?? []
  return {
    author: authorOf({ description }),
    publisher: PUBLISHER.exec(text)?.[1] ?? null,
    year: published ?? behindAuthor ?? null,
  }
}

/** Returns the first two sentences of a description, without its HTML; '' if it has none. */
export function openingOf({ description }: { description: string }): string {
  const text = description
    .slice(0, MAX_LENGTH)
    .replace(/<\/?(?:p|li|ul|ol|div|br)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return (/^(?:.+?[.!?…](?=\s|$)\s*){1,2}/.exec(text)?.[0] ?? text).trim()
}
