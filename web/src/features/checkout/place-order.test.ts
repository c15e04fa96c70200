import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { paidPens as paid } from '../../../test/payment.ts'
import { paidOrders } from './payments.ts'
import { placePaidOrder } from './place-order.ts'

/** Replaces `fetch` with a mock that responds with the given status and body. */
function wire(status: number, text: string) {
  const send = vi.fn(async (_url: unknown, _init?: RequestInit) => new Response(text, { status }))
  vi.stubGlobal('fetch', send)
  return send
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('authToken', 'a-token')
  paidOrders.add(paid)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the order of a payment', () => {
  test('is posted once for two simultaneous calls', async () => {
    const send = wire(200, '{"message":"ok","success":true,"order_id":100001}')
    const [first, second] = await Promise.all([placePaidOrder(paid), placePaidOrder(paid)])
    expect(send).toHaveBeenCalledTimes(1)
    expect(first).toBe(second)
  })

  test('is not posted again once the host has accepted it', async () => {
    const send = wire(200, '{"message":"ok","success":true,"order_id":100001}')
    await placePaidOrder(paid)
    expect(await placePaidOrder(paid)).toEqual({ here: false, orderId: null, redirectUrl: null })
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('is sent with the payment reference as Idempotency-Key and the token as the bearer token', async () => {
    const send = wire(200, '{"message":"ok","success":true,"order_id":100001}')
    await placePaidOrder(paid)
    expect(send.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'Idempotency-Key': 'kitabo-1', Authorization: 'Bearer a-token' },
      body: JSON.stringify(paid.payload),
    })
  })

  test('counts as accepted after any response with status 200', async () => {
    wire(200, '{"message":"no","success":false,"redirectUrl":"https://pay.example/1"}')
    expect(await placePaidOrder(paid)).toEqual({
      here: true,
      orderId: null,
      redirectUrl: 'https://pay.example/1',
    })
    expect(paidOrders.get()).toEqual([])
  })

  test('counts as accepted after an invalid response with status 200', async () => {
    wire(200, '<html>')
    expect(await placePaidOrder(paid)).toEqual({ here: true, orderId: null, redirectUrl: null })
  })

  test('stays stored if the host refuses it', async () => {
    wire(403, '[{}]')
    await expect(placePaidOrder(paid)).rejects.toThrow('responded with 403')
    expect(paidOrders.get()).toEqual([paid])
  })

  test('stays stored if the response is lost', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(placePaidOrder(paid)).rejects.toThrow('Failed to fetch')
    expect(paidOrders.get()).toEqual([paid])
  })
})
