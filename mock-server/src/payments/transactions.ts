import type { PaymentRequest } from 'contracts/payments'
import { insert, selectAll, selectOne, update } from '../world/queries.ts'
import type { World } from '../world/world.ts'

export type Transaction = {
  id: number
  tx_ref: string
  flw_ref: string
  amount: number
  currency: string
  payment_type: (typeof PAYMENT_TYPES)[ChargeMethod]
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
  return findTransaction(world, lastInsertRowid) as Transaction
}

export function findTransaction(world: World, id: number): Transaction | undefined {
  return selectOne<Transaction>(world, 'SELECT * FROM transactions WHERE id = ?', id)
}

/** Returns the newest attempt with a reference. */
export function findTransactionByReference(world: World, txRef: string): Transaction | undefined {
  const sql = 'SELECT * FROM transactions WHERE tx_ref = ? ORDER BY id DESC LIMIT 1'
  return selectOne<Transaction>(world, sql, txRef)
}

/** Returns the first time after another one at which a pending payment is paid; null if there is none. */
export function findNextDueTime(world: World, after: number): number | null {
  const sql = "SELECT min(due_at) AS dueAt FROM transactions WHERE due_at > ? AND status = 'pending'"
  return selectOne<{ dueAt: number | null }>(world, sql, after)?.dueAt ?? null
}

/** Marks due pending payments as paid. @returns the settled payments */
export function settleDueTransactions(world: World): Transaction[] {
  const sql = "SELECT * FROM transactions WHERE due_at IS NOT NULL AND due_at <= ? AND status = 'pending'"
  const due = selectAll<Transaction>(world, sql, world.clock.now())
  for (const { id } of due) {
    const change = "SET status = 'successful', processor_response = 'Approved', due_at = NULL WHERE id = ?"
    update(world, 'transactions', change, id)
  }
  return due.map(({ id }) => findTransaction(world, id) as Transaction)
}
