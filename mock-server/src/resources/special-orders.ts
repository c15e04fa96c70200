import type { specialOrders } from 'contracts/special-orders'
import type { Handlers } from '../http/serve.ts'
import { eloquentTime } from '../world/clock.ts'
import { run } from '../world/world.ts'

export const specialOrdersHandlers: Handlers<typeof specialOrders> = {
  store: ({ world, body, customer }) => {
    const now = world.clock.now()
    const { lastInsertRowid } = run(
      world,
      'INSERT INTO special_orders (customer_id, request, created_at) VALUES (?, ?, ?)',
      customer.id,
      JSON.stringify(body),
      now,
    )
    return {
      status: 200,
      body: {
        success: true,
        message: 'Special order submitted successfully',
        data: { ...body, id: lastInsertRowid, created_at: eloquentTime(now), updated_at: eloquentTime(now) },
      },
    }
  },
}
