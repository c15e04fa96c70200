import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PaymentResult } from 'contracts/payments'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { paymentClient } from '../../test/payment-client.ts'
import { request } from '../../test/payment-request.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { selectAll, selectOne } from '../world/world.ts'
import { DEFAULT_PAYMENTS } from './webhooks.ts'

describe('payments with special outcomes', () => {
  let world: TestApp
  beforeEach(async () => {
    world = await createTestApp()
  })
  afterEach(() => world.close())

  const referenceState = async () => (await at(`/__emulator/payments/by-reference/${request.tx_ref}`)).json()
  const { at, post, pay, secret, verify, notices, charge, hosted, isPaid, place } = paymentClient(() => world)

  test('keeps a payment pending for the number of seconds in the phone number', async () => {
    const { next, id, result } = await pay('0772127705')
    expect(next).toBe('wait')
    expect(result.status).toBe('pending')
    expect((await verify()).data.status).toBe('pending')
    await world.control('POST /clock', { body: { advance: '5s' } })
    expect(await (await at(`/__emulator/payments/${id}`)).json()).toMatchObject({
      status: 'successful',
      result: { status: 'successful' },
    })
    expect((await verify()).data).toMatchObject({
      status: 'successful',
      payment_type: 'mobilemoneyug',
      app_fee: 939,
    })
  })

  test('does not charge a paid reference again', async () => {
    const first = await pay('0772123456')
    const code = await (
      await post('/__emulator/payments', {
        request,
        method: 'mobilemoney',
        input: { phone: '0772123456', otp: '123456' },
      })
    ).json()
    expect(first.next).toBe('code')
    const again = await pay('0772127700')
    expect(again).toMatchObject({
      next: 'done',
      result: code.result,
      message: expect.stringContaining('already been paid'),
    })
    expect(selectAll(world.world, 'SELECT * FROM transactions')).toHaveLength(1)
    expect(await notices()).toHaveLength(1)
    const { customer: _, ...known } = code.result
    expect(await (await at(`/__emulator/payments/by-reference/${request.tx_ref}`)).json()).toMatchObject({
      status: 'successful',
      result: known,
    })
  })

  test('replaces a pending attempt with a later one for the same reference', async () => {
    await pay('0772127705')
    await post('/__emulator/payments', { request, method: 'ussd', input: {} })
    await world.control('POST /clock', { body: { advance: '30d' } })
    const rows = selectAll<{ status: string }>(world.world, 'SELECT status FROM transactions ORDER BY id')
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'successful'])
  })

  test('keeps a payment pending forever', async () => {
    await pay('0772127700')
    await world.control('POST /clock', { body: { advance: '30d' } })
    expect((await verify()).data.status).toBe('pending')
  })

  test('completes a payment after its window has closed', async () => {
    expect(await pay('0772127802')).toEqual({ next: 'close' })
    await world.control('POST /clock', { body: { advance: '6s' } })
    expect((await verify()).data.status).toBe('successful')
    expect(await notices()).toHaveLength(1)
  })

  test('runs the callback twice, or with the newer status', async () => {
    expect(await pay('0772127801')).toMatchObject({ next: 'done', times: 2 })
    expect(await pay('0772127803', 'another')).toMatchObject({
      next: 'done',
      result: { status: 'completed' },
    })
  })

  test('takes a payment but reports a failure without a transaction id', async () => {
    const { next, result } = await pay('0772127804')
    expect(next).toBe('done')
    expect(PaymentResult.parse(result)).toMatchObject({
      status: 'failed',
      transaction_id: null,
      flw_ref: null,
    })
    expect((await verify()).data.status).toBe('successful')
    expect(await referenceState()).toMatchObject({ status: 'successful', result: { status: 'successful' } })
  })

  test('takes a payment, closes the window and refuses the reference from then on', async () => {
    expect(await pay('0772127805')).toEqual({ next: 'close' })
    expect((await verify()).data.status).toBe('successful')
    const refused = { message: expect.stringContaining('was used before') }
    expect(await referenceState()).toEqual({ status: 'refused', ...refused })
    expect(await pay('0772123456')).toEqual(refused)
  })

  test('verifies a payment by id only with the secret key', async () => {
    const { result } = await pay('0772127801')
    const path = `/v3/transactions/${result.transaction_id}/verify`
    expect((await at(path)).status).toBe(401)
    expect(await (await at(path, { headers: secret })).json()).toMatchObject({
      status: 'success',
      data: { tx_ref: request.tx_ref, currency: 'UGX', amount: request.amount },
    })
    const unknown = await at('/v3/transactions/424242/verify', { headers: secret })
    expect(await unknown.json()).toEqual({
      status: 'error',
      message: 'No transaction was found for this id',
      data: null,
    })
  })

  test('marks an order as paid only once even if the notification arrives repeatedly', async () => {
    await pay('0772127801')
    const [notice] = await notices()
    expect(notice?.deliveries.map((each) => each.outcome)).toEqual(['200 confirmed, no order yet'])
    const placed = await place({}, { 'Idempotency-Key': request.tx_ref })
    expect(placed.redirectUrl).toBeNull()
    const order = () =>
      selectOne<{ transaction_reference: string | null }>(
        world.world,
        'SELECT transaction_reference FROM orders WHERE id = ?',
        placed.order_id,
      )
    expect(order()).toEqual({ transaction_reference: null })

    const resend = async (how: object) =>
      (await world.control('POST /outbox/resend', { body: { ids: [notice?.id ?? 0], ...how } })).messages[0]
    const again = await resend({ copies: 2 })
    expect(again?.deliveries.slice(1).map((each) => each.outcome)).toEqual([
      '200 seen before',
      '200 seen before',
    ])
    const forged = await resend({ wrong_signature: true })
    expect(forged?.deliveries.at(-1)?.outcome).toBe('401 ((The verif-hash is wrong.))')
  })

  test.each([
    { amount: 1, currency: 'UGX' },
    { amount: request.amount, currency: 'NGN' },
  ])('does not accept $currency $amount for a more expensive order', async (change) => {
    const key = { 'Idempotency-Key': 'a-key' }
    const { order_id } = await place({ payment_method: 'cash_on_delivery' }, key)
    await charge({ ...request, ...change, tx_ref: 'a-key' })
    expect((await notices())[0]?.deliveries.map((each) => each.outcome)).toEqual([
      `200 order ${order_id} is not paid: ${change.currency} ${change.amount} received instead of UGX ${request.amount}`,
    ])
    // Earlier versions used references without a random part.
    await charge({ ...request, ...change, tx_ref: `order-${order_id}` })
    expect(isPaid(order_id)).toBe(false)
    // This payment precedes the order, which uses its reference as the key.
    await charge({ ...request, ...change, tx_ref: 'another-key' })
    const later = await place({}, { 'Idempotency-Key': 'another-key' })
    expect(isPaid(later.order_id)).toBe(false)
    expect(later.redirectUrl).toEqual(expect.any(String))
  })

  test('pays only one order of one customer, even if other customers use the reference', async () => {
    await charge({ ...request, tx_ref: 'shared' })
    const key = { 'Idempotency-Key': 'shared' }
    const first = await place({}, key)
    expect(isPaid(first.order_id)).toBe(true)
    expect(first.redirectUrl).toBeNull()
    const body = { f_name: 'B', l_name: 'C', email: 'b@kitabo.example', phone: '0700', password: 'secret' }
    const { token } = (await world.client()('POST /auth/registration', { body })) as { token: string }
    const second = await place({}, key, token)
    expect(isPaid(second.order_id)).toBe(false)
    expect(second.redirectUrl).toEqual(expect.any(String))
    expect(await place({}, key)).toEqual(first)
  })

  test.each([0.3, 0, -90_000, 1e308, 1e13])('refuses the amount %d', async (amount) => {
    const requested = await post('/v3/payments', { ...request, amount }, secret)
    expect(requested.status).toBe(400)
    expect((await requested.json()).message).toEqual(
      expect.stringMatching(/^amount must be (1 or more|1000000000000 or less)$/),
    )
    expect((await charge({ ...request, amount })).message).toMatch(/^amount must be/)
  })

  test('resumes a pending payment only for the same request', async () => {
    await pay('0772127700')
    expect(await pay('0772127700')).toMatchObject({ next: 'wait' })
    const other = { ...request, amount: 50_000 }
    expect(await charge(other)).toEqual({
      message: '((This reference belongs to a different payment; use a new one.))',
    })
  })

  test.each([
    ['customer.email', { customer: { email: 'x'.repeat(900_000) } }],
    ['tx_ref', { tx_ref: 'x'.repeat(300) }],
    ['currency', { currency: 'x'.repeat(300) }],
    ['payment_options', { payment_options: 'x'.repeat(300) }],
    ['customizations.description', { customizations: { description: 'x'.repeat(3000) } }],
    ['meta', { meta: { a: 'x'.repeat(6000) } }],
    ['redirect_url', { redirect_url: `/${'x'.repeat(3000)}` }],
  ])('refuses a payment if %s is too long', async (field, change) => {
    const requested = await post('/v3/payments', { ...request, ...change }, secret)
    expect(requested.status).toBe(400)
    expect((await requested.json()).message).toEqual(
      expect.stringMatching(new RegExp(`^${field} may have at most \\d+ characters$`)),
    )
  })

  test('confirms a notified payment only after verification', async () => {
    const notified = async (data: object) => {
      const hash = { 'verif-hash': DEFAULT_PAYMENTS.secretHash }
      return (await (await post('/__emulator/payments/webhook', { data }, hash)).json()).message
    }
    const { tx_ref } = request
    expect(await notified({ tx_ref, id: 1 })).toBe('unknown payment')
    await pay('0772127700')
    expect(await notified({ tx_ref })).toBe('not paid: pending')
    expect(await notified({ tx_ref, id: { valueOf: 1 } })).toBe('not paid: pending')
    for (const malformed of [['a'], { a: 'b' }, null])
      expect(await notified({ tx_ref: malformed })).toBe('((The notification contains no tx_ref.))')
  })

  test('takes no second payment for an order: by its reference and then on the hosted page', async () => {
    const placed = await place({}, { 'Idempotency-Key': request.tx_ref })
    const page = await hosted(placed.redirectUrl)
    expect((await pay('0772127803')).next).toBe('done')
    await expect.poll(() => isPaid(placed.order_id)).toBe(true)
    expect((await page.page()).paid).toBe(true)
    expect(await page.pay({})).toMatchObject({ message: expect.stringMatching(/already been paid/) })
    expect(selectAll(world.world, "SELECT * FROM transactions WHERE status = 'successful'")).toHaveLength(1)
  })

  test('takes no second payment for an order: on the hosted page and then by its reference', async () => {
    const placed = await place({}, { 'Idempotency-Key': request.tx_ref })
    const page = await hosted(placed.redirectUrl)
    await page.pay({})
    const again = await post('/__emulator/payments', { request, method: 'ussd', input: {} })
    expect(again.status).toBe(409)
    expect(selectAll(world.world, "SELECT * FROM transactions WHERE status = 'successful'")).toHaveLength(1)
  })
})

test('a pending payment settles after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kitabo-'))
  const start = () => createTestApp({ data: folder, frozenAt: undefined as never })
  const first = await start()
  const phone = '0772127701'
  const pending = await paymentClient(() => first).pay(phone)
  expect(pending.next).toBe('wait')
  await first.close()
  const second = await start()
  onTestFinished(async () => {
    await second.close()
    await rm(folder, { recursive: true })
  })
  // Nobody requests the payment.
  await expect
    .poll(() => selectAll<{ status: string }>(second.world, 'SELECT status FROM transactions'), {
      timeout: 5_000,
    })
    .toEqual([{ status: 'successful' }])
})
