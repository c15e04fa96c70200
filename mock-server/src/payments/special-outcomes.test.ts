import { orderPayload } from 'contracts/cases/order-payload'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { request } from '../../test/payment-request.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { selectAll, selectOne } from '../world/world.ts'

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

  const charge = async (requested: object) =>
    (await post('/__emulator/payments', { request: requested, method: 'ussd', input: {} })).json()
  /** Returns requests of a link's hosted page. */
  const hosted = async (link: string | null | undefined) => {
    const { pathname, search } = new URL(link ?? '')
    const tx_ref = pathname.split('/').at(-1) as string
    const page = async () => (await at(`/__emulator/payments/hosted/${tx_ref}${search}`)).json()
    const { request: offered } = await page()
    return { tx_ref, page, pay: (change: object) => charge({ ...offered, ...change }) }
  }
  const isPaid = (id: unknown) =>
    selectOne<{ payment_status: string }>(world.world, 'SELECT payment_status FROM orders WHERE id = ?', id)
      ?.payment_status === 'paid'

  /** Places an order of one product that is in stock. */
  const place = (
    changes: { payment_method?: string },
    headers: Record<string, string> = {},
    token = world.tokenOf(),
  ) => {
    const product = selectOne<{ id: number }>(world.world, 'SELECT id FROM products WHERE stock > 2')
    return world.client(token)('POST /customer/order/place', {
      headers,
      body: orderPayload(product?.id ?? 0, { order_amount: request.amount, ...changes }),
    })
  }

  test('stay pending for the number of seconds in the phone number, then are paid', async () => {
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

  test('are refused under a reference that is already paid', async () => {
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
    expect(selectAll(world.world, 'SELECT * FROM transactions')).toHaveLength(1)
    expect(await notices()).toHaveLength(1)
    const { customer: _, ...known } = code.result
    expect(await (await at(`/__emulator/payments/by-reference/${request.tx_ref}`)).json()).toMatchObject({
      status: 'successful',
      result: known,
    })
  })

  test('let a later attempt under the same reference replace a pending one', async () => {
    await pay('0772127705')
    await post('/__emulator/payments', { request, method: 'ussd', input: {} })
    await world.control('POST /clock', { body: { advance: '30d' } })
    const rows = selectAll<{ status: string }>(world.world, 'SELECT status FROM transactions ORDER BY id')
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

  test('run the callback twice, or with the newer status', async () => {
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

  test('send a notification that marks their order once, however often it arrives', async () => {
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

  test('pay an unpaid order on the hosted page', async () => {
    const { order_id: id, redirectUrl } = await place({ payment_method: 'cash_on_delivery' })
    const { tx_ref, page, pay } = await hosted(redirectUrl)
    const order = () =>
      selectOne(world.world, 'SELECT payment_status, transaction_reference FROM orders WHERE id = ?', id)
    expect(order()).toEqual({ payment_status: 'unpaid', transaction_reference: null })
    const { result } = await pay({})
    expect(result.tx_ref).toBe(tx_ref)
    const [notice] = await notices()
    expect(notice?.deliveries.map((each) => each.outcome)).toEqual([`200 order ${id} is paid`])
    expect(order()).toEqual({
      payment_status: 'paid',
      transaction_reference: String(result.transaction_id),
    })
    expect(await page()).toMatchObject({ paid: true })
  })

  test('accept only the amount, currency and payer of the order on the hosted page', async () => {
    const { order_id, redirectUrl } = await place({ payment_method: 'cash_on_delivery' })
    const { pay } = await hosted(redirectUrl)
    for (const change of [
      { amount: 1 },
      { currency: 'NGN' },
      { customer: { ...request.customer, email: 'other@kitabo.example' } },
    ])
      expect(await pay(change)).toEqual({
        message: '((This reference belongs to another payment; use a new one.))',
      })
    expect(isPaid(order_id)).toBe(false)
  })

  test.each([
    { amount: 1, currency: 'UGX' },
    { amount: request.amount, currency: 'NGN' },
  ])('do not pay a more expensive order with $currency $amount', async (change) => {
    const key = { 'Idempotency-Key': 'a-key' }
    const { order_id } = await place({ payment_method: 'cash_on_delivery' }, key)
    await charge({ ...request, ...change, tx_ref: 'a-key' })
    expect((await notices())[0]?.deliveries.map((each) => each.outcome)).toEqual([
      `200 order ${order_id} is not paid: ${change.currency} ${change.amount} came for UGX ${request.amount}`,
    ])
    // The reference of earlier versions, without a random part.
    await charge({ ...request, ...change, tx_ref: `order-${order_id}` })
    expect(isPaid(order_id)).toBe(false)
    // Created before the order, which contains its reference.
    await charge({ ...request, ...change, tx_ref: 'another-key' })
    const later = await place({}, { 'Idempotency-Key': 'another-key' })
    expect([isPaid(later.order_id), later.redirectUrl]).toEqual([false, expect.any(String)])
  })

  test('pay one order of one customer only, even if others use the reference', async () => {
    await charge({ ...request, tx_ref: 'shared' })
    const key = { 'Idempotency-Key': 'shared' }
    const first = await place({}, key)
    expect([isPaid(first.order_id), first.redirectUrl]).toEqual([true, null])
    const body = { f_name: 'B', l_name: 'C', email: 'b@kitabo.example', phone: '0700', password: 'secret' }
    const { token } = (await world.client()('POST /auth/registration', { body })) as { token: string }
    const second = await place({}, key, token)
    expect([isPaid(second.order_id), second.redirectUrl]).toEqual([false, expect.any(String)])
    expect(await place({}, key)).toEqual(first)
  })

  test('expose the payer only to the page that opened them', async () => {
    const { redirectUrl } = await place({ payment_method: 'cash_on_delivery' })
    const { tx_ref, pay } = await hosted(redirectUrl)
    const { result } = await pay({})
    await post('/v3/payments', { ...request, tx_ref: 'order-1' }, secret)
    for (const path of [
      `/hosted/${tx_ref}`,
      `/hosted/${tx_ref}?key=`,
      `/hosted/${tx_ref}?key[]=a`,
      '/hosted/order-1',
      `/by-reference/${tx_ref}`,
      `/${result.transaction_id}`,
    ]) {
      const response = await (await at(`/__emulator/payments${path}`)).text()
      expect(response).not.toMatch(/@|Amina|0700|customer/)
    }
    const guess = { ...request, tx_ref, amount: request.amount, customer: { email: 'x@kitabo.example' } }
    expect(JSON.stringify(await charge(guess))).not.toMatch(/Amina|0700/)
  })

  test('have a hosted page if a server requests a link', async () => {
    const requested = await post(
      '/v3/payments',
      { ...request, tx_ref: 'order-1', redirect_url: '/thanks' },
      secret,
    )
    const { data } = await requested.json()
    expect(data.link).toMatch(/^http:\/\/localhost\/__emulator\/checkout\/order-1\?key=[0-9a-f]{16}$/)
    expect((await at('/__emulator/checkout/order-1')).headers.get('content-type')).toContain('text/html')
    expect(await (await hosted(data.link)).page()).toMatchObject({
      paid: false,
      request: { amount: request.amount },
    })
    expect((await post('/v3/payments', request)).status).toBe(401)
  })

  test('keep the hosted page of the first request', async () => {
    const first = { ...request, redirect_url: '/thanks' }
    const send = async (change: object) =>
      (await post('/v3/payments', { ...first, ...change }, secret)).json()
    const { data } = await send({})
    expect((await send({})).data).toEqual(data)
    const other = { email: 'other@kitabo.example' }
    for (const change of [
      { redirect_url: '/elsewhere' },
      { amount: 1 },
      { currency: 'NGN' },
      { customer: other },
    ])
      expect(await send(change)).toEqual({
        status: 'error',
        message: '((This reference belongs to another payment; use a new one.))',
        data: null,
      })
    expect((await (await hosted(data.link)).page()).request.redirect_url).toBe('/thanks')
  })

  test.each([0.3, 0, -90_000, 1e308, 1e13])('are refused if the amount is %d', async (amount) => {
    const requested = await post('/v3/payments', { ...request, amount }, secret)
    expect([requested.status, (await requested.json()).message]).toEqual([
      400,
      expect.stringMatching(/^amount must be (1 or more|1000000000000 or less)$/),
    ])
    expect((await charge({ ...request, amount })).message).toMatch(/^\(\(request\.amount: must be/)
  })

  test('are resumed while pending by the same request only', async () => {
    await pay('0772127700')
    expect(await pay('0772127700')).toMatchObject({ next: 'wait' })
    const other = { ...request, amount: 50_000 }
    expect(await charge(other)).toEqual({
      message: '((This reference belongs to another payment; use a new one.))',
    })
  })

  test('are limited to 10,000', async () => {
    await pay('0772127801')
    world.world.db.prepare('UPDATE transactions SET id = 10000').run()
    expect(await pay('0772127801', 'one-more')).toEqual({
      message: '((There are too many payments; reset this world.))',
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
  ])('are refused if %s is too long', async (field, change) => {
    const requested = await post('/v3/payments', { ...request, ...change }, secret)
    expect([requested.status, (await requested.json()).message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^${field} may have \\d+ characters at most$`)),
    ])
  })

  test.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'http://['])(
    'are refused with the redirect URL %j',
    async (redirect_url) => {
      const requested = await post('/v3/payments', { ...request, redirect_url }, secret)
      expect([requested.status, (await requested.json()).message]).toEqual([
        400,
        'redirect_url must be an http or https address',
      ])
    },
  )

  test.each(['/thanks', 'https://shop.example/thanks?a=1', '//shop.example/thanks'])(
    'are accepted with the redirect URL %j',
    async (redirect_url) => {
      expect((await post('/v3/payments', { ...request, redirect_url }, secret)).status).toBe(200)
    },
  )

  test('are confirmed by the return URL only after verification', async () => {
    const back = async (query: string) =>
      (await (await at(`/__emulator/payments/callback?${query}`)).json()).message
    expect(await back(`status=successful&tx_ref=${request.tx_ref}&transaction_id=1`)).toBe('unknown payment')
    await pay('0772127700')
    expect(await back(`status=successful&tx_ref=${request.tx_ref}`)).toBe('not paid: pending')
    expect(await back(`status=cancelled&tx_ref=${request.tx_ref}`)).toBe('cancelled')
    for (const query of ['tx_ref[]=a', 'tx_ref[a]=b', 'tx_ref[toString]=b', 'tx_ref=', ''])
      expect(await back(query)).toBe('((The callback names no tx_ref.))')
    expect(await back(`tx_ref=${request.tx_ref}&transaction_id[]=1`)).toBe('not paid: pending')
  })
})
