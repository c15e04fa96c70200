import { queryOptions } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { call, isRefused } from '../../api/api.ts'
import { tokenCacheKey } from '../../api/session.ts'
import { readOrders } from './order.ts'

/** The customer's orders, newest first. Disabled without a token. */
export function ordersQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'orders'],
    queryFn: async ({ signal }) => {
      const response = await call('GET /customer/order/list', { signal })
      // The host may send a refusal with status 200, which must not be shown as an empty list.
      if (isRefused(response)) throw new ApiError('GET /customer/order/list', 200, response)
      return response
    },
    select: readOrders,
    enabled: token !== null,
    retry: false,
    // The list is always refetched, because an order may have just been placed.
    staleTime: 0,
  })
}
