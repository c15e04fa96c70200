import { api } from 'contracts/api'
import { expect, test } from 'vitest'
import { addFault, app, useAppPerTest } from '../../test/current-app.ts'
import { productsHandlers } from '../resources/products.ts'
import { createInternalGet } from './internal-get.ts'

useAppPerTest()

const details = { products: { details: api.products.details } }
const readDetails = (url: string, isMissing = () => false) => {
  const handlers = { products: { details: productsHandlers.details } } as never
  return createInternalGet(details, handlers, isMissing)(url, app.world, 'https://shop.example')
}

test('returns the JSON of a public endpoint with the origin, without faults and journal', async () => {
  await addFault({ effect: { status: 503 } })
  const { product } = JSON.parse((await readDetails('/products/details/5?x=1')) ?? '')
  expect(product.id).toBe(5)
  expect(product.image_fullpath[0]).toMatch(/^https:\/\/shop\.example\//)
  expect(app.world.journal.read()).toEqual([])
})

test('returns nothing for an unknown path, an endpoint that the world lacks, and one that needs a token', async () => {
  expect(await readDetails('/products/none')).toBeUndefined()
  expect(await readDetails('/products/details/5', () => true)).toBeUndefined()
  const info = { customer: { info: api.customer.info } }
  const read = createInternalGet(
    info,
    { customer: { info: () => ({ status: 200, body: {} }) } } as never,
    () => false,
  )
  expect(await read('/customer/info', app.world, 'https://shop.example')).toBeUndefined()
})
