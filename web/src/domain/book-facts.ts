import { CAPITAL, LETTER } from './school-class.ts'

/** A word of a name: "Achebe", "T.", "p'Bitek". */
const WORD = String.raw`(?:[${CAPITAL}]\.|[${CAPITAL}][${LETTER}'’-]+|[a-z]['’][${CAPITAL}][${LETTER}'’-]+)`
const NAME = String.raw`${WORD}(?:\s(?:(?:and|with|wa|de|van|von|of|&)\s)?${WORD}){0,7}`
/** A sentence that is nothing but "By" and a name, or a name and a year. */
const AUTHOR = new RegExp(String.raw`(?:^|[.!?…]\s)By (${NAME})\s?(?:,\s\d{4}\s?)?\.`)
const PUBLISHER = new RegExp(String.raw`\b[Pp]ublished by (${NAME})`)

/** Letters of a description that are looked through. */
const LETTERS = 5_000

/** Who wrote and who published a book, as its text says it; null where it does not. */
type BookFacts = { author: string | null; publisher: string | null }

/** @param description HTML, as the host sends it */
export function readBookFacts(description: string): BookFacts {
  const text = description
    .slice(0, LETTERS)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { author: AUTHOR.exec(text)?.[1] ?? null, publisher: PUBLISHER.exec(text)?.[1] ?? null }
}
