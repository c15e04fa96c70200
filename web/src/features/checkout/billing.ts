import type { PaymentRequest } from 'contracts/payments'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { isEmail } from '../../domain/email-and-phone.ts'
import { onlinePayment } from './online-payment.ts'
import type { PaymentAttempt } from './payment/payments.ts'

/** The payer's details, which are sent to the payment vendor but not to the host. */
export type Billing = { f_name: string; l_name: string; email: string; phone: string }

/** Returns the account's details, overridden by the shopper's changes. */
export function billingOf(changed: Partial<Billing>, customer: Partial<Billing> | null | undefined): Billing {
  return {
    f_name: '',
    l_name: '',
    email: '',
    phone: '',
    ...readBilling(customer ?? {}),
    ...readBilling(changed),
  }
}

/** Returns an attempt's payer for the form. Its first name is the first word of the name. */
export function billingOfPayer({ name, email, phone_number }: PaymentAttempt['payer']): Billing {
  const [f_name = '', ...lastNames] = name.split(' ')
  return { f_name, l_name: lastNames.join(' '), email, phone: phone_number }
}

/** Returns the valid fields of stored values. */
export function readBilling(stored: Readonly<Record<string, unknown>>): Partial<Billing> {
  const { f_name, l_name, email, phone } = stored
  return Object.fromEntries(
    Object.entries({ f_name, l_name, email, phone }).filter(
      ([, value]) => typeof value === 'string' && value.length <= 1_000,
    ),
  )
}

export type BillingErrors = Partial<Record<keyof Billing, string>>

/** Returns an error message for each field that the payment vendor would refuse. */
export function findBillingErrors({ f_name, email }: Billing): BillingErrors {
  return {
    ...(f_name.trim() === '' ? { f_name: 'First name is required' } : {}),
    ...(isEmail(email.trim()) ? {} : { email: 'Invalid email address' }),
  }
}

/** Returns the same request whenever an attempt is resumed, so that the vendor finds the existing payment. */
export function paymentRequest({ tx_ref, amount, payer }: PaymentAttempt): PaymentRequest {
  return {
    public_key: env.paymentPublicKey,
    tx_ref,
    amount,
    currency: 'UGX',
    payment_options: onlinePayment.options,
    customer: payer,
    customizations: { title: store.name, description: store.tagline },
  }
}
