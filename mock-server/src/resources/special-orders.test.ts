import type { SpecialOrder } from 'contracts/resources/special-orders'
import { expect, test } from 'vitest'
import { app, bearer, send, useAppPerTest } from '../../test/current-app.ts'
import { selectAll } from '../world/queries.ts'

useAppPerTest()

const REQUEST: SpecialOrder = {
  customer_name: 'Amina Nakato',
  phone_number: '+256700000001',
  preferred_contact_method: 'WhatsApp',
  email: null,
  item_name: 'A book that is out of print',
  order_details: 'Any edition',
  quantity: 1,
  customizations: null,
  status: 1,
}
const store = (change: object = {}, headers: Record<string, string> = bearer()) =>
  send('POST', '/api/v1/special-order/store', { ...REQUEST, ...change }, headers)
const stored = () =>
  selectAll<{ id: number; customer_id: number; request: string; created_at: number }>(
    app.world,
    'SELECT * FROM special_orders ORDER BY id',
  )

test('stores the request for its customer, and returns it with an id and its time', async () => {
  const { status, body } = await store({ customer_name: 'Someone else' })
  const request = { ...REQUEST, customer_name: 'Someone else' }
  const created_at = '2026-11-20T09:00:00.000000Z'
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: 'Special order submitted successfully',
      data: { ...request, id: 1, created_at, updated_at: created_at },
    },
  ])
  const [row] = stored()
  expect(row).toMatchObject({ id: 1, customer_id: 1, created_at: app.clock.now() })
  expect(JSON.parse(row?.request ?? '')).toEqual(request)
})

test('stores a repeated request again, and that of a different customer for them', async () => {
  await store()
  await store()
  await store({}, { Authorization: `Bearer ${app.tokenOf(2)}` })
  expect(stored().map(({ id, customer_id }) => [id, customer_id])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ])
})

test.each<[change: object, field: string, message: string]>([
  [{ customer_name: '' }, 'customer_name', 'The customer name field is required.'],
  [{ phone_number: null }, 'phone_number', 'The phone number field is required.'],
  [{ item_name: undefined }, 'item_name', 'The item name field is required.'],
  [{ order_details: ' ' }, 'order_details', 'The order details field is required.'],
  [
    { preferred_contact_method: undefined },
    'preferred_contact_method',
    'The preferred contact method field is required.',
  ],
  [
    { preferred_contact_method: 'Fax' },
    'preferred_contact_method',
    'The selected preferred contact method is invalid.',
  ],
  [{ email: 'amina' }, 'email', 'The email must be a valid email address.'],
  [{ quantity: undefined }, 'quantity', 'The quantity field is required.'],
  [{ quantity: 0 }, 'quantity', 'The quantity must be at least 1.'],
  [{ quantity: 10_001 }, 'quantity', 'The quantity may not be greater than 10000.'],
])('refuses a request with %o, and stores nothing', async (change, field, message) => {
  const { status, body } = await store(change)
  expect([status, body.errors]).toEqual([422, { [field]: [message] }])
  expect(stored()).toEqual([])
})

test('accepts the largest quantity and an e-mail address', async () => {
  const change = { quantity: 10_000, preferred_contact_method: 'Email', email: 'amina@kitabo.example' }
  expect((await store(change)).body.data).toMatchObject(change)
})

test('refuses a guest, and stores nothing', async () => {
  expect((await store({}, {})).refusal).toEqual([401, 'Unauthenticated.'])
  expect(stored()).toEqual([])
})
