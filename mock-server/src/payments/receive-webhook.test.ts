import { expect, test } from 'vitest'
import { app, send, useAppPerTest } from '../../test/current-app.ts'
import {
  DECLINED_CARD,
  PAID_PHONE,
  PAYMENT_REQUEST,
  payByPhone,
  payInWindow,
  place,
  readWebhooks,
} from '../../test/payment-client.ts'
import { selectOne } from '../world/queries.ts'
import { DEFAULT_PAYMENTS } from './payment-settings.ts'

useAppPerTest()

const notify = (body: unknown, hash = DEFAULT_PAYMENTS.secretHash) =>
  send('POST', '/__emulator/payments/webhook', body, { 'verif-hash': hash })

test.each<[what: string, body: unknown, status: number, message: string]>([
  ['without a reference', { data: { id: 1 } }, 400, '((The webhook contains no tx_ref.))'],
  ['whose reference is a list', { data: { tx_ref: ['a'] } }, 400, '((The webhook contains no tx_ref.))'],
  [
    'whose reference is an object',
    { data: { tx_ref: { a: 'b' } } },
    400,
    '((The webhook contains no tx_ref.))',
  ],
  ['whose reference is null', { data: { tx_ref: null } }, 400, '((The webhook contains no tx_ref.))'],
  ['without content', { data: null }, 400, '((The webhook contains no tx_ref.))'],
  ['of an unknown payment', { data: { tx_ref: 'none', id: 987_654 } }, 200, 'unknown payment'],
  ['with an id of another type', { data: { tx_ref: 'none', id: [1] } }, 200, 'unknown payment'],
])('a webhook %s confirms no payment, and the response says why', async (_, body, status, message) => {
  expect(await notify(body)).toMatchObject({ status, message })
})

test('a webhook with a wrong hash is refused', async () => {
  expect(await notify({ data: { tx_ref: 'x' } }, 'wrong')).toMatchObject({
    status: 401,
    message: '((The verif-hash is wrong.))',
  })
})

test('a webhook is confirmed by its id or reference, and only if both are of one payment', async () => {
  const failed = await payInWindow('card', DECLINED_CARD, { tx_ref: 'declined' })
  expect(failed.next).toBe('retry')
  expect(await notify({ data: { tx_ref: 'declined' } })).toMatchObject({ message: 'not paid: failed' })
  const { result } = await payInWindow('mobilemoney', PAID_PHONE, { tx_ref: 'first' })
  const id = result.transaction_id
  expect(await notify({ data: { tx_ref: 'second', id } })).toMatchObject({ message: 'unknown payment' })
  expect(await notify({ txRef: 'first', id: String(id) })).toMatchObject({ message: 'seen before' })
})

test('a notified payment that is unknown or pending is not confirmed', async () => {
  const { tx_ref } = PAYMENT_REQUEST
  expect((await notify({ data: { tx_ref, id: 1 } })).message).toBe('unknown payment')
  await payByPhone('0772127700')
  expect((await notify({ data: { tx_ref } })).message).toBe('not paid: pending')
  expect((await notify({ data: { tx_ref, id: { valueOf: 1 } } })).message).toBe('not paid: pending')
})

test('a webhook that arrives again is confirmed once, and keeps the reference that the order was placed with', async () => {
  await payByPhone('0772127801')
  const [notice] = await readWebhooks()
  expect(notice?.deliveries.map(({ outcome }) => outcome)).toEqual(['200 confirmed, no order yet'])
  const placed = await place(PAYMENT_REQUEST.tx_ref)
  expect(placed.redirectUrl).toBeNull()
  const sql = 'SELECT transaction_reference FROM orders WHERE id = ?'
  expect(selectOne(app.world, sql, placed.order_id)).toEqual({ transaction_reference: null })
  const resend = async (how: object) => {
    const body = { ids: [notice?.id ?? 0], ...how }
    const [message] = (await app.control('POST /outbox/resend', { body })).messages
    return message?.deliveries.map(({ outcome }) => outcome).slice(1)
  }
  const repeated = ['200 seen before', '200 seen before']
  expect(await resend({ copies: 2 })).toEqual(repeated)
  expect(await resend({ wrong_signature: true })).toEqual([...repeated, '401 ((The verif-hash is wrong.))'])
})
