import { expect, test } from 'vitest'
import { authorOf, openingOf, readBookFacts } from './book-facts.ts'

test.each([
  ['<p>By <strong>Chinua Achebe</strong>. First published in 1960.</p>', 'Chinua Achebe'],
  ['<p>He reaches the drum.</p><p>By Meshack Asare. First published in 1997.</p>', 'Meshack Asare'],
  ["<p>Songs of mourning. By Okot p'Bitek. First published in 1974.</p>", "Okot p'Bitek"],
  ['<p>It comes early. By Ngũgĩ wa Thiong’o, 1967. A set book.</p>', 'Ngũgĩ wa Thiong’o'],
  ['Songs of the lake. By Ŋŋamba Kato.', 'Ŋŋamba Kato'],
  [
    '<p>True. By William Kamkwamba and Bryan Mealer. First published in 2015.</p>',
    'William Kamkwamba and Bryan Mealer',
  ],
  ['<p>Asked for. By Robert T. Kiyosaki. First published in 1997.</p>', 'Robert T. Kiyosaki'],
  ['<p>Old. By M. B. Nsimbi.</p>', 'M. B. Nsimbi'],
  [
    '<ul><li>A glossary</li></ul><p>By <strong>Chinua Achebe</strong>. First published in 1958.</p>',
    'Chinua Achebe',
  ],
  ['<p>Yams.</p><p><strong>Chinua Achebe</strong> published this first novel in 1958.</p>', 'Chinua Achebe'],
  ['<p>By Atinuke. First published in 2007.</p>', 'Atinuke'],
])('reads the author of %s', (description, author) => {
  expect(authorOf({ description })).toBe(author)
})

test.each([
  '<p>A bedtime book by the big lake. Twenty-four pages.</p>',
  '<p>By then the goats were gone. By Friday she had them back.</p>',
  '<p>Answers explained step By Step.</p>',
  '',
])('finds no author in %j', (description) => {
  expect(authorOf({ description })).toBeNull()
})

test('returns the first two sentences', () => {
  expect(openingOf({ description: '<p>One goat. Two <em>goats</em>!</p><p>Three.</p>' })).toBe(
    'One goat. Two goats!',
  )
  expect(openingOf({ description: '<ul><li>One goat</li><li>Two\n goats</li></ul>' })).toBe(
    'One goat Two goats',
  )
  expect(openingOf({ description: 'No end' })).toBe('No end')
  expect(openingOf({ description: '' })).toBe('')
})

test('reads the year', () => {
  expect(readBookFacts('<p>By Chinua Achebe. First published in 1960.</p>').year).toBe('1960')
  expect(readBookFacts('<p>By Ngũgĩ wa Thiong’o, 1967. A set book.</p>').year).toBe('1967')
  expect(readBookFacts('<p>Built in 1900.</p>').year).toBeNull()
})

test('reads the publisher', () => {
  expect(readBookFacts('<p>Published by Fountain Publishers, Kampala.</p>').publisher).toBe(
    'Fountain Publishers',
  )
  expect(readBookFacts('<p>First published in 1960.</p>').publisher).toBeNull()
})
