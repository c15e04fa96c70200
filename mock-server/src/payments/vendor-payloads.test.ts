import { expect, test } from 'vitest'
import { get, useAppPerTest } from '../../test/current-app.ts'
import {
  DECLINED_CARD,
  PAID_CARD,
  PAID_PHONE,
  PAYMENT_REQUEST,
  payInWindow,
  readWebhooks,
  SECRET_KEY_HEADERS,
  verify,
} from '../../test/payment-client.ts'

useAppPerTest()

/** The verification of a paid payment, without the fields that depend on its method. */
const paidData = (id: number) => ({
  id,
  tx_ref: PAYMENT_REQUEST.tx_ref,
  flw_ref: expect.stringMatching(/^FLW-MOCK-[0-9a-f]{16}$/),
  device_fingerprint: 'N/A',
  amount: 31_300,
  currency: 'UGX',
  charged_amount: 31_300,
  app_fee: 939,
  merchant_fee: 0,
  processor_response: 'Approved Successful',
  ip: '127.0.0.1',
  narration: 'Kitabo',
  status: 'successful',
  created_at: expect.stringMatching(/Z$/),
  account_id: 1,
  meta: null,
  customer: { ...PAYMENT_REQUEST.customer, id, created_at: expect.stringMatching(/Z$/) },
})

const ofMobileMoney = { auth_model: 'MOBILEMONEY', payment_type: 'mobilemoneyug' }
const ofUssd = { auth_model: 'USSD', payment_type: 'ussd' }
const ofCard = {
  auth_model: 'PIN',
  payment_type: 'card',
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

test.each<[method: string, input: Record<string, string>, details: object, event: string]>([
  ['card', PAID_CARD, ofCard, 'CARD_TRANSACTION'],
  ['mobilemoney', PAID_PHONE, ofMobileMoney, 'MOBILEMONEYUG_TRANSACTION'],
  ['ussd', {}, ofUssd, 'USSD_TRANSACTION'],
])('a %s payment is verified and announced in the vendor’s format', async (method, input, details, event) => {
  const { result } = await payInWindow(method, input)
  expect(result).toMatchObject({ charge_response_code: '00', charged_amount: 31_300 })
  const id = result.transaction_id
  const data = { ...paidData(id), ...details }
  const verified = {
    status: 'success',
    message: 'Transaction fetched successfully',
    data: { ...data, amount_settled: 30_361 },
  }
  expect((await get(`/v3/transactions/${id}/verify`, SECRET_KEY_HEADERS)).body).toEqual(verified)
  expect(await verify()).toEqual(verified)
  const [notice] = await readWebhooks()
  expect(notice).toMatchObject({
    recipient: 'the emulator itself',
    subject: `charge.completed ${PAYMENT_REQUEST.tx_ref} successful`,
  })
  expect(JSON.parse(notice?.body ?? '')).toEqual({ event: 'charge.completed', data, 'event.type': event })
})

test('a failed payment is verified and announced as failed', async () => {
  await payInWindow('card', DECLINED_CARD)
  expect(await verify()).toMatchObject({ data: { status: 'failed' } })
  expect((await readWebhooks())[0]?.subject).toBe(`charge.completed ${PAYMENT_REQUEST.tx_ref} failed`)
})
