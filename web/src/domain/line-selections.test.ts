import { expect, test } from 'vitest'
import { formatSelection, unitsOf, withMissingSelections, withSelectedOption } from './line-selections.ts'

const groups = [
  { title: 'Size', options: ['M', 'L'] },
  { title: 'Colour', options: ['Red', 'Blue'] },
]

const lineWith = (...texts: string[]) => ({
  quantity: 2,
  ...(texts.length > 0 ? { chosen: texts.map((text) => ({ text, quantity: 2 / texts.length })) } : {}),
})
const oneOfTwo = { quantity: 2, chosen: [{ text: 'Size: M, Colour: Red', quantity: 1 }] }

test('formats choices, without groups that have none', () => {
  expect(formatSelection(groups, { 1: 'Red' })).toBe('Colour: Red')
  expect(formatSelection(groups, ['M', 'Red'])).toBe('Size: M, Colour: Red')
  expect(formatSelection(groups, { 0: '' })).toBe('')
})

test('formats no choice that its group does not offer', () => {
  expect(formatSelection(groups, { 0: 'XL', 1: 'Red' })).toBe('Colour: Red')
})

test.each([
  [[], ['', '']],
  [['Size: M'], ['M', '']],
  [['Size: L, Colour: Blue'], ['L', 'Blue']],
  [['Size: not chosen, Colour: Blue'], ['', 'Blue']],
  [['Size: XL'], ['', '']],
])('the choices of units with %j are %j', (texts, choices) => {
  expect(unitsOf(lineWith(...texts), groups)).toEqual([{ quantity: 2, choices }])
})

test('splits a line whose units differ, with those without a choice last', () => {
  expect(unitsOf(oneOfTwo, groups)).toEqual([
    { quantity: 1, choices: ['M', 'Red'] },
    { quantity: 1, choices: ['', ''] },
  ])
})

test('an option replaces that of all units, or removes it', () => {
  expect(withSelectedOption(lineWith('Size: M'), groups, 0, 'L')).toEqual(lineWith('Size: L'))
  expect(withSelectedOption(lineWith('Size: M'), groups, 1, 'Red')).toEqual(lineWith('Size: M, Colour: Red'))
  expect(withSelectedOption(lineWith('Size: M'), groups, 0, '')).toEqual(lineWith())
})

test('an option is only for the units without one if they differ, and merges equal ones', () => {
  const line = withSelectedOption(oneOfTwo, groups, 0, 'L')
  expect(line.chosen).toEqual([
    { text: 'Size: M, Colour: Red', quantity: 1 },
    { text: 'Size: L', quantity: 1 },
  ])
  const same = withSelectedOption(withSelectedOption(oneOfTwo, groups, 0, 'M'), groups, 1, 'Red')
  expect(same.chosen).toEqual([{ text: 'Size: M, Colour: Red', quantity: 2 }])
})

test.each([
  [lineWith(), [{ text: 'Size: not chosen, Colour: not chosen', quantity: 2 }]],
  [lineWith('Size: M'), [{ text: 'Size: M, Colour: not chosen', quantity: 2 }]],
  [oneOfTwo, [...oneOfTwo.chosen, { text: 'Size: not chosen, Colour: not chosen', quantity: 1 }]],
])('an order says what is not chosen in %j', (line, chosen) => {
  expect(withMissingSelections(line, groups).chosen).toEqual(chosen)
  expect(withMissingSelections(withMissingSelections(line, groups), groups).chosen).toEqual(chosen)
})

test('an order says nothing about a product without options, and keeps the product of a line with some', () => {
  expect(withMissingSelections(lineWith(), [])).toEqual(lineWith())
  const line = { ...lineWith('Size: M, Colour: Red'), id: 7 }
  expect(withMissingSelections(line, groups)).toEqual(line)
})
