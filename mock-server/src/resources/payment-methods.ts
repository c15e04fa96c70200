import type { OrderRow } from '../world/rows.ts'

/** What the host does with an order, by its payment method. */
type PaymentMethod = Pick<OrderRow, 'payment_status'> & {
  order_status: 'pending' | 'confirmed'
  /** Whether the order is paid online. Such an order cannot be delivered without a payment reference. */
  isOnline: boolean
}

/** Source R1: orders not paid in cash are stored as paid and confirmed, without checking the payment. */
const ONLINE: PaymentMethod = { payment_status: 'paid', order_status: 'confirmed', isOnline: true }

const METHODS: Record<string, PaymentMethod> = {
  cash_on_delivery: { payment_status: 'unpaid', order_status: 'pending', isOnline: false },
}

export function paymentMethod(name: string | null): PaymentMethod {
  return METHODS[name ?? ''] ?? ONLINE
}
