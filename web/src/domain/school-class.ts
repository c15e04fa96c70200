/**
 * Letters for the inside of a regular expression's brackets: those of Latin scripts, with the accents that are marks of
 * their own. `\p{L}` holds hundreds of ranges, and compiling it a few times takes a cheap phone 50 milliseconds.
 */
export const LETTER = String.raw`A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f`

/** Capital letters among them. Beyond Latin-1 capitals and small ones alternate: there both are taken. */
export const CAPITAL = 'A-ZÀ-ÖØ-ÞĀ-ɏḀ-ỿ'

/** The classes of Uganda's schools, from nursery to the end of secondary school, in their order. */
export const SCHOOL_CLASSES: readonly string[] = [
  ...['Baby Class', 'Middle Class', 'Top Class'],
  ...['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'],
  ...['S1', 'S2', 'S3', 'S4', 'S5', 'S6'],
]

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** "Primary Four", "senior 2". */
const IN_WORDS = /\b(primary|senior)\s+(one|two|three|four|five|six|seven|[1-7])\b/gi
/** "P4", "P.4", "S 2", and "P4 to P7" or "P4-7". Phones are named like classes: a Galaxy S6 is none. */
const IN_SHORT = new RegExp(
  String.raw`(?<!Galaxy\s|[${LETTER}\d'’])([PS])[.\s]{0,2}([1-7])(?:\s?(?:to|-|–)\s?\1?[.\s]{0,2}([1-7]))?(?![${LETTER}\d])`,
  'g',
)
const NURSERY = /\b(baby|middle|top) class\b/gi
/** Textbooks are counted by the class they are for. "Pupil" is a word of primary schools, "learner" of secondary ones. */
const COUNTED_BOOK = /\b(pupil|learner|student)['’]?s?['’]? book ([1-7])(?: and ([1-7]))?\b/i
const PRIMARY_BOOK = /\bprimary\b.* (?:book|reader|workbook) ([1-7])\b/i
/** What stands for classes without naming them. */
const PHRASES: [RegExp, string[]][] = [
  [/\blower primary\b/i, ['P1', 'P2', 'P3']],
  [/\bupper primary\b/i, ['P4', 'P5', 'P6', 'P7']],
  [/\bPLE\b/, ['P7']],
  [/\bUCE\b/, ['S4']],
  [/\bUACE\b|\badvanced level\b/i, ['S5', 'S6']],
]

/** The classes that a text names, in their order: of "Primary Six and P.7" P6 and P7. */
export function readSchoolClasses(text: string): string[] {
  const short = text.replace(IN_WORDS, (_, level: string, number: string) => {
    const at = NUMBERS.indexOf(number.toLowerCase())
    return `${level.charAt(0).toUpperCase()}${at < 0 ? number : at + 1}`
  })
  const found = new Set<string>()
  for (const [, level = '', from, to] of short.matchAll(IN_SHORT))
    for (let number = Number(from); number <= Number(to ?? from); number += 1) found.add(`${level}${number}`)
  for (const [, name = ''] of text.matchAll(NURSERY))
    found.add(`${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()} Class`)
  if (found.size === 0) for (const each of impliedClasses(text)) found.add(each)
  return SCHOOL_CLASSES.filter((each) => found.has(each))
}

function impliedClasses(text: string): string[] {
  const [, reader = '', first, second] = COUNTED_BOOK.exec(text) ?? []
  if (first !== undefined) {
    const level = reader.toLowerCase() === 'pupil' || /\bprimary\b/i.test(text) ? 'P' : 'S'
    return [first, second ?? first].map((number) => level + number)
  }
  const [, number] = PRIMARY_BOOK.exec(text) ?? []
  if (number !== undefined) return [`P${number}`]
  return PHRASES.flatMap(([phrase, classes]) => (phrase.test(text) ? classes : []))
}

/** The classes that a product is for: as its name says, else its text, which may be HTML. */
export function schoolClassesOf({ name, description }: { name: string; description: string }): string[] {
  const named = readSchoolClasses(name)
  return named.length > 0 ? named : readSchoolClasses(description.slice(0, 2_000).replace(/<[^>]*>/g, ' '))
}
