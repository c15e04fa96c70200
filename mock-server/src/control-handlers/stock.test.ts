import { expect, test } from 'vitest'
import { app, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const products = async (name?: string) =>
  (await app.control('GET /stock', { query: name === undefined ? {} : { name } })).products
const change = (body: { stock?: number; price?: number }) =>
  app.control('POST /stock', { body: { id: 40, ...body } })

test('lists the first 50 products, or those whose name contains a text in any case', async () => {
  const listed = await products()
  expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  const name = listed[4]?.name ?? ''
  for (const text of [name, name.slice(1), name.toUpperCase(), name.toLowerCase()])
    expect((await products(text)).map(({ id }) => id)).toContain(5)
  expect(await products(`${name}x`)).toEqual([])
})

test('changes only the named values of a product, also to 0', async () => {
  const { stock, price } = await change({ stock: 7, price: 900 })
  expect([stock, price]).toEqual([7, 900])
  expect(await change({ price: 0 })).toMatchObject({ stock: 7, price: 0 })
  expect(await change({ price: 800 })).toMatchObject({ stock: 7, price: 800 })
  expect(await change({ stock: 0 })).toMatchObject({ stock: 0, price: 800 })
  const details = await app.client()('GET /products/details/{id}', { params: { id: '40' } })
  expect(details).toMatchObject({ product: { total_stock: 0, price: 800 } })
})
