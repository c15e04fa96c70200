import type { EndpointsByKey } from 'contracts/api'
import type { BodyOf } from 'contracts/endpoint'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { type CartItem, totalPrice } from '../../domain/cart-item.ts'
import { formatSelections } from '../../domain/line-selections.ts'
import { orderTotal } from '../../domain/money.ts'
import type { Delivery } from './chosen-delivery.ts'
import { onlinePayment } from './online-payment.ts'

export type OrderPayload = BodyOf<EndpointsByKey['POST /customer/order/place']>

/**
 * Returns the request body for an order.
 *
 * Fixed values are listed in docs/literal.md. A pickup also has the order_type "delivery", with the address id from the
 * settings (null by default) and the shop's coordinates. A product's `tax` contains its ISBN and must not be sent as
 * tax_amount.
 */
export function orderPayload(items: readonly CartItem[], delivery: Delivery): OrderPayload {
  const { address } = delivery
  return {
    order_amount: orderTotal(totalPrice(items), delivery.fee),
    delivery_address_id: address === null ? env.pickupAddressId : address.id,
    order_type: 'delivery',
    branch_id: 1,
    cart: items.map((item) => ({
      product_id: String(item.id),
      price: String(Math.round(item.price ?? 0)),
      variant: item.variant ?? '',
      variation: item.variation ?? [],
      discount_amount: item.discountAmount ?? 0,
      quantity: item.quantity,
      tax_amount: item.taxAmount ?? 0,
    })),
    coupon_discount_amount: 0,
    coupon_discount_title: '',
    payment_method: onlinePayment.method,
    order_note: env.sendDeliveryNote ? noteOf(items, delivery) : '',
    distance: address === null ? 0 : delivery.distance,
    coordinates: address === null ? { ...store.origin } : { lat: address.latitude, lng: address.longitude },
  }
}

/** Returns the delivery note followed by the chosen options, because the API has no field for options. */
function noteOf(items: readonly CartItem[], { note }: Delivery): string {
  const chosen = items.flatMap((item) => (item.chosen ? [`${item.name}: ${formatSelections(item)}`] : []))
  return [note, ...chosen].filter((line) => line !== '').join('\n')
}
