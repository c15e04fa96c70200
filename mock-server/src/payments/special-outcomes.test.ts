import { orderPayload } from 'contracts/cases/order-payload'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { request } from '../../test/payment-request.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { all, one } from '../world/world.ts'

describe('payments with special outcomes', () => {
  let world: TestApp
  beforeEach(async () => {
    world = await createTestApp()
  })
  afterEach(() => world.close())

  const at = (path: string, init?: RequestInit) => world.fetch(`http://localhost${path}`, init)
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    at(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const pay = async (phone: string, tx_ref = request.tx_ref) =>
    (
      await post('/__emulator/payments', {
        request: { ...request, tx_ref },
        method: 'mobilemoney',
        input: { phone },
      })
    ).json()
  const secret = { Authorization: 'Bearer FLWSECK_TEST-x' }
  const verify = async () =>
    (await at(`/v3/transactions/verify_by_reference?tx_ref=${request.tx_ref}`, { headers: secret })).json()
  const notices = async () =>
    (await world.control('GET /outbox', { query: { channel: 'webhook' } })).messages.reverse()

  /** Places an order of one product that is in stock. */
  const place = (changes: { payment_method?: string }, headers: Record<string, string> = {}) => {
    const product = one<{ id: number }>(world.world, 'SELECT id FROM products WHERE stock > 2')
    return world.client(world.tokenOf())('POST /customer/order/place', {
      headers,
      body: orderPayload(product?.id ?? 0, { order_amount: request.amount, ...changes }),
    })
  }

  test('stay pending for the seconds that the phone names, then are paid', async () => {
    const { next, id, result } = await pay('0772127705')
    expect([next, result.status]).toEqual(['wait', 'pending'])
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

  test('take nothing more under a reference that is paid already', async () => {
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
      message: expect.stringContaining('paid already'),
    })
    expect(all(world.world, 'SELECT * FROM transactions')).toHaveLength(1)
    expect(await notices()).toHaveLength(1)
    expect(await (await at(`/__emulator/payments/by-reference/${request.tx_ref}`)).json()).toMatchObject({
      status: 'successful',
      result: code.result,
    })
  })

  test('let a later try under the same reference take the place of one that still waits', async () => {
    await pay('0772127705')
    await post('/__emulator/payments', { request, method: 'ussd', input: {} })
    await world.control('POST /clock', { body: { advance: '30d' } })
    const rows = all<{ status: string }>(world.world, 'SELECT status FROM transactions ORDER BY id')
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'successful'])
  })

  test('stay pending forever', async () => {
    await pay('0772127700')
    await world.control('POST /clock', { body: { advance: '30d' } })
    expect((await verify()).data.status).toBe('pending')
  })

  test('succeed after the window has closed', async () => {
    expect(await pay('0772127802')).toEqual({ next: 'close' })
    await world.control('POST /clock', { body: { advance: '6s' } })
    expect((await verify()).data.status).toBe('successful')
    expect(await notices()).toHaveLength(1)
  })

  test('call back twice, or with the newer status', async () => {
    expect(await pay('0772127801')).toMatchObject({ next: 'done', times: 2 })
    expect(await pay('0772127803', 'another')).toMatchObject({
      next: 'done',
      result: { status: 'completed' },
    })
  })

  test('are verified by id with the secret key only', async () => {
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

  test('send a notice that marks their order once, however often it comes', async () => {
    await pay('0772127801')
    const [notice] = await notices()
    expect(notice?.deliveries.map((each) => each.outcome)).toEqual(['200 confirmed, no order yet'])
    const placed = await place({}, { 'Idempotency-Key': request.tx_ref })
    expect(placed.redirectUrl).toBeNull()
    const order = () =>
      one<{ transaction_reference: string | null }>(
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
    expect(forged?.deliveries.at(-1)?.outcome).toBe('401 ((The verif-hash is not ours.))')
  })

  test('on the hosted page pay an order that was not paid before', async () => {
    const { order_id: id, redirectUrl } = await place({ payment_method: 'cash_on_delivery' })
    const reference = `order-${id}`
    expect(redirectUrl).toBe(`http://localhost/__emulator/checkout/${reference}`)
    const order = () =>
      one(world.world, 'SELECT payment_status, transaction_reference FROM orders WHERE id = ?', id)
    expect(order()).toEqual({ payment_status: 'unpaid', transaction_reference: null })
    const { result } = await pay('0772127801', reference)
    const [notice] = await notices()
    expect(notice?.deliveries.map((each) => each.outcome)).toEqual([`200 order ${id} is paid`])
    expect(order()).toEqual({
      payment_status: 'paid',
      transaction_reference: String(result.transaction_id),
    })
    expect(await (await at(`/__emulator/payments/hosted/${reference}`)).json()).toMatchObject({ paid: true })
  })

  test('are hosted on a page for a server that asks for a link', async () => {
    const asked = await post(
      '/v3/payments',
      { ...request, tx_ref: 'order-1', redirect_url: '/thanks' },
      secret,
    )
    const { data } = await asked.json()
    expect(data.link).toBe('http://localhost/__emulator/checkout/order-1')
    expect((await at('/__emulator/checkout/order-1')).headers.get('content-type')).toContain('text/html')
    expect(await (await at('/__emulator/payments/hosted/order-1')).json()).toMatchObject({
      paid: false,
      request: { amount: request.amount },
    })
    expect((await post('/v3/payments', request)).status).toBe(401)
  })

  test.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'http://['])(
    'are refused when they would send the payer to %j',
    async (redirect_url) => {
      const asked = await post('/v3/payments', { ...request, redirect_url }, secret)
      expect([asked.status, (await asked.json()).message]).toEqual([
        400,
        'redirect_url must be an http or https address',
      ])
    },
  )

  test.each(['/thanks', 'https://shop.example/thanks?a=1', '//shop.example/thanks'])(
    'may send the payer to %j',
    async (redirect_url) => {
      expect((await post('/v3/payments', { ...request, redirect_url }, secret)).status).toBe(200)
    },
  )

  test('are confirmed by the way back only after a look at the payment itself', async () => {
    const back = async (query: string) =>
      (await (await at(`/__emulator/payments/callback?${query}`)).json()).message
    expect(await back(`status=successful&tx_ref=${request.tx_ref}&transaction_id=1`)).toBe('unknown payment')
    await pay('0772127700')
    expect(await back(`status=successful&tx_ref=${request.tx_ref}`)).toBe('not paid: pending')
    expect(await back(`status=cancelled&tx_ref=${request.tx_ref}`)).toBe('cancelled')
  })
})
