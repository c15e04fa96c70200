import type { specialOrders } from 'contracts/resources/special-orders'
import type { Handlers } from '../http/handler.ts'
import { eloquentTime } from '../world/database-dates.ts'
import { insert } from '../world/queries.ts'

export const specialOrdersHandlers: Handlers<typeof specialOrders> = {
  store: ({ world, body, customer }) => {
    const now = world.clock.now()
    const { lastInsertRowid } = insert(world, 'special_orders', {
      customer_id: customer.id,
      request: JSON.stringify(body),
      created_at: now,
    })
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
