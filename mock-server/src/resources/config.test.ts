import { expect, test } from 'vitest'
import { app, get, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const readConfig = async (headers = {}) => (await get('/api/v1/config', headers)).body

test('announces shillings, a delivery charge by distance, and online payment only', async () => {
  expect(await readConfig()).toMatchObject({
    currency_symbol: 'UGX',
    country: 'UG',
    minimum_order_value: 0,
    delivery_management: { status: 1, min_shipping_charge: 0, shipping_per_km: 1500 },
    self_pickup: 1,
    cash_on_delivery: 'false',
    digital_payment: 'true',
    maintenance_mode: false,
  })
})

test('image folders are below the origin of the request', async () => {
  const { body } = await get('http://127.0.0.1:54321/api/v1/config')
  const folders = Object.values<string>(body.base_urls)
  expect(folders.length).toBeGreaterThan(0)
  for (const folder of folders) expect(folder).toMatch(/^http:\/\/127\.0\.0\.1:54321\/storage\//)
  expect(body.base_urls.product_image_url).toBe('http://127.0.0.1:54321/storage/product')
})

test('build 7.7 has the same store with more settings, and active branches', async () => {
  await app.control('POST /worlds', { body: { name: 'later', profile: '7.7' } })
  const [first, later] = [await readConfig(), await readConfig({ 'X-Emulator-World': 'later' })]
  expect([first.software_version, later.software_version]).toEqual(['7.1', '7.7'])
  expect(later).toMatchObject({ ...first, software_version: '7.7' })
  expect(later.branches).toEqual(first.branches.map((branch: object) => ({ ...branch, status: 1 })))
  expect(later).toMatchObject({
    guest_checkout: 1,
    customer_login: { login_option: { manual_login: 1, otp_login: 0, social_media_login: 0 } },
  })
  expect(first).not.toHaveProperty('guest_checkout')
})

test('build 7.7 announces the changed settings of its store, too', async () => {
  await app.control('POST /worlds', { body: { name: 'later', profile: '7.7' } })
  const body = { maintenance_mode: true, collection_address: 'Plot 1, Jinja Road' }
  await app.inWorld('later').control('POST /store', { body })
  expect(await readConfig({ 'X-Emulator-World': 'later' })).toMatchObject({
    maintenance_mode: true,
    branches: [{ address: 'Plot 1, Jinja Road', status: 1 }],
  })
})
