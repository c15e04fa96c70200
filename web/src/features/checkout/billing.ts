import type { PaymentRequest } from 'contracts/payments'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import type { OrderPayload } from './order-payload.ts'

/** Who pays, as the form has it; passed to the payment provider, not to the host, and not judged. */
export type Billing = { f_name: string; l_name: string; email: string; phone: string }

/** What the payment modal is asked to charge: the order's own amount, in whole shillings. */
export function paymentRequest(reference: string, payload: OrderPayload, billing: Billing): PaymentRequest {
  return {
    public_key: env.paymentPublicKey,
    tx_ref: reference,
    amount: payload.order_amount,
    currency: 'UGX',
    payment_options: 'card,mobilemoney,ussd',
    customer: {
      email: billing.email.trim(),
      phone_number: billing.phone.trim(),
      name: `${billing.f_name} ${billing.l_name}`.trim(),
    },
    customizations: { title: store.name, description: store.tagline },
  }
}
