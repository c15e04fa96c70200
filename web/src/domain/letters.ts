/**
 * Letters for the inside of a regular expression's brackets: those of Latin scripts, with the accents that are marks of
 * their own. `\p{L}` holds hundreds of ranges, and compiling it a few times takes a cheap phone 50 milliseconds.
 */
export const LETTER = String.raw`A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f`

/** Capital letters among them. Beyond Latin-1 capitals and small ones alternate: there both are taken. */
export const CAPITAL = 'A-ZÀ-ÖØ-ÞĀ-ɏḀ-ỿ'
