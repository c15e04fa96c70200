import type { EndpointsByKey } from 'contracts/api'
import type { BodyOf } from 'contracts/endpoint'
import { type Point, readPoint } from '../../lib/distance.ts'
import { keptTexts } from '../../lib/draft.ts'
import { readId } from '../../lib/navigation-state.ts'
import { readList, readObject, readWords } from '../../lib/read-list.ts'
import { isPhone, PHONE_FAULT } from './phone.ts'

/** A saved address as the shop shows it. */
export type SavedAddress = {
  id: number
  address_type: string
  contact_person_name: string
  contact_person_number: string
  address: string
  /** Null when the host has no coordinates for it. */
  point: Point | null
}

/** The host's list as the shop's; an answer without a list is no address. */
export function tidyAddresses(body: unknown): SavedAddress[] {
  return readList(body).flatMap(tidyAddress)
}

export function tidyAddress(value: unknown): SavedAddress[] {
  const row = readObject(value)
  const id = readId(row.id)
  if (id === null) return []
  return [
    {
      id,
      address_type: readWords(row.address_type) || 'Home',
      contact_person_name: readWords(row.contact_person_name),
      contact_person_number: readWords(row.contact_person_number),
      address: readWords(row.address),
      point: readPoint(row.latitude, row.longitude),
    },
  ]
}

/** An address that is being entered; every field as it is typed. */
export type AddressDraft = {
  address: string
  address_type: 'Home' | 'Work'
  contact_person_name: string
  contact_person_number: string
  latitude: string
  longitude: string
}

export const EMPTY_DRAFT: AddressDraft = {
  address: '',
  address_type: 'Home',
  contact_person_name: '',
  contact_person_number: '',
  latitude: '',
  longitude: '',
}

export function readAddressDraft(kept: Record<string, unknown>): AddressDraft {
  const { address_type, ...texts } = EMPTY_DRAFT
  return { ...keptTexts(kept, texts), address_type: kept.address_type === 'Work' ? 'Work' : address_type }
}

export function draftPoint(draft: AddressDraft): Point | null {
  return readPoint(draft.latitude.trim(), draft.longitude.trim())
}

/** Degrees with a metre or so of detail. */
export function pointText({ lat, lng }: Point): Pick<AddressDraft, 'latitude' | 'longitude'> {
  return { latitude: lat.toFixed(6), longitude: lng.toFixed(6) }
}

/** The first thing wrong with an address to save, or null. */
export function addressFault(draft: AddressDraft): string | null {
  const filled =
    draft.address.trim() !== '' &&
    draft.contact_person_name.trim() !== '' &&
    draft.contact_person_number.trim() !== '' &&
    draftPoint(draft) !== null
  if (!filled) return 'Please fill all required fields.'
  return isPhone(draft.contact_person_number) ? null : PHONE_FAULT
}

/** Fields that the shop does not ask for and the host's form expects. */
const UNASKED = { road: 'N/A', floor: 'N/A', house: 'N/A' } as const

export function addressBody(draft: AddressDraft): BodyOf<EndpointsByKey['POST /customer/address/add']> {
  return {
    address_type: draft.address_type,
    contact_person_number: draft.contact_person_number.trim(),
    address: draft.address.trim(),
    latitude: draft.latitude.trim(),
    longitude: draft.longitude.trim(),
    contact_person_name: draft.contact_person_name.trim(),
    ...UNASKED,
  }
}
