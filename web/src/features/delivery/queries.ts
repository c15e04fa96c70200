import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { tokenCacheKey } from '../../api/session.ts'
import { readAddresses } from './address.ts'

/** The saved addresses. Disabled without a token. */
export function addressesQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'addresses'],
    queryFn: async ({ signal }) => readAddresses(await call('GET /customer/address/list', { signal })),
    enabled: token !== null,
    retry: false,
  })
}
