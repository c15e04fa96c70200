import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'contracts/resources/addresses'
import { call } from '../../api/api.ts'
import { readId, readList, readObject, readString } from '../../api/read-values.ts'
import { tokenCacheKey } from '../../api/session.ts'
import { readPoint } from '../../domain/distance.ts'
import { isPickupAddress } from '../../domain/pickup-address.ts'

export type SavedAddress = ReturnType<typeof readAddress>[number]

/** Reads the saved addresses from a response. Returns an empty list if the response contains none. */
export function readAddresses(body: unknown) {
  return readList(body).flatMap(readAddress)
}

export function readAddress(value: unknown) {
  const row = readObject<Address>(value)
  const id = readId(row.id)
  if (id === null) return []
  return [
    {
      id,
      address_type: readString(row.address_type) || 'Home',
      contact_person_name: readString(row.contact_person_name),
      contact_person_number: readString(row.contact_person_number),
      address: readString(row.address),
      /** Null if the host has no coordinates. */
      point: readPoint(row.latitude, row.longitude),
      /** Whether the shop added it for pickup orders. Never offered for delivery. */
      isPickupPoint: isPickupAddress(row),
    },
  ]
}

/** Returns the newest address for deliveries, which is selected by default. */
export function defaultAddress(addresses: readonly SavedAddress[]): SavedAddress | null {
  return addresses.reduce<SavedAddress | null>(
    (newest, address) =>
      address.isPickupPoint || (newest !== null && newest.id > address.id) ? newest : address,
    null,
  )
}

/** Returns the query of the saved addresses. Disabled without a token. */
export function addressesQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'addresses'],
    queryFn: async ({ signal }) => readAddresses(await call('GET /customer/address/list', { signal })),
    enabled: token !== null,
    retry: false,
  })
}
