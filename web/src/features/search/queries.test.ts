import { expect, test } from 'vitest'
import { readProducts } from '../../domain/product.ts'
import { putPrefixFirst } from './queries.ts'

test('moves prefix matches to the front and otherwise keeps the order', () => {
  const products = readProducts(
    ['My Atlas', 'atlas of Africa', 'World atlas', 'Atlas'].map((name, id) => ({ id: id + 1, name })),
  )
  expect(putPrefixFirst(products, ' Atlas').map(({ name }) => name)).toEqual([
    'atlas of Africa',
    'Atlas',
    'My Atlas',
    'World atlas',
  ])
})
