import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { paymentClient } from '../../test/payment-client.ts'
import { request } from '../../test/payment-request.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { selectOne } from '../world/world.ts'

describe('payments on a hosted page', () => {
  let world: TestApp
  beforeEach(async () => {
    world = await createTestApp()
  })
  afterEach(() => world.close())

  const { at, post, secret, notices, charge, hosted, isPaid, place } = paymentClient(() => world)

  test('marks an unpaid order as paid', async () => {
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

  test("accepts only the order's amount, currency and payer", async () => {
    const { order_id, redirectUrl } = await place({ payment_method: 'cash_on_delivery' })
    const { pay } = await hosted(redirectUrl)
    for (const change of [
      { amount: 1 },
      { currency: 'NGN' },
      { customer: { ...request.customer, email: 'other@kitabo.example' } },
    ])
      expect(await pay(change)).toEqual({
        message: '((This reference belongs to a different payment; use a new one.))',
      })
    expect(isPaid(order_id)).toBe(false)
  })

  test('reveals the payer only to a page with the key', async () => {
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

  test('returns a link to a payment page if a server requests it', async () => {
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

  test('reuses the payment page of the first request for a reference', async () => {
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
        message: '((This reference belongs to a different payment; use a new one.))',
        data: null,
      })
    expect((await (await hosted(data.link)).page()).request.redirect_url).toBe('/thanks')
  })

  test.each(['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'http://['])(
    'refuses the redirect_url %j',
    async (redirect_url) => {
      const requested = await post('/v3/payments', { ...request, redirect_url }, secret)
      expect(requested.status).toBe(400)
      expect((await requested.json()).message).toBe('redirect_url must be an http or https address')
    },
  )

  test.each(['/thanks', 'https://shop.example/thanks?a=1', '//shop.example/thanks'])(
    'accepts the redirect_url %j',
    async (redirect_url) => {
      expect((await post('/v3/payments', { ...request, redirect_url }, secret)).status).toBe(200)
    },
  )
})
