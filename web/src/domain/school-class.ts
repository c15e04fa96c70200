import { LETTER } from './book-facts.ts'
import { withoutTags } from './html-text.ts'

/** The classes of Uganda's schools in order, from nursery to secondary school. */
export const SCHOOL_CLASSES: readonly string[] = [
  ...['Baby Class', 'Middle Class', 'Top Class'],
  ...['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'],
  ...['S1', 'S2', 'S3', 'S4', 'S5', 'S6'],
]

export const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** Matches "Primary Four" and "senior 2". */
const IN_WORDS = new RegExp(`\\b(primary|senior)\\s+(${NUMBER_WORDS.join('|')}|[1-7])\\b`, 'gi')
/**
 * Matches "P4", "P.4", "S 2", and "P4 to P7" or "P4-7". The first group is what makes it another word, such as a
 * phone's name in "Galaxy S6". Not a lookbehind, which Safari before 16.4 does not parse.
 */
const IN_SHORT = new RegExp(
  String.raw`(Galaxy\s|[${LETTER}\d'’])?([PS])[.\s]{0,2}([1-7])(?:\s?(?:to|-|–)\s?\2?[.\s]{0,2}([1-7]))?(?![${LETTER}\d])`,
  'g',
)
const NURSERY = /\b(baby|middle|top) class\b/gi
/** Textbooks are numbered by class. Primary schools say "pupil", secondary schools "learner". */
const COUNTED_BOOK = /\b(pupil|learner|student)['’]?s?['’]? book ([1-7])(?: and ([1-7]))?\b/i
const PRIMARY = /\bprimary\b/i
const PRIMARY_BOOK = / (?:book|reader|workbook) ([1-7])\b/i
const PHRASES: [RegExp, string[]][] = [
  [/\blower primary\b/i, ['P1', 'P2', 'P3']],
  [/\bupper primary\b/i, ['P4', 'P5', 'P6', 'P7']],
  [/\bPLE\b/, ['P7']],
  [/\bUCE\b/, ['S4']],
  [/\bUACE\b|\badvanced level\b/i, ['S5', 'S6']],
]

/** Returns the classes in a text, in order: P6 and P7 for "Primary Six and P.7". */
export function readSchoolClasses(text: string): string[] {
  const short = text.replace(IN_WORDS, (_, level: string, number: string) => {
    const at = NUMBER_WORDS.indexOf(number.toLowerCase())
    return `${level.charAt(0).toUpperCase()}${at < 0 ? number : at + 1}`
  })
  const classes = new Set<string>()
  for (const [, prefix, level = '', from, to] of short.matchAll(IN_SHORT)) {
    if (prefix !== undefined) continue
    for (let number = Number(from); number <= Number(to ?? from); number += 1)
      classes.add(`${level}${number}`)
  }
  for (const [, name = ''] of text.matchAll(NURSERY))
    classes.add(`${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()} Class`)
  if (classes.size === 0) for (const each of impliedClasses(text)) classes.add(each)
  return SCHOOL_CLASSES.filter((each) => classes.has(each))
}

function impliedClasses(text: string): string[] {
  const [, owner = '', first, second] = COUNTED_BOOK.exec(text) ?? []
  if (first !== undefined) {
    const level = owner.toLowerCase() === 'pupil' || /\bprimary\b/i.test(text) ? 'P' : 'S'
    return [first, second ?? first].map((number) => level + number)
  }
  const primary = text.search(PRIMARY)
  const [, number] = PRIMARY_BOOK.exec(primary < 0 ? '' : text.slice(primary)) ?? []
  if (number !== undefined) return [`P${number}`]
  return PHRASES.flatMap(([phrase, classes]) => (phrase.test(text) ? classes : []))
}

/** The description may be HTML. */
type DescribedProduct = { name: string; description: string }

/** Returns a product's classes from its name, or else from its description. */
export function schoolClassesOf({ name, description }: DescribedProduct): string[] {
  const named = readSchoolClasses(name)
  return named.length > 0 ? named : readSchoolClasses(withoutTags(description.slice(0, 2_000)))
}

/** Whether a product is for all classes of another. Products without a class are for each other only. */
export function coversClassesOf(product: DescribedProduct, wanted: DescribedProduct): boolean {
  const classes = schoolClassesOf(product)
  const wantedClasses = schoolClassesOf(wanted)
  if (wantedClasses.length === 0) return classes.length === 0
  return wantedClasses.every((each) => classes.includes(each))
}

/** Formats classes as "P4", "P5 and P6", "P4 to P7" or "P1, P3 and S1". */
export function classesInWords(classes: readonly string[]): string {
  const [first = ''] = classes
  const last = classes.at(-1) ?? first
  const start = SCHOOL_CLASSES.indexOf(first)
  if (classes.length > 2 && SCHOOL_CLASSES[start + classes.length - 1] === last) return `${first} to ${last}`
  return classes.length < 2 ? first : `${classes.slice(0, -1).join(', ')} and ${last}`
}
