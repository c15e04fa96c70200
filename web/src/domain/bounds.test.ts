import { BOUNDS } from 'contracts/bounds'
import { expect, test } from 'vitest'
import { readPoint } from './distance.ts'
import { readHostConfig } from './host-config.ts'
import { readProduct } from './product.ts'

type Field = keyof typeof BOUNDS

/** Readers of the fields on which prices, fees and places depend. Null or 0 means that the value is not used. */
const READERS: Partial<Record<Field, (value: unknown) => unknown>> = {
  price: (price) => readProduct({ id: 1, price })?.price,
  original_price: (price) => readProduct({ id: 1, original_price: price })?.original_price,
  discount_percentage: (share) => readProduct({ id: 1, discount_percentage: share })?.discount_percentage,
  shipping_per_km: (rate) => readHostConfig({ delivery_management: { shipping_per_km: rate } }).rate,
  minimum_order_value: (sum) => readHostConfig({ minimum_order_value: sum }).minimumOrder || null,
  latitude: (latitude) => readPoint(latitude, '32.5'),
  longitude: (longitude) => readPoint('0.3', longitude),
}

test.each(Object.entries(READERS))('the shop uses %s within the contract’s bounds only', (field, read) => {
  const [min, max] = BOUNDS[field as Field]
  expect(read(max)).not.toBeNull()
  expect([read(min - 1), read(max + 1)]).toEqual([null, null])
})
