import { ApiError } from 'contracts/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { paidPens as paid } from '../../../test/payment.ts'
import { paidOrders } from './payment/payments.ts'
import { isDefiniteRefusal, placePaidOrder } from './place-order.ts'
import { storePlacedOrder } from './placed/placed-order.ts'

/** Replaces `fetch` with a mock that responds with the given status and body. */
function mockFetch(status: number, text: string) {
  const send = vi.fn(async (_url: unknown, _init?: RequestInit) => new Response(text, { status }))
  vi.stubGlobal('fetch', send)
  return send
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('authToken', 'a-token')
  paidOrders.add(paid)
  // The mocks' responses contain only the fields that are read.
  expectOnConsole(/does not match its contract/)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the order of a payment', () => {
  test('is posted once for two simultaneous calls', async () => {
    const send = mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    const [first, second] = await Promise.all([placePaidOrder(paid), placePaidOrder(paid)])
    expect(send).toHaveBeenCalledTimes(1)
    expect(first).toBe(second)
  })

  test('is not posted again once the host has accepted it', async () => {
    const send = mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    await placePaidOrder(paid)
    expect(await placePaidOrder(paid)).toEqual({ isPlacedHere: false, orderId: null, redirectUrl: null })
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('is sent with the payment reference as Idempotency-Key and the token as the bearer token', async () => {
    const send = mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    await placePaidOrder(paid)
    expect(send.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'Idempotency-Key': 'kitabo-1', Authorization: 'Bearer a-token' },
      body: JSON.stringify(paid.payload),
    })
  })

  test('counts as accepted after any response with status 200', async () => {
    mockFetch(200, '{"message":"no","success":false,"redirectUrl":"https://pay.example/1"}')
    expect(await placePaidOrder(paid)).toEqual({
      isPlacedHere: true,
      orderId: null,
      redirectUrl: 'https://pay.example/1',
    })
    expect(paidOrders.get()).toEqual([])
  })

  test('counts as accepted after an invalid response with status 200', async () => {
    mockFetch(200, '<html>')
    expect(await placePaidOrder(paid)).toEqual({ isPlacedHere: true, orderId: null, redirectUrl: null })
  })

  test('stays stored if the host refuses it', async () => {
    mockFetch(403, '[{}]')
    await expect(placePaidOrder(paid)).rejects.toThrow('responded with 403')
    expect(paidOrders.get()).toMatchObject([paid])
  })

  test('stays stored if the response is lost', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(placePaidOrder(paid)).rejects.toThrow('Failed to fetch')
    expect(paidOrders.get()).toMatchObject([paid])
  })
})

describe('an order that was posted before', () => {
  const listed = {
    id: 100_007,
    order_amount: 3_800,
    created_at: '2026-09-21T14:13:50.000000Z',
    transaction_reference: null,
    details: [{ product_id: 12, quantity: 3 }],
  }
  const calls = vi.fn<(method: string) => void>()

  /** Responds to the order list with `orders`, or with `status`, and accepts every order. */
  function host(orders: unknown, status = 200) {
    calls.mockClear()
    vi.stubGlobal('fetch', async (url: unknown, { method = 'GET' }: RequestInit = {}) => {
      calls(method)
      const isList = String(url).endsWith('/order/list')
      return isList
        ? new Response(JSON.stringify(orders), { status })
        : new Response('{"success":true,"order_id":100008}')
    })
  }
  const sent = () => calls.mock.calls.flat().includes('POST')

  beforeEach(() => {
    // Responses in these tests contain only the fields that are compared.
    expectOnConsole(/does not match its contract/)
    paidOrders.change(paid.tx_ref, { isPosted: true })
  })

  test.each<[string, unknown[]]>([
    ['amount, lines and time', [listed]],
    ['its payment reference', [{ ...listed, order_amount: 1, transaction_reference: 'kitabo-1' }]],
    ['its transaction id', [{ ...listed, order_amount: 1, transaction_reference: '9' }]],
    ['amount and time, if the host lists no lines', [{ ...listed, details: undefined }]],
    ['a time without a zone', [{ ...listed, created_at: '2026-09-21 14:13:50' }]],
  ])('is accepted if the host lists it: by %s', async (_, orders) => {
    host(orders)
    expect(await placePaidOrder(paid)).toEqual({ isPlacedHere: true, orderId: 100_007, redirectUrl: null })
    expect(sent()).toBe(false)
    expect(paidOrders.get()).toEqual([])
  })

  test.each<[string, unknown]>([
    ['nothing', []],
    ['another amount', [{ ...listed, order_amount: 3_900 }]],
    ['other lines', [{ ...listed, details: [{ product_id: 12, quantity: 2 }] }]],
    ['an older order', [{ ...listed, created_at: '2026-09-20T14:13:50.000000Z' }]],
    ['an order of another payment', [{ ...listed, transaction_reference: 'kitabo-2' }]],
    ['an order without a time', [{ ...listed, created_at: null }]],
  ])('is sent again if the host lists %s', async (_, orders) => {
    host(orders)
    expect((await placePaidOrder(paid)).orderId).toBe(100_008)
    expect(sent()).toBe(true)
  })

  test('is not taken for the order that this browser placed before', async () => {
    host([listed])
    storePlacedOrder({ id: 100_007, amount: 3_800, delivery: null, items: [], paymentUrl: null })
    expect((await placePaidOrder(paid)).orderId).toBe(100_008)
  })

  test('is sent by a click, but not automatically, if the host cannot list orders', async () => {
    host({}, 500)
    await expect(placePaidOrder(paid, true)).rejects.toThrow()
    expect(sent()).toBe(false)
    expect((await placePaidOrder(paid)).orderId).toBe(100_008)
  })

  test('is not sent while the host cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(placePaidOrder(paid)).rejects.toThrow('Failed to fetch')
    expect(paidOrders.get()).toMatchObject([paid])
  })
})

test.each([
  [399, false],
  [400, true],
  [403, true],
  [429, false],
  [499, true],
  [500, false],
])('a response with status %i refuses an order for good: %s', (status, expected) => {
  expect(isDefiniteRefusal(new ApiError('POST /order', status, null))).toBe(expected)
})
