import { expect, test } from 'vitest'
import { app, useAppPerTest } from '../../test/current-app.ts'
import {
  DECLINED_CARD,
  PAID_PHONE,
  payByPhone,
  payInWindow,
  paymentStatuses,
} from '../../test/payment-client.ts'
import { selectAll } from '../world/queries.ts'

useAppPerTest()

test('stores successful and failed attempts with the types of their payments', async () => {
  await payInWindow('card', DECLINED_CARD, { tx_ref: 'failed' })
  await payInWindow('mobilemoney', PAID_PHONE, { tx_ref: 'paid' })
  expect(paymentStatuses()).toEqual(['failed', 'successful'])
  const types = selectAll(app.world, 'SELECT payment_type FROM transactions ORDER BY id')
  expect(types).toEqual([{ payment_type: 'card' }, { payment_type: 'mobilemoneyug' }])
})

test('replaces a pending attempt with a later one for the same reference', async () => {
  await payByPhone('0772127705')
  await payInWindow('ussd')
  await app.control('POST /clock', { body: { advance: '30d' } })
  expect(paymentStatuses()).toEqual(['failed', 'successful'])
})
