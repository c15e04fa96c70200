import { orderPayload } from 'contracts/cases/order-payload'
import { selectAll, selectOne, update } from '../src/world/queries.ts'
import { app, get, send } from './current-app.ts'

/** A payment request from the shop. */
export const PAYMENT_REQUEST = {
  public_key: 'FLWPUBK_TEST-kitabo-X',
  tx_ref: 'kitabo-test-1',
  amount: 31_300,
  currency: 'UGX',
  payment_options: 'card, mobilemoney, ussd',
  customer: { email: 'amina@kitabo.example', phone_number: '0700000001', name: 'Amina' },
}

/** Inputs for the payment window with which a payment succeeds, or is declined. */
export const PAID_CARD = { number: '5531886652142950', otp: '123456' }
export const PAID_PHONE = { phone: '0772123456', otp: '123456' }
export const DECLINED_CARD = { number: '5143010522339965' }

/** Headers of the shop's server. */
export const SECRET_KEY_HEADERS = { Authorization: 'Bearer FLWSECK_TEST-x' }

/** Pays in the payment window. @param change fields of the payment request */
export async function payInWindow(method: string, input: Record<string, string> = {}, change: object = {}) {
  const { body } = await send('POST', '/__emulator/payments', {
    request: { ...PAYMENT_REQUEST, ...change },
    method,
    input,
  })
  return body
}

/** Pays with a phone number, which determines the outcome. @param change fields of the payment request */
export const payByPhone = (phone: string, change: object = {}) =>
  payInWindow('mobilemoney', { phone }, change)

/** Requests a payment page, as the shop's server does. */
export const requestPage = (change: object = {}) =>
  send('POST', '/v3/payments', { ...PAYMENT_REQUEST, ...change }, SECRET_KEY_HEADERS)

/** Returns the payment with the reference of `PAYMENT_REQUEST`, as the shop's server sees it. */
export const verify = async () =>
  (await get(`/v3/transactions/verify_by_reference?tx_ref=${PAYMENT_REQUEST.tx_ref}`, SECRET_KEY_HEADERS))
    .body

export const readWebhooks = async () =>
  (await app.control('GET /outbox', { query: { channel: 'webhook' } })).messages.reverse()

/** Reads the payment that a link to a hosted page identifies, and returns functions that act like the page. */
export async function openHostedPage(link: string | null | undefined) {
  const { pathname, search } = new URL(link ?? '')
  const tx_ref = pathname.split('/').at(-1) as string
  const page = async () => (await get(`/__emulator/payments/hosted/${tx_ref}${search}`)).body
  const { request: offered } = await page()
  return { tx_ref, page, pay: (change: object = {}) => payInWindow('ussd', {}, { ...offered, ...change }) }
}

export const isPaid = (id: unknown) =>
  selectOne<{ payment_status: string }>(app.world, 'SELECT payment_status FROM orders WHERE id = ?', id)
    ?.payment_status === 'paid'

/** Returns the statuses of all payments, oldest first. */
export const paymentStatuses = ({ world } = app) =>
  selectAll<{ status: string }>(world, 'SELECT status FROM transactions ORDER BY id').map(
    ({ status }) => status,
  )

/** Places an order for a product that is in stock. @param key the Idempotency-Key; without one, the order is unpaid */
export async function place(key?: string, changes: object = {}, token = app.tokenOf()) {
  const product = selectOne<{ id: number }>(app.world, 'SELECT id FROM products WHERE stock > 2')
  const placed = await app.client(token)('POST /customer/order/place', {
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
    body: orderPayload(product?.id ?? 0, {
      order_amount: PAYMENT_REQUEST.amount,
      ...changes,
    }),
  })
  if (key === undefined)
    update(app.world, 'orders', "SET payment_status = 'unpaid' WHERE id = ?", placed.order_id)
  return placed
}
