// A transaction as the payment vendor's script, verification and webhooks report it.
import type { PaymentResult } from 'contracts/payments'
import { selectOne } from '../world/queries.ts'
import type { World } from '../world/world.ts'
import type { Transaction } from './transactions.ts'

/** Returns the result for the callback, without the customer. @param paidStatus the newer status for `successful` */
export function toPaymentResult(
  transaction: Transaction,
  paidStatus?: 'completed',
): Omit<PaymentResult, 'customer'> {
  const isPaid = transaction.status === 'successful'
  return {
    status: isPaid ? (paidStatus ?? 'successful') : transaction.status,
    transaction_id: transaction.id,
    tx_ref: transaction.tx_ref,
    flw_ref: transaction.flw_ref,
    currency: transaction.currency,
    amount: transaction.amount,
    charged_amount: transaction.amount,
    charge_response_code: isPaid ? '00' : '02',
    charge_response_message: transaction.processor_response,
    created_at: new Date(transaction.created_at).toISOString(),
  }
}

/**
 * Returns a result without a transaction. Source F4: the script then reports a failure, regardless of the payment's
 * status.
 */
export function toResultWithoutTransaction({
  tx_ref,
  currency,
  amount,
}: Transaction): Omit<PaymentResult, 'customer'> {
  return { status: 'failed', transaction_id: null, tx_ref, flw_ref: null, currency, amount }
}

/** Authorisation and webhook type by payment type. Assumed: the webhook's for USSD. */
export const PAYMENT_TYPE_DETAILS: Record<
  Transaction['payment_type'],
  { authModel: string; webhookType: string }
> = {
  card: { authModel: 'PIN', webhookType: 'CARD_TRANSACTION' },
  mobilemoneyug: { authModel: 'MOBILEMONEY', webhookType: 'MOBILEMONEYUG_TRANSACTION' },
  ussd: { authModel: 'USSD', webhookType: 'USSD_TRANSACTION' },
}

/** Assumed: the vendor's fee for mobile money in Uganda, as a fraction of the amount. */
const FEE_RATE = 0.03

function storeName(world: World): string {
  const config = "SELECT value ->> 'ecommerce_name' AS name FROM settings WHERE name = 'config'"
  return selectOne<{ name: string }>(world, config)?.name ?? ''
}

/** Returns the `data` of a verification, and of a webhook except `amount_settled`. */
export function toVerificationData(world: World, transaction: Transaction) {
  const customer = JSON.parse(transaction.customer) as PaymentResult['customer']
  const fee = Math.round(transaction.amount * FEE_RATE)
  const createdAt = new Date(transaction.created_at).toISOString()
  return {
    id: transaction.id,
    tx_ref: transaction.tx_ref,
    flw_ref: transaction.flw_ref,
    device_fingerprint: 'N/A',
    amount: transaction.amount,
    currency: transaction.currency,
    charged_amount: transaction.amount,
    app_fee: fee,
    merchant_fee: 0,
    processor_response: transaction.processor_response,
    auth_model: PAYMENT_TYPE_DETAILS[transaction.payment_type].authModel,
    ip: '127.0.0.1',
    narration: storeName(world),
    status: transaction.status,
    payment_type: transaction.payment_type,
    created_at: createdAt,
    account_id: 1,
    meta: null,
    amount_settled: transaction.amount - fee,
    ...(transaction.payment_type === 'card'
      ? {
          card: {
            first_6digits: '553188',
            last_4digits: '2950',
            issuer: 'MASTERCARD CREDIT',
            country: 'UG',
            type: 'MASTERCARD',
            token: 'flw-t1nf-mock',
            expiry: '09/32',
          },
        }
      : {}),
    customer: { id: transaction.id, ...customer, created_at: createdAt },
  }
}
