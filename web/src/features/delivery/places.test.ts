import { expect, test } from 'vitest'
import { knownPlaces } from './places.ts'

const names = (typed: string) => knownPlaces(typed).map(({ name }) => name)

test('a place is found by the start of its name, in any case', () => {
  expect(names('nti')).toContain('Ntinda')
  expect(names('ENTEBBE')).toEqual(['Entebbe'])
})

test('a place is found by the start of a later word', () => {
  expect(names('portal')).toEqual(['Fort Portal'])
})

test('a place is found inside a longer address', () => {
  expect(names('Plot 5, Ntinda Road')).toContain('Ntinda')
})

test('the start of a name comes before its later words', () => {
  expect(names('kampala')[0]).toBe('Kampala')
})

test('nothing typed offers nothing, and too much is cut', () => {
  expect(names(' ')).toEqual([])
  expect(names('k').length).toBeLessThanOrEqual(6)
})

test('every place lies in Uganda', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    for (const { lat, lng } of knownPlaces(letter)) {
      expect(lat).toBeGreaterThan(-1.5)
      expect(lat).toBeLessThan(4.3)
      expect(lng).toBeGreaterThan(29.5)
      expect(lng).toBeLessThan(35.1)
    }
  }
})
