import { ApiError } from 'contracts/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { paidPens as paid } from '../../../test/payment.ts'
import { hostTraits } from '../../api/host-traits.ts'
import { rememberCustomer, setToken } from '../../api/session.ts'
import { withPickupAddress } from './add-pickup-address.ts'
import { attempts, PayerChangedError, paidOrders } from './payment/payments.ts'
import { isDefiniteRefusal, type PlacedOrder, placePaidOrder } from './place-order.ts'
import { rememberAccepted } from './placed/placed-order.ts'

/** Replaces `fetch` with a mock that responds with the given status and body. */
function mockFetch(status: number, text: string) {
  const send = vi.fn(async (_url: unknown, _init?: RequestInit) => new Response(text, { status }))
  vi.stubGlobal('fetch', send)
  return send
}

/** Places an order. @returns what was recorded; null if nothing was */
async function place(order = paid, isAutomatic = false): Promise<PlacedOrder | null> {
  const onPlaced = vi.fn<(placed: PlacedOrder) => void>()
  await placePaidOrder(order, onPlaced, isAutomatic)
  return onPlaced.mock.calls[0]?.[0] ?? null
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('authToken', 'a-token')
  rememberCustomer('a-token', 4)
  paidOrders.add(paid)
  // The mocks' responses contain only the fields that are read.
  expectOnConsole(/does not match its contract/)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('the order of a payment', () => {
  test('is posted and recorded once for two simultaneous calls', async () => {
    const send = mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    expect(await Promise.all([place(), place()])).toEqual([{ orderId: 100_001, redirectUrl: null }, null])
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('is posted while that of a different payment is posted, too', async () => {
    const send = mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    const other = { ...paid, tx_ref: 'kitabo-2' }
    paidOrders.add(other)
    await Promise.all([place(), place(other)])
    const references = send.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'))
    expect(references.sort()).toEqual(['kitabo-1', 'kitabo-2'])
  })

  test('is not posted again once the host has accepted it', async () => {
    const send = mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    await place()
    expect(await place()).toBeNull()
    expect(send).toHaveBeenCalledTimes(1)
    expect(await placePaidOrder(paid, () => {})).toBe(true)
  })

  test('is neither posted nor placed if another tab has forgotten the payment', async () => {
    const send = mockFetch(200, '{"message":"ok"}')
    paidOrders.remove(paid.tx_ref)
    expect(await placePaidOrder(paid, () => {})).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })

  test('is sent with the payment reference as Idempotency-Key and the token as the bearer token', async () => {
    const send = mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    await place()
    expect(send.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'Idempotency-Key': 'kitabo-1', Authorization: 'Bearer a-token' },
      body: JSON.stringify(paid.payload),
    })
  })

  test('counts as accepted after any response with status 200', async () => {
    mockFetch(200, '{"message":"no","success":false,"redirectUrl":"https://pay.example/1"}')
    expect(await place()).toEqual({
      orderId: null,
      redirectUrl: 'https://pay.example/1',
    })
    expect(paidOrders.get()).toEqual([])
  })

  test('leaves no payment attempt once the host has accepted it', async () => {
    attempts.add(paid)
    mockFetch(200, '{"message":"ok","success":true,"order_id":100001}')
    await place()
    expect(attempts.get()).toEqual([])
  })

  test('counts as accepted after an invalid response with status 200', async () => {
    mockFetch(200, '<html>')
    expect(await place()).toEqual({ orderId: null, redirectUrl: null })
  })

  test('stays stored if the host refuses it', async () => {
    mockFetch(403, '[{}]')
    await expect(place()).rejects.toThrow('responded with 403')
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
  const requests = vi.fn<(method: string) => void>()

  /** Responds to the order list with `orders`, or with `status`, and accepts every order. */
  function host(orders: unknown, status = 200) {
    requests.mockClear()
    vi.stubGlobal('fetch', async (url: unknown, { method = 'GET' }: RequestInit = {}) => {
      requests(method)
      const isList = String(url).endsWith('/order/list')
      return isList
        ? new Response(JSON.stringify(orders), { status })
        : new Response('{"success":true,"order_id":100008}')
    })
  }
  const sent = () => requests.mock.calls.flat().includes('POST')

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
    ['a time up to two minutes before the payment', [{ ...listed, created_at: '2026-09-21T14:11:20Z' }]],
  ])('is accepted if the host lists it: by %s', async (_, orders) => {
    host(orders)
    expect(await place()).toEqual({ orderId: 100_007, redirectUrl: null })
    expect(sent()).toBe(false)
    expect(paidOrders.get()).toEqual([])
  })

  test.each<[string, unknown]>([
    ['nothing', []],
    ['another amount', [{ ...listed, order_amount: 3_900 }]],
    ['other lines', [{ ...listed, details: [{ product_id: 12, quantity: 2 }] }]],
    ['an older order', [{ ...listed, created_at: '2026-09-21T14:11:19Z' }]],
    ['an order of another payment', [{ ...listed, transaction_reference: 'kitabo-2' }]],
    ['an order without a time', [{ ...listed, created_at: null }]],
  ])('is sent again if the host lists %s', async (_, orders) => {
    host(orders)
    expect((await place())?.orderId).toBe(100_008)
    expect(sent()).toBe(true)
  })

  test('is accepted if the host lists it with a time in UTC without a zone', async () => {
    vi.stubEnv('TZ', 'Africa/Kampala')
    host([{ ...listed, created_at: '2026-09-21 14:13:50' }])
    expect((await place())?.orderId).toBe(100_007)
  })

  test('is accepted if the host lists its lines in a different order', async () => {
    const cart = [12, 11, 13].flatMap((id) =>
      paid.payload.cart.map((line) => ({ ...line, product_id: String(id), quantity: 1 })),
    )
    paidOrders.change(paid.tx_ref, { payload: { ...paid.payload, cart } })
    host([{ ...listed, details: [11, 13, 12].map((product_id) => ({ product_id, quantity: 1 })) }])
    expect((await place())?.orderId).toBe(100_007)
  })

  test('is not taken for an order that this browser placed before', async () => {
    host([listed])
    rememberAccepted('kitabo-0', 100_007)
    expect((await place())?.orderId).toBe(100_008)
  })

  test('is not sent for another customer who logs in while it is looked up', async () => {
    host([])
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
      setToken('b-token')
      rememberCustomer('b-token', 5)
      return fetch(...request)
    })
    await expect(place()).rejects.toThrow(PayerChangedError)
    expect(sent()).toBe(false)
    expect(paidOrders.get()).toMatchObject([paid])
  })

  test('is sent by a click, but not automatically, if the host cannot list orders', async () => {
    host({}, 500)
    await expect(place(paid, true)).rejects.toThrow()
    expect(sent()).toBe(false)
    expect((await place())?.orderId).toBe(100_008)
  })

  test('stays stored if its response is lost, and is then looked up', async () => {
    paidOrders.change(paid.tx_ref, { isPosted: false })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(place()).rejects.toThrow('Failed to fetch')
    expect(paidOrders.get()).toMatchObject([paid])
    host([listed])
    expect((await place())?.orderId).toBe(100_007)
    expect(sent()).toBe(false)
  })

  test('is not sent while the host cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(place()).rejects.toThrow('Failed to fetch')
    expect(paidOrders.get()).toMatchObject([paid])
  })
})

describe('an order on a host that is known to require an address for pickups', () => {
  const bodies = vi.fn<(body: unknown) => void>()

  /** Lists the pickup point among the customer's addresses, and responds to every order with the given status. */
  function host(status: number, response: unknown) {
    bodies.mockClear()
    vi.stubGlobal('fetch', async (url: unknown, { body }: RequestInit = {}) => {
      if (!String(url).endsWith('/order/place'))
        return new Response('[{"id":77,"address":"Collect at Kitabo"}]')
      bodies(JSON.parse(String(body)))
      return new Response(JSON.stringify(response), { status })
    })
  }

  beforeEach(() => {
    rememberCustomer('a-token', 4)
    hostTraits.set({ requiresPickupAddress: true })
  })

  test('is posted to the pickup point, and stays an order to it if the host is down', async () => {
    host(500, {})
    await expect(place()).rejects.toThrow('responded with 500')
    expect(bodies.mock.calls).toEqual([[{ ...paid.payload, delivery_address_id: 77 }]])
    // A reload posts the stored order.
    expect(paidOrders.get()).toMatchObject([{ payload: { delivery_address_id: 77 } }])
  })

  test('is not posted twice to a pickup point that the host refuses', async () => {
    host(403, { errors: [{ code: 'delivery_address_id', message: 'No such address.' }] })
    await expect(place()).rejects.toThrow('No such address.')
    expect(bodies).toHaveBeenCalledTimes(1)
  })

  test('gets the pickup point of its own customer while that of another one is read', async () => {
    let respond = (_: Response) => {}
    const lists = vi.fn(async () => new Response('[{"id":78,"address":"Collect at Kitabo"}]'))
    lists.mockImplementationOnce(() => new Promise<Response>((resolve) => (respond = resolve)))
    vi.stubGlobal('fetch', lists)
    const first = withPickupAddress(paid)
    await vi.waitFor(() => expect(lists).toHaveBeenCalledOnce())
    setToken('b-token')
    rememberCustomer('b-token', 5)
    const second = withPickupAddress({ ...paid, owner: { id: 5, session: '' } })
    respond(new Response('[{"id":77,"address":"Collect at Kitabo"}]'))
    const ids = (await Promise.all([first, second])).map(({ payload }) => payload.delivery_address_id)
    expect(ids).toEqual([77, 78])
  })

  test('is posted to its own address if it has one', async () => {
    const payload = { ...paid.payload, delivery_address_id: 5 }
    paidOrders.change(paid.tx_ref, { payload })
    host(200, { success: true })
    await place()
    expect(bodies.mock.calls).toEqual([[payload]])
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
