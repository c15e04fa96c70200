import { expect, test } from 'vitest'
import { formatSelections } from './line-selections.ts'
import {
  groupName,
  groupsWithAlternatives,
  hasSelection,
  isSelectionOffered,
  limitSelections,
  mergeSelections,
  offeredGroups,
  readSelections,
  withQuantity,
} from './option-groups.ts'

const medium = { text: 'Size: M', quantity: 2 }
const large = { text: 'Size: L', quantity: 1 }

test('formats one choice without a count, and several with their counts', () => {
  expect(formatSelections({ quantity: 2, chosen: [medium] })).toBe('Size: M')
  expect(formatSelections({ quantity: 3, chosen: [medium, large] })).toBe('2 × Size: M; 1 × Size: L')
  expect(formatSelections({ quantity: 3, chosen: [medium] })).toBe('2 × Size: M')
  expect(formatSelections({ quantity: 3 })).toBe('')
})

test('merges the choices of two lines and adds up equal ones', () => {
  expect(mergeSelections({ quantity: 3, chosen: [medium, large] }, { quantity: 1, chosen: [large] })).toEqual(
    [medium, { ...large, quantity: 2 }],
  )
  expect(mergeSelections({ quantity: 1 }, { quantity: 1, chosen: [large] })).toEqual([large])
  expect(mergeSelections({ quantity: 2, chosen: [medium] }, { quantity: 1 })).toEqual([medium])
  expect(mergeSelections({ quantity: 1 }, { quantity: 1 })).toBeUndefined()
})

test('a choice that applies to all units changes with the quantity', () => {
  expect(withQuantity({ quantity: 2, chosen: [medium] }, 5).chosen).toEqual([{ ...medium, quantity: 5 }])
  expect(withQuantity({ quantity: 2, chosen: [medium] }, 1).chosen).toEqual([{ ...medium, quantity: 1 }])
})

test('drops the latest of several choices first, and adds units without a choice', () => {
  const line = { quantity: 3, chosen: [medium, large] }
  expect(withQuantity(line, 2).chosen).toEqual([medium])
  expect(withQuantity(line, 4).chosen).toEqual([medium, large])
  expect(limitSelections([medium, large], 1)).toEqual([{ ...medium, quantity: 1 }])
})

test('a line without choices still has none after a change', () => {
  expect(withQuantity({ quantity: 1 }, 2)).toEqual({ quantity: 2 })
  expect(withQuantity({ quantity: 1, chosen: [] }, 2)).toEqual({ quantity: 2, chosen: [] })
})

test('a line keeps its product when its quantity changes', () => {
  expect(withQuantity({ id: 7, quantity: 1 }, 2)).toEqual({ id: 7, quantity: 2 })
  const line = { id: 7, quantity: 2, chosen: [medium] }
  expect(withQuantity(line, 1)).toEqual({ id: 7, quantity: 1, chosen: [{ ...medium, quantity: 1 }] })
})

test.each([null, 'Size: M', [null, 7, {}], [{ text: 'M', quantity: 0 }], [{ text: [], quantity: 1 }]])(
  'reads no choice from %j',
  (value) => {
    expect(readSelections(value)).toEqual([])
  },
)

test('limits a choice to 200 characters, and a line to 20 choices', () => {
  expect(readSelections([{ text: 'x'.repeat(201), quantity: 1 }])[0]?.text).toHaveLength(200)
  const many = Array.from({ length: 21 }, (_, index) => ({ text: `Size: ${index}`, quantity: 1.9 }))
  expect(readSelections(many)).toHaveLength(20)
  expect(readSelections(many)[0]).toEqual({ text: 'Size: 0', quantity: 1 })
  expect(mergeSelections({ quantity: 21, chosen: many }, { quantity: 1, chosen: [large] })).toHaveLength(20)
})

test('drops a choice without units', () => {
  expect(limitSelections([medium, large], 2)).toEqual([medium])
  expect(limitSelections([medium, large], 3)).toEqual([medium, large])
  expect(limitSelections([medium], 0)).toEqual([])
})

test('offers at most 8 groups of 40 different options of 40 characters', () => {
  const options = Array.from({ length: 42 }, (_, index) => `${index}`.padEnd(42, 'x'))
  const choice_options = Array.from({ length: 9 }, () => ({ title: 't'.repeat(42), options }))
  const offered = offeredGroups({ choice_options })
  expect(offered).toHaveLength(8)
  expect(offered[0]?.title).toHaveLength(40)
  expect(offered[0]?.options).toHaveLength(40)
  expect(offered[0]?.options[0]).toHaveLength(40)
  expect(offeredGroups({ choice_options: [{ title: 'Size', options: ['M', '', 'M'] }] })[0]?.options).toEqual(
    ['M'],
  )
})

const groups = [
  { title: 'Size', options: ['M', 'L'] },
  { title: 'Colour', options: ['Red', 'Blue'] },
]

test.each([
  ['Size: M', true],
  ['Size: not chosen', true],
  ['Size: M, Colour: not chosen', true],
  ['Size: XL', false],
  ['Cover: not chosen', false],
  ['Size: M, Colour: Green', false],
  ['Colour: Red', true],
  ['Colour: Red, Size: M', false],
  ['', true],
  ['Size: MX', false],
  [`Size: ${'x'.repeat(193)}`, false],
  [`Size: ${'x'.repeat(194)}`, true],
])('whether %j is offered: %j', (text, expected) => {
  expect(isSelectionOffered(text, groups)).toBe(expected)
})

test('a single option is not a choice', () => {
  expect(groupsWithAlternatives([{ title: 'Cover', options: ['Soft'] }, ...groups])).toEqual(groups)
})

test.each([
  ['Size', 'size'],
  ['ISBN', 'ISBN'],
  ['Écran', 'écran'],
  ['size', 'size'],
])('in a sentence, the group %j is called %j', (title, name) => {
  expect(groupName(title)).toBe(name)
})

test.each([
  ['Size: M, Colour: Red', 'Colour', true],
  ['Size: M, Colour: Red', 'Size', true],
  ['Shoe Size: 40', 'Size', false],
  ['', 'Size', false],
])('%j has a choice of %s: %j', (text, title, has) => {
  expect(hasSelection(text, title)).toBe(has)
})
