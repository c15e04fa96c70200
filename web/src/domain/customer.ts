import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Customer } from 'contracts/resources/customer'
import { call } from '../api/api.ts'
import { readId, readObject, readString } from '../api/read-values.ts'
import { rememberCustomer, tokenCacheKey } from '../api/session.ts'

/**
 * Reads the fields of a customer that the shop uses. The host's response contains more than a browser should store.
 * Returns null if it contains none.
 */
export function readCustomer(body: unknown) {
  const wire = readObject<Customer>(body)
  const customer = {
    id: readId(wire.id),
    f_name: readString(wire.f_name),
    l_name: readString(wire.l_name),
    email: readString(wire.email),
    phone: readString(wire.phone),
    // Allows only http(s) URLs and paths as image sources.
    image_fullpath: /^(https?:\/)?\/\S*/i.exec(readString(wire.image_fullpath))?.[0] ?? null,
  }
  return Object.values(customer).some(Boolean) ? customer : null
}

export type ShopCustomer = NonNullable<ReturnType<typeof readCustomer>>

/** Returns the query of the current customer. Disabled without a token. */
export function customerQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'info'],
    // Selects the fields before caching, so that the tokens in the response are not cached.
    queryFn: async ({ signal }) => {
      const customer = readCustomer(await call('GET /customer/info', { signal }))
      rememberCustomer(token, customer?.id ?? null)
      return customer
    },
    enabled: token !== null,
    retry: false,
  })
}

/** Returns the customer's name, e-mail address and phone number, with which forms begin. '' while unknown. */
export function useContact(token: string | null) {
  const { data } = useQuery(customerQuery(token))
  return { name: fullName(data), email: data?.email ?? '', phone: data?.phone ?? '' }
}

/** Returns the name of a customer; '' if it is unknown. */
export function fullName(customer: ShopCustomer | null | undefined): string {
  return customer ? `${customer.f_name} ${customer.l_name}`.trim() : ''
}
