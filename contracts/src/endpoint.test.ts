import { expect, test } from 'vitest'
import { endpointPattern } from './endpoint.ts'

test.each([
  ['/v1/notes/7', { id: '7' }],
  ['/v1/notes/7/', { id: '7' }],
  ['/v1/notes/', undefined],
  ['/vx1/notes/7', undefined],
])('the pattern of an endpoint matches its paths only: %s', (path, groups) => {
  expect(endpointPattern('/notes/{id}', '/v1').exec(path)?.groups).toEqual(groups)
})

test('a point in a path is not a wildcard', () => {
  expect(endpointPattern('/feed.json').test('/feed.json')).toBe(true)
  expect(endpointPattern('/feed.json').test('/feed-json')).toBe(false)
})
