import { expect, test } from 'vitest'
import { readProduct } from '../../../domain/product.ts'
import { matchesQuery, readQuery, readTypedClasses, withoutWeakWords, wordsOf } from './query-words.ts'

test.each([
  ['P4', ['p4']],
  ['p.4 maths', ['p4']],
  ['P 4', ['p4']],
  ['Primary Four', ['p4']],
  ['primary 4', ['p4']],
  ['primary-four', ['p4']],
  ['S.2', ['s2']],
  ['senior two', ['s2']],
  ['Senior II', ['s2']],
  ['form 3', ['s3']],
  ['Lower Primary (P1–P3)', ['p1', 'p2', 'p3']],
  ['P1 to P3', ['p1', 'p2', 'p3']],
  ['S5–S6 Advanced Level', ['s5', 's6']],
  ['for P5, P6 and P7', ['p5', 'p6', 'p7']],
  ['Primary Six and Primary Seven', ['p6', 'p7']],
])('reads the classes of %s', (text, classes) => {
  expect(readTypedClasses(text)).toEqual(classes)
})

test.each(['Primary Mathematics Book 4', 'S7', 'P8', 'A4 paper', "Pupil's Book 1", 'maps 4', 'USB 2'])(
  'finds no class in %s',
  (text) => {
    expect(readTypedClasses(text)).toEqual([])
  },
)

test.each([
  ['Ngũgĩ wa Thiong’o', ['ngugi', 'wa', 'thiongo']],
  ["Eŋŋoma y'Abaana", ['engoma', 'yabaana']],
  ['P.4: Pens & bags', ['p', '4', 'pens', 'bags']],
])('folds the words in %s and removes diacritics and apostrophes', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('reads an ISBN with hyphens, with spaces or without separators', () => {
  for (const text of ['978-9970-760-45-9', '9789970760459', '978 9970 760 45 9'])
    expect(readQuery(text)).toEqual({ isbn: '9789970760459', classes: [], words: [] })
})

test('separates the class from the words', () => {
  const { classes, words } = readQuery('Primary Four English')
  expect(classes).toEqual(['p4'])
  expect(words.map(({ text }) => text)).toEqual(['english'])
})

test('returns synonyms for abbreviations, subjects and Luganda words', () => {
  const sameOf = (text: string) => readQuery(text).words.flatMap(({ synonyms }) => synonyms)
  expect(sameOf('maths')).toContain('mathematics')
  expect(sameOf('sst')).toEqual(['social studies'])
  expect(readQuery('christian religious education').words).toEqual([
    { text: 'christian religious education', synonyms: ['cre'], kind: 'word' },
  ])
  expect(readQuery('new social studies workbook').words.map(({ text }) => text)).toEqual([
    'new',
    'social studies',
    'workbook',
  ])
  expect(sameOf('ensawo')).toContain('bag')
  expect(sameOf('enkuluze')).toContain('dictionary')
})

test('treats common words as weak unless the query consists only of them', () => {
  expect(readQuery('the book of maths').words.map(({ kind }) => kind)).toEqual([
    'weak',
    'weak',
    'weak',
    'word',
  ])
  expect(readQuery('books').words.map(({ kind }) => kind)).toEqual(['word'])
  expect(readQuery('P4 books').words.map(({ kind }) => kind)).toEqual(['weak'])
})

test('treats numbers written as words and as digits as synonyms', () => {
  expect(readQuery('english book two').words.at(-1)).toEqual({ text: 'two', synonyms: ['2'], kind: 'number' })
  expect(readQuery('english book 2').words.at(-1)).toEqual({ text: '2', synonyms: ['two'], kind: 'number' })
  expect(readQuery('96 pages').words[0]).toEqual({ text: '96', synonyms: [], kind: 'number' })
})

test.each([
  ['The Song of Lawino', 'Song Lawino'],
  ['English for P 4', 'English P 4'],
  ['song lawino', null],
  ['the book', null],
])('%s without its common words is %s', (query, strong) => {
  expect(withoutWeakWords(query)).toBe(strong)
})

test('returns no words for text that contains only punctuation', () => {
  expect(readQuery(' … ?')).toEqual({ isbn: null, classes: [], words: [] })
})

test.each([
  ['978-9970-76-045', true],
  ['978-0-19-911', false],
])('the ISBN %s matches only the product with it: %s', (query, matches) => {
  const product = readProduct({ id: 1, name: 'Atlas', tax: '978-9970-760-45-9' })
  if (!product) throw new Error('The product is not readable.')
  expect(matchesQuery(product, readQuery(query))).toBe(matches)
})
