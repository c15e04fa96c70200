import { expect, test } from 'vitest'
import { app, send, useAppPerTest } from '../../test/current-app.ts'
import {
  DECLINED_CARD,
  isPaid,
  openHostedPage,
  PAID_PHONE,
  PAYMENT_REQUEST,
  payByPhone,
  payInWindow,
  paymentStatuses,
  place,
  readWebhooks,
} from '../../test/payment-client.ts'
import { selectOne } from '../world/queries.ts'
import { PAID_MESSAGE } from './charges.ts'
import { DEFAULT_PAYMENTS } from './payment-settings.ts'
import { recordTransaction } from './transactions.ts'

useAppPerTest()

test.each([
  { amount: 1, currency: 'UGX' },
  { amount: PAYMENT_REQUEST.amount, currency: 'NGN' },
])('does not accept $currency $amount for a more expensive order', async (change) => {
  const { order_id } = await place('a-key', { payment_method: 'cash_on_delivery' })
  await payInWindow('ussd', {}, { ...change, tx_ref: 'a-key' })
  expect((await readWebhooks())[0]?.deliveries.map(({ outcome }) => outcome)).toEqual([
    `200 order ${order_id} is not paid: ${change.currency} ${change.amount} received instead of UGX ${PAYMENT_REQUEST.amount}`,
  ])
  // Earlier versions used references without a random part.
  await payInWindow('ussd', {}, { ...change, tx_ref: `order-${order_id}` })
  expect(isPaid(order_id)).toBe(false)
  // This payment precedes the order, which uses its reference as the key.
  await payInWindow('ussd', {}, { ...change, tx_ref: 'another-key' })
  const later = await place('another-key')
  expect(isPaid(later.order_id)).toBe(false)
  expect(later.redirectUrl).toEqual(expect.any(String))
})

test.each<
  [payment: string, refOf: (reference: string) => string, method: string, input: object, change: object]
>([
  ['that was declined', (reference) => `${reference}-1`, 'card', DECLINED_CARD, {}],
  ['in another currency', (reference) => `${reference}-1`, 'ussd', {}, { currency: 'NGN' }],
  ['that is too small', (reference) => `${reference}-1`, 'ussd', {}, { amount: PAYMENT_REQUEST.amount - 1 }],
  ['of an order whose number begins like this one', (reference) => `${reference}1`, 'ussd', {}, {}],
  ['whose reference only begins like this one', (reference) => `${reference}x`, 'ussd', {}, {}],
])('pays an order after a payment %s', async (_, refOf, method, input, change) => {
  const { order_id } = await place()
  const tx_ref = `order-${order_id}`
  await payInWindow(method, input as never, { ...change, tx_ref: refOf(tx_ref) })
  expect(isPaid(order_id)).toBe(false)
  expect((await payInWindow('ussd', {}, { tx_ref })).message).toBe(PAID_MESSAGE)
  expect(isPaid(order_id)).toBe(true)
})

test('accepts more than an order costs', async () => {
  const { order_id } = await place()
  await payInWindow('ussd', {}, { tx_ref: `order-${order_id}`, amount: PAYMENT_REQUEST.amount + 1 })
  expect(isPaid(order_id)).toBe(true)
})

test('pays only one order of one customer, even if other customers use the reference', async () => {
  await payInWindow('ussd', {}, { tx_ref: 'shared' })
  const first = await place('shared')
  expect(isPaid(first.order_id)).toBe(true)
  expect(first.redirectUrl).toBeNull()
  const body = { f_name: 'B', l_name: 'C', email: 'b@kitabo.example', phone: '0700', password: 'secret' }
  const { token } = (await app.client()('POST /auth/registration', { body })) as { token: string }
  const second = await place('shared', {}, token)
  expect(isPaid(second.order_id)).toBe(false)
  expect(second.redirectUrl).toEqual(expect.any(String))
  expect(await place('shared')).toEqual(first)
  const page = await openHostedPage(second.redirectUrl)
  expect((await page.page()).paid).toBe(false)
  expect((await page.pay()).message).toBe(PAID_MESSAGE)
  expect(isPaid(second.order_id)).toBe(true)
})

test('an order with the reference of an earlier payment is paid whatever its method says, and gets no page', async () => {
  await payInWindow('ussd', {}, { tx_ref: 'cash' })
  const cash = await place('cash', { payment_method: 'cash_on_delivery' })
  expect(isPaid(cash.order_id)).toBe(true)
  await payInWindow('ussd', {}, { tx_ref: 'online' })
  const online = await place('online')
  expect(isPaid(online.order_id)).toBe(true)
  const pages = 'SELECT count(*) AS n FROM hosted_payments'
  expect(selectOne(app.world, pages)).toEqual({ n: 0 })
})

test('takes no second payment for an order: by its reference and then on the hosted page', async () => {
  const placed = await place(PAYMENT_REQUEST.tx_ref)
  const page = await openHostedPage(placed.redirectUrl)
  expect((await payByPhone('0772127803')).next).toBe('done')
  await expect.poll(() => isPaid(placed.order_id)).toBe(true)
  expect((await page.page()).paid).toBe(true)
  expect(await page.pay()).toMatchObject({ message: expect.stringMatching(/already been paid/) })
  expect(paymentStatuses()).toEqual(['successful'])
})

test('takes no second payment for an order: by its number and then on the hosted page', async () => {
  const placed = await place()
  const page = await openHostedPage(placed.redirectUrl)
  await payInWindow('ussd', {}, { tx_ref: `order-${placed.order_id}` })
  await expect.poll(() => isPaid(placed.order_id)).toBe(true)
  expect(await page.pay()).toMatchObject({ message: expect.stringMatching(/already been paid/) })
  expect(paymentStatuses()).toEqual(['successful'])
})

test('takes no second payment for an order: on the hosted page and then by its reference', async () => {
  const placed = await place(PAYMENT_REQUEST.tx_ref)
  await (await openHostedPage(placed.redirectUrl)).pay()
  expect((await payInWindow('ussd')).message).toMatch(/already been paid/)
  expect(paymentStatuses()).toEqual(['successful'])
})

type Placed = Awaited<ReturnType<typeof place>>
test.each<[payment: string, pay: (placed: Placed) => Promise<unknown>]>([
  ['by its key', () => payInWindow('ussd', {}, { tx_ref: 'a-key' })],
  ['by its number', ({ order_id }) => payInWindow('ussd', {}, { tx_ref: `order-${order_id}` })],
  ['on its hosted page', async ({ redirectUrl }) => (await openHostedPage(redirectUrl)).pay()],
])('a repeated order offers its payment until it is paid %s', async (_, pay) => {
  const placed = await place('a-key')
  expect(await place('a-key')).toEqual(placed)
  await pay(placed)
  expect(isPaid(placed.order_id)).toBe(true)
  expect(await place('a-key')).toEqual({ ...placed, redirectUrl: null })
})

test('an order is paid by an earlier payment of which the shop was never notified', async () => {
  const payment = { ...PAYMENT_REQUEST, tx_ref: 'a-key', redirect_url: undefined }
  recordTransaction(app.world, payment as never, 'ussd', { status: 'successful', message: 'Approved' })
  const { order_id } = await place('a-key')
  expect(isPaid(order_id)).toBe(true)
})

test('a second payment of an order is to be refunded', async () => {
  const { order_id: id } = await place()
  await payInWindow('mobilemoney', PAID_PHONE, { tx_ref: `order-${id}` })
  // The window refuses such a payment, but a window that was opened before the first payment may still succeed.
  const tx_ref = `order-${id}-late`
  const late = { ...PAYMENT_REQUEST, tx_ref, payment_options: 'card', redirect_url: undefined }
  recordTransaction(app.world, late as never, 'card', { status: 'successful', message: 'Approved' })
  const hash = { 'verif-hash': DEFAULT_PAYMENTS.secretHash }
  const notified = await send('POST', '/__emulator/payments/webhook', { data: { tx_ref } }, hash)
  expect(notified).toMatchObject({
    message: `order ${id} was paid before; refund ${tx_ref}`,
  })
})
