import { queryOptions } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { call, isRefused } from '../../api/api.ts'
import { tokenCacheKey } from '../../api/session.ts'
import { readOrders } from './order.ts'

/** The customer's orders, newest first; not asked without a token. */
export function ordersQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'orders'],
    queryFn: async ({ signal }) => {
      const response = await call('GET /customer/order/list', { signal })
      // A refusal in a 200 is not an empty list of orders.
      if (isRefused(response)) throw new ApiError('GET /customer/order/list', 200, response)
      return response
    },
    select: readOrders,
    enabled: token !== null,
    retry: false,
    // An order was perhaps placed a moment ago: always ask again.
    staleTime: 0,
  })
}
