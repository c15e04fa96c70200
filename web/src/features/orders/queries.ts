import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { sessionMark } from '../../lib/session.ts'
import { tidyOrders } from './order.ts'

/** The customer's orders, newest first; not asked without a token. */
export function ordersQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', sessionMark(token), 'orders'],
    queryFn: ({ signal }): Promise<unknown> => call('GET /customer/order/list', { signal }),
    select: tidyOrders,
    enabled: token !== null,
    retry: false,
    // An order was perhaps placed a moment ago: always ask again.
    staleTime: 0,
  })
}
