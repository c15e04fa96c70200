import { expect, test } from 'vitest'
import { app, get, useAppPerTest } from '../../test/current-app.ts'
import { insert, remove, selectOne } from '../world/queries.ts'

useAppPerTest()

const list = () => app.client()('GET /banners')

test('lists all banners by id, with the product or the category that they open', async () => {
  const { file } = selectOne<{ file: string }>(
    app.world,
    "SELECT file FROM images WHERE folder = 'storage/banner'",
  ) ?? { file: '' }
  remove(app.world, 'banners')
  const banner = { title: null, image: file, product_id: null, category_id: null, banner_type: 'primary' }
  insert(app.world, 'banners', { ...banner, id: 9, category_id: 30 })
  insert(app.world, 'banners', { ...banner, id: 4, product_id: 151, banner_type: 'secondary' })
  expect(await list()).toMatchObject([
    { id: 4, product_id: 151, category_id: null, banner_type: 'secondary', status: 1 },
    { id: 9, product_id: null, category_id: 30, banner_type: 'primary', status: 1 },
  ])
})

test('the URL of a banner has the origin of the request, and serves its image', async () => {
  const { body } = await get('http://127.0.0.1:54321/api/v1/banners')
  expect(body[0].image_fullpath).toBe(`http://127.0.0.1:54321/storage/banner/${body[0].image}`)
  const { status, headers } = await get(body[0].image_fullpath)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('a store without banners has an empty list', async () => {
  remove(app.world, 'banners')
  expect(await list()).toEqual([])
})
