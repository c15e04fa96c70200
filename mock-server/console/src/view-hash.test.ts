import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { toLabel } from './format.ts'
import { formatViewHash, parseViewHash, VIEWS } from './view-hash.ts'

test('parses a view and its parameters from a hash', () => {
  const { view, params } = parseViewHash('#/faults?method=GET&path=%2Fproducts%2F%7Bid%7D')
  expect(view).toBe('faults')
  expect(params.get('path')).toBe('/products/{id}')
})

test('selects the overview for an unknown hash', () => {
  expect(parseViewHash('').view).toBe('overview')
  expect(parseViewHash('#/none').view).toBe('overview')
})

test('creates hashes that can be parsed again', () => {
  const href = formatViewHash('faults', { path: '/a b&c' })
  expect(parseViewHash(href).params.get('path')).toBe('/a b&c')
  expect(formatViewHash('clock')).toBe('#/clock')
})

test("the emulator's README lists the views with their URLs, in the order of the menu", () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| (\w+) +\| `(#\/\w+)` +\|/gm)].map(([, name, hash]) => [name, hash])
  expect(rows).toEqual(VIEWS.map((view) => [toLabel(view), formatViewHash(view)]))
})
