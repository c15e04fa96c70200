// The values that make sense, by the name of a field: every amount, rate, count, coordinate and date of the API. The
// validator reports others. `web/src/domain/bounds.test.ts` lists the fields of which the shop ignores them, too.

export type Bounds = readonly [min: number, max: number]

/** Shillings. The most expensive product, and the largest order of a school. */
const AMOUNT: Bounds = [0, 100_000_000]
const SUM: Bounds = [0, 10_000_000_000]
const COUNT: Bounds = [0, 10_000_000]
const STARS: Bounds = [0, 5]

export const BOUNDS = {
  price: AMOUNT,
  original_price: AMOUNT,
  lowest_price: AMOUNT,
  highest_price: AMOUNT,
  // Relations compare it with the price.
  discount: AMOUNT,
  discount_on_product: AMOUNT,
  tax_amount: AMOUNT,
  minimum_order_value: AMOUNT,
  bring_change_amount: SUM,
  delivery_charge: AMOUNT,
  min_shipping_charge: AMOUNT,
  order_amount: SUM,
  paid_amount: SUM,
  coupon_discount_amount: SUM,
  total_tax_amount: SUM,
  extra_discount: SUM,
  wallet_balance: SUM,
  /** Shillings per kilometre. */
  shipping_per_km: [0, 1_000_000],
  discount_percentage: [0, 100],
  average: STARS,
  average_rating: STARS,
  total_stock: COUNT,
  stock: COUNT,
  quantity: COUNT,
  total_quantity: COUNT,
  min_order_qty: COUNT,
  details_count: COUNT,
  products_count: COUNT,
  wishlist_count: COUNT,
  total_size: COUNT,
  total_review: COUNT,
  rating_group_count: COUNT,
  deliveryman_review_count: COUNT,
  login_hit_count: COUNT,
  loyalty_point: COUNT,
  /** Kilometres. */
  coverage: [0, 20_000],
  /** Seconds. */
  otp_resend_time: [0, 86_400],
  latitude: [-90, 90],
  longitude: [-180, 180],
} as const satisfies Record<string, Bounds>

/** Fields with a time, which is after the year 2000 and not in the future. */
export const PAST_TIMES: readonly string[] = ['created_at', 'updated_at', 'email_verified_at']

/** Whether a number is within bounds. */
export function isWithin(number: number, [min, max]: Bounds): boolean {
  return number >= min && number <= max
}
