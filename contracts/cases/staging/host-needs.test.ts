import { expect, test } from 'vitest'
import type { RunResponse } from '../../src/case.ts'
import { hostNeeds } from './host-needs.ts'

const LARGE = 'stores an order of 1200000'
const UNTYPED = 'logs in without a type'
const LIST = 'lists the orders, which show their references'
const MAX_AMOUNT = 'VITE_MAX_ORDER_AMOUNT=999999'

/**
 * Returns the answer to a question, followed by the setting, from responses by the titles of their steps or the names
 * of their endpoints.
 */
function answerOf(
  question: string,
  responses: Record<string, [status: number, body?: unknown]>,
  keyedOrderId?: number,
) {
  const received = Object.entries(responses).map(
    ([title, [status, body]]): RunResponse => ({ name: title, title, status, body }),
  )
  const values = { run: 'a1', keyedOrderId } as never
  const need = hostNeeds(received, values).find((each) => each.question.includes(question))
  return [need?.answer, ...(need?.setting ? [need.setting] : [])]
}

const refusal = (code: string) => ({ errors: [{ code, message: 'no' }] })
const exception = (...errorInfo: unknown[]) => [{ errorInfo, connectionName: 'mysql' }]

test.each<[answer: string[], status: number, body: unknown]>([
  [['no', MAX_AMOUNT], 403, exception('22003', 1264, "Out of range value for column 'order_amount'")],
  [['no', MAX_AMOUNT], 422, refusal('order_amount')],
  [['refused with 403 for another reason'], 403, exception('23000', 1452, 'a foreign key')],
  [['refused with 403 for another reason'], 403, [{}]],
  [['refused with 422 for another reason'], 422, refusal('min_order')],
  [['refused with 500 for another reason'], 500, undefined],
])('a refused large total is %j after %i', (answer, status, body) => {
  expect(answerOf('1,200,000', { [LARGE]: [status, body] })).toEqual(answer)
})

test.each<[answer: string[], list: unknown]>([
  [['yes'], [{ id: 6 }, { id: 7, order_amount: 1_200_000 }]],
  [['yes'], [{ id: 7, order_amount: '1200000.00' }]],
  [['no', MAX_AMOUNT], [{ id: 7, order_amount: 999_999.99 }]],
  [['not determined'], [{ id: 6, order_amount: 1_200_000 }]],
  [['not determined'], undefined],
])('an accepted large total is %j if the order list contains %j', (answer, list) => {
  const placed = { [LARGE]: [200, { order_id: 7 }] as [number, unknown] }
  expect(answerOf('1,200,000', { ...placed, [LIST]: [200, list] })).toEqual(answer)
  expect(answerOf('1,200,000', placed)).toEqual(['not determined'])
})

test.each<[answer: string, status: number, body: unknown]>([
  ['no', 200, { token: 'a' }],
  ['yes', 403, refusal('type')],
  ['refused with 401 for another reason', 401, refusal('auth-001')],
  ['refused with 500 for another reason', 500, undefined],
])('whether `type` is required to log in is %j after %i', (answer, status, body) => {
  expect(answerOf('type', { [UNTYPED]: [status, body] })).toEqual([answer])
})

const PICKUP = 'places an order without an address'
const REPEATED = 'returns the same order for the same Idempotency-Key'
const PICKUP_ADDRESS = 'VITE_PICKUP_ADDRESS_ID=<id of an address>'
const REFERENCE = { transaction_reference: 'contract-test-a1-needs' }

test.each<[question: string, answer: string[], responses: Parameters<typeof answerOf>[1], keyed?: number]>([
  ['pickup', ['no'], { [PICKUP]: [201, {}] }],
  ['pickup', ['yes', PICKUP_ADDRESS], { [PICKUP]: [403, refusal('delivery_address_id')] }],
  ['pickup', ['refused with 403 for another reason'], { [PICKUP]: [403, refusal('min_order')] }],
  ['pickup', ['not determined'], {}],
  ['images', ['/product/{file}'], { 'images.product': [200], 'images.storedProduct': [200] }],
  ['images', ['/storage/product/{file}'], { 'images.product': [404], 'images.storedProduct': [200] }],
  ['images', ['not determined'], { 'images.product': [404], 'images.storedProduct': [404] }],
  ['reference', ['yes', 'VITE_SEND_PAYMENT_REFERENCE=on'], { [LIST]: [200, [{ id: 1 }, REFERENCE]] }],
  ['reference', ['no'], { [LIST]: [200, [{ transaction_reference: null }]] }],
  ['reference', ['not determined'], { [LIST]: [200, []] }],
  ['Key', ['yes'], { [REPEATED]: [200, { order_id: '7' }] }, 7],
  ['Key', ['no: a repeated order is a second one'], { [REPEATED]: [200, { order_id: 8 }] }, 7],
  ['Key', ['not determined'], { [REPEATED]: [403, { order_id: 7 }] }, 7],
  ['Key', ['not determined'], { [REPEATED]: [200, { order_id: 7 }] }],
])('the answer about %s is %j for %j', (question, answer, responses, keyedOrderId) => {
  expect(answerOf(question, responses, keyedOrderId)).toEqual(answer)
})
