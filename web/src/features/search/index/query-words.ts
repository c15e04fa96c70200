import type { ShopProduct } from '../../../domain/product.ts'
import { NUMBER_WORDS } from '../../../domain/school-class.ts'
import { readIsbnStart } from '../isbn.ts'

/**
 * Synonyms used by book buyers in Uganda, including abbreviations, spelling variants and Luganda. Each line has one
 * meaning, and a word may be in several lines. The words are already folded, as if by `foldText`.
 */
const SYNONYM_GROUPS: readonly (readonly string[])[] = [
  // Subjects
  ['mathematics', 'maths', 'math', 'mtc', 'okubala'],
  ['english', 'olungereza'],
  ['luganda', 'oluganda'],
  ['kiswahili', 'swahili'],
  ['science', 'ssaayansi'],
  ['social studies', 'sst'],
  ['christian religious education', 'cre'],
  ['islamic religious education', 'ire'],
  ['physical education', 'pe'],
  ['information and communication technology', 'ict', 'computer studies', 'computer'],
  ['geography', 'geog'],
  ['biology', 'bio'],
  ['chemistry', 'chem'],
  ['physics', 'phy'],
  ['literature', 'lit'],
  ['agriculture', 'agric'],
  ['entrepreneurship', 'ent'],
  ['general paper', 'gp'],
  ['history', 'ebyafaayo'],
  // Books
  ['dictionary', 'enkuluze', 'kamusi'],
  ['bible', 'bayibuli', 'baibuli', 'baibul'],
  ['quran', 'koran', 'kulaani', 'kuran'],
  ['hymn', 'hymns', 'ennyimba'],
  ['stories', 'story', 'tales', 'tale', 'engero'],
  ['book', 'books', 'ekitabo', 'ebitabo'],
  ['children', 'abaana'],
  ['past papers', 'past paper', 'pastpapers', 'ebibuuzo'],
  ['exercise book', 'exercise books'],
  ['teachers guide', 'teachers book'],
  // Other items
  ['pencil', 'pencils', 'ekkalaamu'],
  ['pen', 'pens', 'biro', 'biros', 'ballpoint', 'ekkalaamu'],
  ['rubber', 'eraser', 'erasers'],
  ['mathematical set', 'math set', 'maths set', 'geometry set'],
  ['bag', 'bags', 'ensawo'],
  ['shoes', 'shoe', 'engatto'],
  ['shirt', 'essaati'],
  ['trousers', 'empale'],
  ['dress', 'ekiteeteeyi'],
  ['gomesi', 'busuuti'],
  ['blanket', 'bulangiti'],
  ['bedsheets', 'essuuka'],
  ['mosquito net', 'akatimba'],
  ['radio', 'leediyo'],
  ['lamp', 'ettaala'],
  ['phone', 'essimu'],
  ['stove', 'sigiri'],
  ['saucepan', 'saucepans', 'sefuliya'],
  ['plate', 'plates', 'essowaani'],
  ['cup', 'cups', 'ekikopo'],
  ['knife', 'akambe'],
  ['soap', 'sabbuuni'],
  ['broom', 'olweyo'],
  ['basket', 'ekisero'],
  ['mat', 'omukeeka'],
  ['ball', 'football', 'omupiira'],
]

/** A word or phrase of a query, with its synonyms. */
export type QueryWord = {
  text: string
  synonyms: readonly string[]
  /** A number must match a whole word. A weak word affects the ranking only. */
  kind: 'word' | 'number' | 'weak'
}

export type ParsedQuery = {
  /** The digits of a complete or partial ISBN-13; null for other queries. */
  isbn: string | null
  /** School classes such as `p4` or `s2`. A product must match at least one. */
  classes: readonly string[]
  words: readonly QueryWord[]
}

/** Limits on the characters and words of a query. */
const MAX_QUERY_LENGTH = 120
const MAX_WORDS = 10

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii']
const NUMBER = `([1-7]|${NUMBER_WORDS.join('|')}|${ROMAN.join('|')})`

/** Matches a class such as "P4", "p.4", "Primary Four" or "Form III", or a range such as "P1–P3" or "p4 to p6". */
const CLASS = new RegExp(
  `\\b(primary|pri|p|senior|secondary|sen|form|s)[\\s.-]*${NUMBER}\\b(?:\\s*(?:[-–—]|\\bto\\b)\\s*(?:primary|pri|p|senior|secondary|sen|form|s)?[\\s.-]*${NUMBER}\\b)?`,
  'g',
)

/** Words that don't change a query's meaning. */
const WEAK = new Set(
  'the of for a an in and by with to on from my book books ekitabo ebitabo textbook textbooks class'.split(
    ' ',
  ),
)

const PHRASES = new Map<string, string[]>()
for (const group of SYNONYM_GROUPS)
  for (const phrase of group) {
    const synonyms = group.filter((other) => other !== phrase)
    PHRASES.set(phrase, [...(PHRASES.get(phrase) ?? []), ...synonyms])
  }
const MAX_PHRASE_WORDS = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/** Folds text for comparison. Converts to lower case, removes diacritics and apostrophes, and replaces ŋ with ng. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ŋ+/g, 'ng')
    .replace(/['’‘ʼ`´]/g, '')
}

export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Returns the school classes that a shopper's text names, without duplicates, such as `p4` for "Primary Four". Expands
 * ranges. Accepts more than `readSchoolClasses` of products' names does, such as "form iii", which is not a class there.
 */
export function readTypedClasses(text: string): string[] {
  const classes = [...foldText(text).matchAll(CLASS)].flatMap(([, level = '', first = '', last]) => {
    const stage = level.startsWith('p') ? 'p' : 's'
    const highest = stage === 'p' ? 7 : 6
    const from = numberOf(first)
    const to = last === undefined ? from : numberOf(last)
    return Array.from({ length: Math.max(0, to - from) + 1 }, (_, index) => from + index)
      .filter((number) => number <= highest)
      .map((number) => `${stage}${number}`)
  })
  return [...new Set(classes)]
}

function numberOf(text: string): number {
  return NUMBER_WORDS.indexOf(text) + 1 || ROMAN.indexOf(text) + 1 || Number(text)
}

export function readQuery(text: string): ParsedQuery {
  const isbn = readIsbnStart(text)
  if (isbn !== null) return { isbn, classes: [], words: [] }
  const folded = foldText(text.slice(0, MAX_QUERY_LENGTH))
  const classes = readTypedClasses(folded)
  const words = readWords(wordsOf(folded.replace(CLASS, ' ')).slice(0, MAX_WORDS))
  // "book" is a search term only if the query consists of weak words.
  const isAllWeak = classes.length === 0 && words.every(({ kind }) => kind === 'weak')
  return { isbn, classes, words: isAllWeak ? words.map((word) => ({ ...word, kind: 'word' })) : words }
}

/** Returns a query without its common words; null if it has none, or consists only of them. */
export function withoutWeakWords(query: string): string | null {
  const words = query.trim().split(/\s+/)
  const strongWords = words.filter((word) => !WEAK.has(foldText(word)))
  return strongWords.length === words.length || strongWords.length === 0 ? null : strongWords.join(' ')
}

/** Splits words into phrases that have synonyms, preferring the longest phrase, and single words. */
function readWords(words: readonly string[]): QueryWord[] {
  const read: QueryWord[] = []
  for (let at = 0; at < words.length; ) {
    const length = phraseAt(words, at)
    const text = words.slice(at, at + length).join(' ')
    read.push(queryWord(text))
    at += length
  }
  return read
}

function phraseAt(words: readonly string[], index: number): number {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length - index); length > 1; length--)
    if (PHRASES.has(words.slice(index, index + length).join(' '))) return length
  return 1
}

function queryWord(text: string): QueryWord {
  const number = NUMBER_WORDS.indexOf(text) + 1
  if (number > 0) return { text, synonyms: [String(number)], kind: 'number' }
  if (/^\d+$/.test(text))
    return { text, synonyms: [NUMBER_WORDS[Number(text) - 1] ?? []].flat(), kind: 'number' }
  // A single character is probably an initial or the beginning of a word.
  const isWeak = WEAK.has(text) || text.length === 1
  return { text, synonyms: PHRASES.get(text) ?? [], kind: isWeak ? 'weak' : 'word' }
}

/**
 * Whether a product's name and author contain all words of a query, or its ISBN begins with the typed one. Always false
 * for a query with a class.
 */
export function matchesQuery(
  { name, author, isbn }: ShopProduct,
  { classes, words, isbn: typedIsbn }: ParsedQuery,
): boolean {
  if (typedIsbn !== null) return readIsbnStart(isbn ?? '')?.startsWith(typedIsbn) === true
  const text = foldText(`${name} ${author ?? ''}`)
  const isIn = (word: string) => text.includes(word)
  return (
    classes.length === 0 &&
    words.every((word) => word.kind === 'weak' || [word.text, ...word.synonyms].some(isIn))
  )
}
