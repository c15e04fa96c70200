import { BOUNDS } from 'contracts/bounds'
import { expect, test } from 'vitest'
import { readPoint } from './distance.ts'
import { readHostConfig } from './host-config.ts'
import { readProduct } from './product.ts'

type Field = keyof typeof BOUNDS

/** Bounded fields that the shop does not read. */
const UNREAD = [
  'lowest_price',
  'highest_price',
  'discount',
  'discount_on_product',
  'tax_amount',
  'bring_change_amount',
  'delivery_charge',
  'min_shipping_charge',
  'paid_amount',
  'coupon_discount_amount',
  'total_tax_amount',
  'extra_discount',
  'wallet_balance',
  'average',
  'average_rating',
  'stock',
  'total_quantity',
  'min_order_qty',
  'details_count',
  'products_count',
  'wishlist_count',
  'total_review',
  'rating_group_count',
  'deliveryman_review_count',
  'login_hit_count',
  'loyalty_point',
  'coverage',
  'otp_resend_time',
] as const satisfies Field[]

/** Fields that the shop only shows or counts with, so that it limits them less: a stock below 0 is 0. */
const LESS_LIMITED = ['total_stock', 'order_amount', 'quantity', 'total_size'] as const satisfies Field[]

type LimitedField = Exclude<Field, (typeof UNREAD)[number] | (typeof LESS_LIMITED)[number]>

/** Readers of the fields on which prices, fees and places depend. Null means that the value is not used. */
const READERS: Record<LimitedField, (value: unknown) => unknown> = {
  price: (price) => readProduct({ id: 1, price })?.price,
  original_price: (price) => readProduct({ id: 1, original_price: price })?.original_price,
  discount_percentage: (share) => readProduct({ id: 1, discount_percentage: share })?.discount_percentage,
  shipping_per_km: (rate) => readHostConfig({ delivery_management: { shipping_per_km: rate } }).rate,
  minimum_order_value: (sum) => readHostConfig({ minimum_order_value: sum }).minimumOrder || null,
  latitude: (latitude) => readPoint(latitude, '32.5'),
  longitude: (longitude) => readPoint('0.3', longitude),
}

test.each(Object.entries(READERS))('the shop uses %s within the contract’s bounds only', (field, read) => {
  const [min, max] = BOUNDS[field as LimitedField]
  expect(read(max)).not.toBeNull()
  expect([read(min - 1), read(max + 1)]).toEqual([null, null])
})
