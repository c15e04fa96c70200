import type { BodyOf } from '../src/endpoint.ts'
import type { orders } from '../src/resources/orders.ts'

type OrderPayload = BodyOf<typeof orders.place>

/** Returns the body of a pickup order for one product, as the shop sends it: with `delivery` too (docs/literal.md). */
export function orderPayload(productId: number | string, change: Partial<OrderPayload> = {}): OrderPayload {
  return {
    order_amount: 25_000,
    delivery_address_id: null,
    order_type: 'delivery',
    branch_id: 1,
    cart: [orderLine(productId)],
    coupon_discount_amount: 0,
    coupon_discount_title: '',
    payment_method: 'flutterwave',
    order_note: 'contract-test: not to be delivered',
    distance: 0,
    coordinates: { lat: 0.3198, lng: 32.5919 },
    ...change,
  }
}

/** Returns a cart line for one copy at 25,000 shillings. `change` overrides its fields. */
export function orderLine(
  productId: number | string,
  change: Partial<OrderPayload['cart'][number]> = {},
): OrderPayload['cart'][number] {
  return {
    product_id: String(productId),
    price: '25000',
    variant: '',
    variation: [],
    discount_amount: 0,
    quantity: 1,
    tax_amount: 0,
    ...change,
  }
}
