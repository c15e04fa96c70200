import { createTestApp } from 'mock-server/test/test-app'
import { expect, test } from 'vitest'
import { deliveryTime, deliveryTimeNotice, store } from './store.ts'

test.runIf(store.name === 'Kitabo')('Kitabo keeps its delivery time and position', () => {
  expect(deliveryTimeNotice).toBe('Same day to 1–2 business days delivery')
  expect(deliveryTime).toBe('the same day or within 1–2 business days')
  expect(store.location).toBe('our shop, Kampala')
  expect(store.origin).toEqual({ lat: 0.3198, lng: 32.5919 })
})

test('the two texts about the delivery time promise the same', () => {
  const daysOf = (text: string) => text.match(/\d+/g)
  expect(daysOf(deliveryTimeNotice)).toEqual(daysOf(deliveryTime))
  expect(/same day/i.test(deliveryTimeNotice)).toBe(/same day/i.test(deliveryTime))
})

test('the shop and the host that it is developed with name the same contacts, location and rate', async () => {
  const host = await createTestApp()
  const config = await host.client()('GET /config')
  await host.close()
  expect(store.phones.map((phone) => phone.replaceAll(' ', ''))).toContain(config.ecommerce_phone)
  expect(store).toMatchObject({
    name: config.ecommerce_name,
    email: config.ecommerce_email,
    address: config.ecommerce_address,
  })
  expect(config.ecommerce_location_coverage).toMatchObject({
    latitude: String(store.origin.lat),
    longitude: String(store.origin.lng),
  })
  expect(store.deliveryPerKm).toBe(config.delivery_management?.shipping_per_km)
})
