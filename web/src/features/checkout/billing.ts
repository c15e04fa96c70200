import type { PaymentRequest } from 'contracts/payments'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { writeJson } from '../../lib/storage.ts'
import type { OrderPayload } from './order-payload.ts'

/** Who pays, as the form has it; passed to the payment provider, not to the host, and not submitted. */
export type Billing = { f_name: string; l_name: string; email: string; phone: string }

/** Under it the session keeps what the shopper changed, until an order has been accepted or the customer logs out. */
export const BILLING_DRAFT = 'billingDraft'

/** What was changed, over what the account says. */
export function billingOf(changed: Partial<Billing>, profile: Partial<Billing> | null | undefined): Billing {
  return { f_name: '', l_name: '', email: '', phone: '', ...pick(profile ?? {}), ...pick(changed) }
}

function pick({ f_name, l_name, email, phone }: Partial<Record<keyof Billing, unknown>>): Partial<Billing> {
  return Object.fromEntries(
    Object.entries({ f_name, l_name, email, phone }).filter(
      ([, value]) => typeof value === 'string' && value.length <= 1_000,
    ),
  )
}

/** What was kept of the changes. */
export function readBillingDraft(kept: Record<string, unknown>): Partial<Billing> {
  return pick(kept)
}

export function clearBillingDraft(): void {
  writeJson(BILLING_DRAFT, null, 'session')
}

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
