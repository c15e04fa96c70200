import { CAPITAL, LETTER } from './school-class.ts'

/** A word of a name: "Achebe", "T.", "p'Bitek". */
const WORD = String.raw`(?:[${CAPITAL}]\.|[${CAPITAL}][${LETTER}'’-]+|[a-z]['’][${CAPITAL}][${LETTER}'’-]+)`
const NAME = String.raw`${WORD}(?:\s(?:(?:and|with|wa|de|van|von|of|&)\s)?${WORD}){0,7}`
/** A sentence that consists only of "By" and a name, with or without a year. */
const AUTHOR = new RegExp(String.raw`(?:^|[.!?…]\s)By (${NAME})\s?(?:,\s\d{4}\s?)?\.`)
const PUBLISHER = new RegExp(String.raw`\b[Pp]ublished by (${NAME})`)

/** Characters of a description that are searched. */
const LONGEST = 5_000

/** The author and publisher that a description names; null where it names none. */
export type BookFacts = { author: string | null; publisher: string | null }

/** Reads the author and publisher of a book. The host has no fields for them. @param description HTML */
export function readBookFacts(description: string): BookFacts {
  const text = description
    .slice(0, LONGEST)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { author: AUTHOR.exec(text)?.[1] ?? null, publisher: PUBLISHER.exec(text)?.[1] ?? null }
}

/** Returns the author of a product, such as "Chinua Achebe"; null if its description names none. */
export function authorOf({ description }: { description: string }): string | null {
  return description === '' ? null : readBookFacts(description).author
}
