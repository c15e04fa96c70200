import { expect, test } from 'vitest'
import { app, useAppPerTest } from '../../test/current-app.ts'
import { insert, remove } from '../world/queries.ts'

useAppPerTest()

const sections = () => app.client()('GET /homepage/sections')

/** Replaces all sections. @param sections in the order of their ids, with their places */
function replaceSections(...rows: { place: number; title: string | null; product_ids: number[] }[]): void {
  remove(app.world, 'homepage_sections')
  for (const [index, row] of rows.entries())
    insert(app.world, 'homepage_sections', {
      ...row,
      id: index + 1,
      product_ids: JSON.stringify(row.product_ids),
    })
}

test('lists the sections by their places, each with its products in the order of the store', async () => {
  replaceSections(
    { place: 2, title: 'Second', product_ids: [5] },
    { place: 1, title: null, product_ids: [40, 7, 9] },
  )
  expect(await sections()).toMatchObject({
    success: true,
    message: 'Homepage sections fetched successfully',
    data: [
      { id: 2, title: null, items: [{ id: 40 }, { id: 7 }, { id: 9 }] },
      { id: 1, title: 'Second', items: [{ id: 5 }] },
    ],
  })
})

test('omits products that do not exist, and keeps a section without products', async () => {
  replaceSections(
    { place: 1, title: 'Partly removed', product_ids: [999_999, 7] },
    { place: 2, title: 'Empty', product_ids: [] },
  )
  const { data } = await sections()
  expect(data.map(({ items }) => items.map(({ id }) => id))).toEqual([[7], []])
})

test('shows the current price and stock of a product', async () => {
  replaceSections({ place: 1, title: 'New', product_ids: [7] })
  await sections()
  await app.control('POST /stock', { body: { id: 7, price: 4321, stock: 3 } })
  expect((await sections()).data[0]?.items).toMatchObject([{ price: 4321, total_stock: 3 }])
})

test('a store without sections has an empty list', async () => {
  replaceSections()
  expect(await sections()).toMatchObject({ success: true, data: [] })
})
