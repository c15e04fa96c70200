import { createTestApp } from 'mock-server/test/test-app'
import { expect, test } from 'vitest'
import { store } from './store.ts'

test('the shop and the host that it is developed with name the same contacts, location and rate', async () => {
  const host = await createTestApp()
  const config = await host.client()('GET /config')
  await host.close()
  expect(store.phones.map((phone) => phone.replaceAll(' ', ''))).toContain(config.ecommerce_phone)
  expect(store).toMatchObject({ name: config.ecommerce_name, email: config.ecommerce_email })
  expect(config.ecommerce_location_coverage).toMatchObject({
    latitude: String(store.origin.lat),
    longitude: String(store.origin.lng),
  })
  expect(store.deliveryPerKm).toBe(config.delivery_management?.shipping_per_km)
})
