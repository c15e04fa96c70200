import { describe, expect, test } from 'vitest'
import { eachTestHasApp } from '../../test/fresh-app.ts'
import { statusOf, type TestApp } from '../../test/test-app.ts'
import { run } from '../world/world.ts'

let app: TestApp
eachTestHasApp((fresh) => {
  app = fresh
})

describe('orders', () => {
  test('moves an order through its statuses', async () => {
    const { orders } = await app.control('GET /orders')
    const placed = orders.find(
      (order) => order.next.includes('delivered') || order.next.includes('processing'),
    )
    if (!placed) throw new Error('The catalogue contains no order in progress.')
    run(app.world, "UPDATE orders SET transaction_reference = '900000001' WHERE id = ?", placed.id)
    for (let step = placed; step.next.length > 0; ) {
      step = await app.control('POST /orders/move', { body: { id: step.id, status: step.next[0] as never } })
    }
    expect(
      await statusOf(app.control('POST /orders/move', { body: { id: placed.id, status: 'pending' } })),
    ).toBe(409)
    const list = await app.client(app.tokenOf(Number(placed.customer.split(' ')[1])))(
      'GET /customer/order/list',
    )
    expect(list.find((order) => order.id === placed.id)?.order_status).toBe('delivered')
  })

  test('delivers a digitally paid order only with a payment reference', async () => {
    const [order] = (await app.control('GET /orders')).orders
    if (!order) throw new Error('The catalogue contains no order.')
    run(
      app.world,
      `UPDATE orders SET order_status = 'out_for_delivery', payment_status = 'paid',
         payment_method = 'flutterwave', transaction_reference = NULL WHERE id = ?`,
      order.id,
    )
    const deliver = () => app.control('POST /orders/move', { body: { id: order.id, status: 'delivered' } })
    await expect(deliver()).rejects.toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/has no transaction_reference/) },
    })
    run(app.world, "UPDATE orders SET transaction_reference = '9' WHERE id = ?", order.id)
    expect((await deliver()).order_status).toBe('delivered')
  })
})
