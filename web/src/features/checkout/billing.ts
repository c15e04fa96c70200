import type { PaymentRequest } from 'contracts/payments'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import type { PaymentAttempt } from './payments.ts'

/** Who pays, as the form has it; passed to the payment provider, not to the host, and not submitted. */
export type Billing = { f_name: string; l_name: string; email: string; phone: string }

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
export function readBillingDraft(stored: Record<string, unknown>): Partial<Billing> {
  return pick(stored)
}

/** The payer, as the payment provider takes it. */
export function payerOf({ f_name, l_name, email, phone }: Billing): PaymentRequest['customer'] {
  return { email: email.trim(), phone_number: phone.trim(), name: `${f_name} ${l_name}`.trim() }
}

/** The payment window's request. An attempt always gives the same one, so that the provider finds its payment. */
export function paymentRequest({ tx_ref, amount, payer }: PaymentAttempt): PaymentRequest {
  return {
    public_key: env.paymentPublicKey,
    tx_ref,
    amount,
    currency: 'UGX',
    payment_options: 'card,mobilemoney,ussd',
    customer: payer,
    customizations: { title: store.name, description: store.tagline },
  }
}
