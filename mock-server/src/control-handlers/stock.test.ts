import { expect, test } from 'vitest'
import { app, useAppPerTest } from '../../test/current-app.ts'
import { update } from '../world/queries.ts'

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

test('lists a product without a name unless a text is searched', async () => {
  update(app.world, 'products', 'SET name = NULL WHERE id = 1')
  expect((await products())[0]).toMatchObject({ id: 1, name: null })
  expect((await products('a')).map(({ id }) => id)).not.toContain(1)
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
