import { describe, expect, test } from 'vitest'
import { eachTestHasApp } from '../fresh-app.ts'
import { statusOf, type TestApp } from '../test-app.ts'

let app: TestApp
eachTestHasApp((fresh) => {
  app = fresh
})

describe('orders', () => {
  test('move through their statuses and nowhere else', async () => {
    const { orders } = await app.control('GET /orders')
    const placed = orders.find(
      (order) => order.next.includes('delivered') || order.next.includes('processing'),
    )
    if (!placed) throw new Error('The catalogue holds no order under way.')
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
})
