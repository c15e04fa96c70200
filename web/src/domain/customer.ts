import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Customer } from 'contracts/resources/customer'
import { call } from '../api/api.ts'
import { readId, readObject, readString } from '../api/read-values.ts'
import { rememberCustomer, tokenCacheKey } from '../api/session.ts'

/**
 * Reads the account details that the shop uses. The host's response contains more than a browser should store. Returns
 * null if it contains none.
 */
export function readAccountDetails(body: unknown) {
  const wire = readObject<Customer>(body)
  const profile = {
    id: readId(wire.id),
    f_name: readString(wire.f_name),
    l_name: readString(wire.l_name),
    email: readString(wire.email),
    phone: readString(wire.phone),
    // Allows only http(s) URLs and paths as image sources.
    image_fullpath: /^(https?:\/)?\/\S*/i.exec(readString(wire.image_fullpath))?.[0] ?? null,
  }
  return Object.values(profile).some(Boolean) ? profile : null
}

export type AccountDetails = NonNullable<ReturnType<typeof readAccountDetails>>

/** Returns the query of the current customer's account details. Disabled without a token. */
export function customerQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'info'],
    // Selects the fields before caching, so that the tokens in the response are not cached.
    queryFn: async ({ signal }) => {
      const profile = readAccountDetails(await call('GET /customer/info', { signal }))
      rememberCustomer(token, profile?.id ?? null)
      return profile
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

/** Returns the name of an account; '' if it is unknown. */
export function fullName(profile: AccountDetails | null | undefined): string {
  return profile ? `${profile.f_name} ${profile.l_name}`.trim() : ''
}
