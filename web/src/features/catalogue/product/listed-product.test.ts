import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { findListedProduct } from './listed-product.ts'

const atlas = { id: 7, name: 'Atlas', price: 9000, description: 'A school atlas' }
const { description: _, ...rendered } = atlas

function clientWith(...lists: [key: string, data: unknown, receivedAt: number][]): QueryClient {
  const client = new QueryClient()
  for (const [key, data, updatedAt] of lists) client.setQueryData([key, 'list'], data, { updatedAt })
  return client
}

test('finds a product in the latest list that has it, at any depth', () => {
  const client = clientWith(
    ['products', [{ ...atlas, price: 8000 }], 1],
    ['homepage', { sections: [{ products: [{ product: atlas }] }] }, 2],
    ['products-of-others', [atlas], 3],
  )
  expect(findListedProduct(client, '7')).toMatchObject({
    product: { name: 'Atlas', price: 9000 },
    receivedAt: 2,
    lacksDetails: false,
  })
  expect(findListedProduct(client, '8')).toBeNull()
})

test('prefers a list with descriptions to a later one that was rendered with a page', () => {
  const later = ['homepage', [rendered], 2] as const
  expect(findListedProduct(clientWith([...later]), '7')).toMatchObject({ receivedAt: 2, lacksDetails: true })
  expect(findListedProduct(clientWith([...later], ['products', [atlas], 1]), '7')).toMatchObject({
    receivedAt: 1,
    lacksDetails: false,
  })
})
