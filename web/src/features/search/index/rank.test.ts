import { expect, test } from 'vitest'
import { readListing } from '../../../domain/listing.ts'
import { rank } from './rank.ts'
import { ShopIndex } from './shop-index.ts'

type Item = readonly [id: number, name: string]

const bodyOf = (items: readonly Item[], total?: number) => ({
  products: items.map(([id, name]) => ({ id, name, price: 9000 })),
  total_size: total,
})

/** Ranks the host's items, with an index of the given items received at time 5. */
function ranked(query: string, host: readonly Item[] | null, loaded: readonly Item[], total?: number) {
  const index = new ShopIndex()
  for (const _ of index.addResponse(bodyOf(loaded), 5));
  const response = host && { listing: readListing(bodyOf(host, total)), receivedAt: 9 }
  const results = rank(query, response, index)
  return { ...results, names: results.listing.products.map(({ name }) => name) }
}

test("keeps the host's order if its results match, and adds loaded products that it does not return", () => {
  const { names, receivedAt } = ranked(
    'sst',
    [
      [1, 'SST Reader'],
      [2, 'SST Atlas'],
    ],
    [
      [2, 'SST Atlas'],
      [3, 'Social Studies Book'],
    ],
  )
  expect(names).toEqual(['SST Reader', 'SST Atlas', 'Social Studies Book'])
  expect(receivedAt).toBe(5)
})

test('adds no product whose name contains the whole query, because the host has it on a later page or not at all', () => {
  expect(ranked(' globe ', [[1, 'Globe']], [[2, 'Small Globe']]).names).toEqual(['Globe'])
})

test('puts a title first that the host has on a later page, behind partial matches of its common words', () => {
  const title = [3, 'Song of Lawino'] as const
  expect(ranked('song of lawino', [[1, 'Songs and Rhymes']], [title], 98).names).toEqual([
    'Song of Lawino',
    'Songs and Rhymes',
  ])
  // A whole list does not contain it, so the host does not sell it any more.
  expect(ranked('song of lawino', [[1, 'Songs and Rhymes']], [title]).names).toEqual(['Songs and Rhymes'])
})

test('a title that was typed in full is closer than everything on later pages', () => {
  const host = [
    [1, 'Birds of Kampala'],
    [2, 'We Are All Birds'],
  ] as const
  const exactMatches = (query: string) => ranked(query, host, [], 90).listing.exactMatches
  expect(exactMatches('we are all birds ')).toBe(1)
  expect(exactMatches('are all birds')).toBeUndefined()
})

test('moves results that match every word before those that match only some', () => {
  expect(
    ranked(
      'school atlas',
      [
        [1, 'School Bag'],
        [2, 'Atlas for Schools'],
      ],
      [],
    ).names,
  ).toEqual(['Atlas for Schools', 'School Bag'])
})

test.each([
  [['Atlas for Schools'], ['School Bag'], 1, false],
  [['Atlas for Schools', 'School Atlas'], [], undefined, false],
  [[], ['School Bag', 'Atlas'], undefined, true],
])(
  'of a whole list, %j match the search and %j are less close',
  (matching, others, exactMatches, isGuess) => {
    const results = ranked(
      'school atlas',
      [...others, ...matching].map((name, index) => [index, name]),
      [],
    )
    expect(results.names.slice(0, matching.length).sort()).toEqual(matching)
    expect(results.isGuess).toBe(isGuess)
    expect(results.listing.exactMatches).toBe(exactMatches)
  },
)

test('counts no matches of a list that continues on the host', () => {
  const items = [[1, 'School Bag'] as const, [2, 'School Atlas'] as const]
  expect(ranked('school atlas', items, [], 90).listing.exactMatches).toBeUndefined()
})

test('moves names that begin with the query to the front', () => {
  expect(
    ranked(
      'atlas',
      [
        [1, 'School Atlas'],
        [2, 'Atlas of Uganda'],
      ],
      [],
    ).names,
  ).toEqual(['Atlas of Uganda', 'School Atlas'])
})

test('shows better matches of the index before a host page that matches only some words', () => {
  const { names, listing } = ranked('p4 english', [[1, 'P4 Maths Set']], [[2, 'Crane English P4']], 40)
  expect(names).toEqual(['Crane English P4', 'P4 Maths Set'])
  expect(listing).toMatchObject({ prepended: 1, pageSize: 1, total: 41 })
})

test("adds nothing after the host's first page if there are more", () => {
  expect(ranked('sst', [[1, 'SST Reader']], [[2, 'Social Studies Book']], 40).names).toEqual(['SST Reader'])
})

test("returns the index's products if the host has none, and calls them a guess if a word is missing", () => {
  expect(ranked('kintu', [], [[1, 'Kintu: A Novel']])).toMatchObject({
    names: ['Kintu: A Novel'],
    isGuess: false,
    isIndexOnly: false,
  })
  expect(ranked('kintu zebra', [], [[1, 'Kintu: A Novel']])).toMatchObject({ isGuess: true })
})

test('says that results are partial if the host did not respond', () => {
  expect(ranked('kintu', null, [[1, 'Kintu']])).toMatchObject({ names: ['Kintu'], isIndexOnly: true })
})

test('shows a product that both the host and the index have once', () => {
  const atlas = [1, 'Atlas for Schools'] as const
  expect(ranked('school atlas', [atlas], [atlas]).names).toEqual(['Atlas for Schools'])
  // The index has a closer match, which is shown before the host's.
  const english = [2, 'Crane English P4'] as const
  expect(ranked('p4 english', [[1, 'P4 Maths Set']], [english]).names).toEqual([
    'Crane English P4',
    'P4 Maths Set',
  ])
})

test('shows up to four products before the results of the host and up to six after them', () => {
  const english = [...'ABCDEFGHIJKL'].map(
    (letter, index) => [index + 10, `Crane English P4 ${letter}`] as const,
  )
  const names = english.map(([, name]) => name)
  const maths = [1, 'P4 Maths Set'] as const
  expect(ranked('p4 english', [maths], english, 40).names).toEqual([...names.slice(0, 4), 'P4 Maths Set'])
  expect(ranked('p4 english', [maths], english).names).toEqual([
    ...names.slice(0, 4),
    'P4 Maths Set',
    ...names.slice(4, 10),
  ])
})

test('shows up to twelve products of the index alone', () => {
  const items = Array.from({ length: 13 }, (_, index) => [index + 1, `Kintu ${index}`] as const)
  expect(ranked('kintu', [], items).names).toHaveLength(12)
})

test('products that the index finds by a school class or synonym match the search', () => {
  const { listing, isGuess } = ranked('p4 english', [[1, 'P4 Maths Set']], [[2, 'Crane English P4']])
  expect({ exactMatches: listing.exactMatches, isGuess }).toEqual({ exactMatches: 1, isGuess: false })
})

test('a similar product of the index is not a match', () => {
  const { names, listing, isGuess } = ranked('kintu mathematisc', [[1, 'Kintu']], [[2, 'Kintu Mathematics']])
  expect(names).toEqual(['Kintu Mathematics', 'Kintu'])
  expect({ exactMatches: listing.exactMatches, isGuess }).toEqual({ exactMatches: undefined, isGuess: true })
})

test('nothing is found if the host does not respond and no loaded product is similar', () => {
  expect(ranked('kintu', null, [])).toMatchObject({ names: [], isGuess: false, isIndexOnly: true })
})

test.each([
  ['if all results match', 'we are all birds', ['We Are All Birds']],
  ['for words in another order', 'birds are we all', ['We Are All Birds', 'Songs']],
  ['for a title of three words', 'we are  birds', ['We Are  Birds', 'Songs']],
  [
    'for a title with a class, which the index has not loaded',
    'crane english book p4',
    ['Crane English Book P4'],
  ],
])('counts no matches of a list that continues on the host %s', (_, query, names) => {
  const host = names.map((name, index) => [index + 1, name] as const)
  expect(ranked(query, host, [], 90).listing.exactMatches).toBeUndefined()
})

test("follows the index's order if the host's results match only some words", () => {
  const books = [...'ABC'].map((letter, index) => [index + 1, `Crane English P4 ${letter}`] as const)
  const [a, b, c] = books.map(([, name]) => name)
  const maths = [9, 'P4 Maths Set'] as const
  const names = (host: readonly Item[], total?: number) => ranked('p4 english', host, books, total).names
  // Of the products that the host lacks, only those ahead of its first result are shown before it.
  expect(names([maths, [2, 'Crane English P4 B']], 40)).toEqual([a, b, 'P4 Maths Set'])
  expect(names([maths, [2, 'Crane English P4 B']])).toEqual([a, b, 'P4 Maths Set', c])
  expect(names([[1, 'Crane English P4 A']])).toEqual([a, b, c])
})
