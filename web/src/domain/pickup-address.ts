import type { EndpointsByKey } from 'contracts/api'
import type { BodyOf } from 'contracts/endpoint'
import type { Address } from 'contracts/resources/addresses'
import { type Loose, readString } from '../api/read-values.ts'
import { store } from '../config/store.ts'
import { distanceFromShop, readPoint } from './distance.ts'

type AddressBody = BodyOf<EndpointsByKey['POST /customer/address/add']>

/** Fields that the host requires but the shop's form doesn't contain. */
export const PLACEHOLDER_FIELDS = { road: 'N/A', floor: 'N/A', house: 'N/A' } as const

const PREFIX = 'Collect at '

/** Widths of the host's columns in characters. Source R1, recorded: a longer address is a server error. */
const MAX_LENGTH = { name: 100, phone: 20, address: 250 }

/** The maximum distance of the host's rounded coordinates from the shop's, in kilometres. */
const SAME_PLACE_KM = 0.2

/** Returns the address that the shop adds to an account for pickup orders, because some hosts require one. */
export function pickupAddress(place: string, contact: { name: string; phone: string }): AddressBody {
  return {
    address_type: 'Work',
    contact_person_name: contact.name.slice(0, MAX_LENGTH.name),
    contact_person_number: contact.phone.slice(0, MAX_LENGTH.phone),
    address: `${PREFIX}${place}`.slice(0, MAX_LENGTH.address),
    latitude: String(store.origin.lat),
    longitude: String(store.origin.lng),
    ...PLACEHOLDER_FIELDS,
  }
}

/** Whether an address is the pickup point, to which nothing is delivered. */
export function isPickupAddress({ address, latitude, longitude }: Loose<Address>): boolean {
  if (!readString(address).startsWith(PREFIX)) return false
  const point = readPoint(latitude, longitude)
  return point === null || distanceFromShop(point) < SAME_PLACE_KM
}
