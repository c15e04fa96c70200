import { orderPayload } from '../src/features/checkout/order-payload.ts'
import type { PaidOrder } from '../src/features/checkout/payment/payments.ts'

const items = [{ id: 12, name: 'Pen', quantity: 3, price: 1_250, image: 'pen.webp', total_stock: null }]
const delivery = { address: null, distance: 0, fee: 0, note: '' }

/** A paid pickup of three pens for UGX 3,800. */
export const paidPens: PaidOrder = {
  tx_ref: 'kitabo-1',
  transaction_id: 9,
  amount: 3_800,
  payload: orderPayload(items, delivery),
  owner: { id: 4, session: 'a' },
  started_at: 1_790_000_000_000,
  payer: { email: 'a@kitabo.example', phone_number: '0772123456', name: 'A B' },
  items,
  delivery,
}
