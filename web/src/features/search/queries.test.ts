import { expect, test } from 'vitest'
import { readProducts } from '../../domain/product.ts'
import { prefixFirst } from './queries.ts'

test('puts prefix matches first and keeps the order of the rest', () => {
  const found = readProducts(
    ['My Atlas', 'atlas of Africa', 'World atlas', 'Atlas'].map((name, id) => ({ id: id + 1, name })),
  )
  expect(prefixFirst(found, ' Atlas').map(({ name }) => name)).toEqual([
    'atlas of Africa',
    'Atlas',
    'My Atlas',
    'World atlas',
  ])
})
