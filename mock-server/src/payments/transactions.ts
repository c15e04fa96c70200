import type { PaymentRequest, PaymentResult } from 'contracts/payments'
import { insert, selectAll, selectOne, update } from '../world/queries.ts'
import type { World } from '../world/world.ts'

export type Transaction = {
  id: number
  tx_ref: string
  flw_ref: string
  amount: number
  currency: string
  payment_type: string
  status: 'successful' | 'failed' | 'pending'
  processor_response: string
  /** JSON of `{email, phone_number, name}`. */
  customer: string
  due_at: number | null
  created_at: number
}

/** Source F3: the vendor's payment types, including Uganda's mobile money. */
const PAYMENT_TYPES = { card: 'card', mobilemoney: 'mobilemoneyug', ussd: 'ussd' } as const

export type ChargeMethod = keyof typeof PAYMENT_TYPES

/** Stores an attempt. @param result `dueAt` is the time at which a pending attempt is paid; null for never */
export function recordTransaction(
  world: World,
  request: PaymentRequest,
  method: ChargeMethod,
  result: { status: Transaction['status']; message: string; dueAt?: number | null },
): Transaction {
  // Only one attempt per reference may be pending: a later one replaces it.
  update(
    world,
    'transactions',
    "SET status = 'failed', processor_response = 'Replaced by a later attempt', due_at = NULL WHERE tx_ref = ? AND status = 'pending'",
    request.tx_ref,
  )
  const { lastInsertRowid } = insert(world, 'transactions', {
    tx_ref: request.tx_ref,
    flw_ref: `FLW-MOCK-${world.random.bytes(8).toString('hex')}`,
    amount: Math.round(request.amount),
    currency: request.currency,
    payment_type: PAYMENT_TYPES[method],
    status: result.status,
    processor_response: result.message,
    customer: JSON.stringify(request.customer),
    due_at: result.dueAt ?? null,
    created_at: world.clock.now(),
  })
  return transactionOf(world, lastInsertRowid) as Transaction
}

export function transactionOf(world: World, id: number): Transaction | undefined {
  return selectOne<Transaction>(world, 'SELECT * FROM transactions WHERE id = ?', id)
}

/** Returns the newest attempt with a reference. */
export function transactionByReference(world: World, txRef: string): Transaction | undefined {
  const sql = 'SELECT * FROM transactions WHERE tx_ref = ? ORDER BY id DESC LIMIT 1'
  return selectOne<Transaction>(world, sql, txRef)
}

/** Returns the times at which pending payments are paid. */
export function dueTimes(world: World): number[] {
  const sql = "SELECT due_at FROM transactions WHERE due_at IS NOT NULL AND status = 'pending'"
  return selectAll<{ due_at: number }>(world, sql).map(({ due_at }) => due_at)
}

/** Marks due pending payments as paid. @returns the settled payments */
export function settleDue(world: World): Transaction[] {
  const sql = "SELECT * FROM transactions WHERE due_at IS NOT NULL AND due_at <= ? AND status = 'pending'"
  const due = selectAll<Transaction>(world, sql, world.clock.now())
  for (const { id } of due) {
    const change = "SET status = 'successful', processor_response = 'Approved', due_at = NULL WHERE id = ?"
    update(world, 'transactions', change, id)
  }
  return due.map(({ id }) => transactionOf(world, id) as Transaction)
}

/** Omits the customer, whom the opening page knows. @param paidStatus the newer status for `successful` */
export function paymentResult(
  transaction: Transaction,
  paidStatus?: 'completed',
): Omit<PaymentResult, 'customer'> {
  const paid = transaction.status === 'successful'
  return {
    status: paid ? (paidStatus ?? 'successful') : transaction.status,
    transaction_id: transaction.id,
    tx_ref: transaction.tx_ref,
    flw_ref: transaction.flw_ref,
    currency: transaction.currency,
    amount: transaction.amount,
    charged_amount: transaction.amount,
    charge_response_code: paid ? '00' : '02',
    charge_response_message: transaction.processor_response,
    created_at: new Date(transaction.created_at).toISOString(),
  }
}

/** Source F4: if there is no transaction, the script reports a failure, regardless of the payment's status. */
export function resultWithoutTransaction({
  tx_ref,
  currency,
  amount,
}: Transaction): Omit<PaymentResult, 'customer'> {
  return { status: 'failed', transaction_id: null, tx_ref, flw_ref: null, currency, amount }
}

/** assumed: the vendor's fee for mobile money in Uganda, as a fraction of the amount. */
const FEE = 0.03

function storeName(world: World): string {
  const config = "SELECT value ->> 'ecommerce_name' AS name FROM settings WHERE name = 'config'"
  return selectOne<{ name: string }>(world, config)?.name ?? ''
}

/** Returns the `data` of a verification, and of a webhook except `amount_settled`. */
export function verifiedData(world: World, transaction: Transaction) {
  const customer = JSON.parse(transaction.customer) as PaymentResult['customer']
  const fee = Math.round(transaction.amount * FEE)
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
    auth_model: transaction.payment_type === 'card' ? 'PIN' : 'MOBILEMONEY',
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
