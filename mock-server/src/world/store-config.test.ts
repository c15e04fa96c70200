import type { Config } from 'contracts/resources/config'
import { expect, test } from 'vitest'
import { deliveryCharge } from './store-config.ts'

test.each<[status: number, kilometres: number, charge: number]>([
  [1, 4, 6000],
  [1, 5.12345, 7685.18],
  [1, 1, 2000],
  [0, 4, 5000],
])('with the status %i of the rate per kilometre, %d km cost %d', (status, kilometres, charge) => {
  const delivery_management = { status, shipping_per_km: 1500, min_shipping_charge: 2000 }
  expect(deliveryCharge({ delivery_charge: 5000, delivery_management } as Config, kilometres)).toBe(charge)
})
