import { orderPayload } from 'contracts/cases/order-payload'
import { selectOne } from '../src/world/world.ts'
import { request } from './payment-request.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates functions that send requests as payers, as the shop's server and as customers.
 * @param world returns the emulator of the current test
 */
export function paymentClient(world: () => TestApp) {
  const at = (path: string, init?: RequestInit) => world().fetch(`http://localhost${path}`, init)
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
    (await world().control('GET /outbox', { query: { channel: 'webhook' } })).messages.reverse()

  const charge = async (requested: object) =>
    (await post('/__emulator/payments', { request: requested, method: 'ussd', input: {} })).json()
  /** Requests the payment that a link to a hosted page identifies, and returns functions that act like the page. */
  const hosted = async (link: string | null | undefined) => {
    const { pathname, search } = new URL(link ?? '')
    const tx_ref = pathname.split('/').at(-1) as string
    const page = async () => (await at(`/__emulator/payments/hosted/${tx_ref}${search}`)).json()
    const { request: offered } = await page()
    return { tx_ref, page, pay: (change: object) => charge({ ...offered, ...change }) }
  }
  const isPaid = (id: unknown) =>
    selectOne<{ payment_status: string }>(world().world, 'SELECT payment_status FROM orders WHERE id = ?', id)
      ?.payment_status === 'paid'

  /** Places an order for a product that is in stock. */
  const place = (
    changes: { payment_method?: string },
    headers: Record<string, string> = {},
    token = world().tokenOf(),
  ) => {
    const product = selectOne<{ id: number }>(world().world, 'SELECT id FROM products WHERE stock > 2')
    return world().client(token)('POST /customer/order/place', {
      headers,
      body: orderPayload(product?.id ?? 0, { order_amount: request.amount, ...changes }),
    })
  }
  return { at, post, pay, secret, verify, notices, charge, hosted, isPaid, place }
}
