import { expect, test } from 'vitest'
import { stagingValues } from './staging.ts'

const valuesWith = (products: unknown) =>
  stagingValues({ run: 'a1b2c3d4', mailDomain: 'mail.test' }, (name) =>
    name === 'products.latest' ? { products } : null,
  )

test('the steps order the cheapest product that has an id, a price and a stock of more than six', () => {
  const products = [
    { id: 1, total_stock: 6, price: 100 },
    { id: 2, total_stock: 9, price: 0 },
    { id: 'none', total_stock: 9, price: 100 },
    { id: 4, total_stock: 9, price: 900 },
    { id: '3', total_stock: '7', price: '500.4' },
  ]
  expect(valuesWith(products)).toMatchObject({ productId: 3, price: 500 })
  expect(valuesWith(products.slice(0, 3))).not.toHaveProperty('productId')
})

test('the accounts of a run differ in their e-mail address and phone number', () => {
  const { account, other } = valuesWith([])
  expect(account).toMatchObject({ email: 'contract-test-a1b2c3d4@mail.test' })
  expect(other?.email).not.toBe(account?.email)
  expect(other?.phone).not.toBe(account?.phone)
})
