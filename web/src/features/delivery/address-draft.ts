import type { EndpointsByKey } from 'contracts/api'
import type { BodyOf } from 'contracts/endpoint'
import { store } from '../../config/store.ts'
import { type Point, readPoint } from '../../domain/distance.ts'
import { readTextFields } from '../../domain/draft.ts'
import { validPhone } from '../../domain/email-and-phone.ts'
import { PLACEHOLDER_FIELDS } from '../../domain/pickup-address.ts'
import type { SavedAddress } from './address.ts'

const EMPTY_DRAFT = {
  address: '',
  address_type: 'Home' as 'Home' | 'Work',
  contact_person_name: '',
  contact_person_number: '',
  latitude: '',
  longitude: '',
  /** The name of the coordinates; '' if the shopper set them on the map, by location or by hand. */
  place: '',
}

export type AddressDraft = typeof EMPTY_DRAFT

/** The form for a new address. It stays open after a reload, so that an address that is not saved isn't hidden. */
type AddressForm = AddressDraft & {
  isOpen: boolean
  /** Whether the form was opened to change a saved address. */
  isCopy: boolean
}

export function readAddressForm(stored: Record<string, unknown>): AddressForm {
  const { address_type, ...texts } = EMPTY_DRAFT
  return {
    ...readTextFields(stored, texts),
    isOpen: stored.isOpen === true,
    isCopy: stored.isCopy === true,
    address_type: stored.address_type === 'Work' ? 'Work' : address_type,
  }
}

/**
 * Completes a change to a draft. A text that no longer names the found place also removes its coordinates, unless the
 * change renames the place.
 */
export function withPlace(draft: AddressDraft, change: Partial<AddressDraft>): Partial<AddressDraft> {
  const { address, latitude, longitude, place } = change
  if ((place ?? latitude ?? longitude) !== undefined) return { ...change, place: place ?? '' }
  if (address === undefined || draft.place === '') return change
  const isNamed = address.startsWith(draft.place) && !/^[\p{L}\p{N}]/u.test(address.slice(draft.place.length))
  return isNamed ? change : { ...change, place: '', latitude: '', longitude: '' }
}

export function draftPoint(draft: AddressDraft): Point | null {
  return readPoint(draft.latitude.trim(), draft.longitude.trim())
}

/** Returns the fields that "Change" copies from a saved address into the draft. */
export function draftOf(address: SavedAddress): AddressDraft {
  return {
    address: address.address,
    place: address.address,
    address_type: address.address_type === 'Work' ? 'Work' : 'Home',
    contact_person_name: address.contact_person_name,
    contact_person_number: address.contact_person_number,
    ...(address.point ? pointText(address.point) : { latitude: '', longitude: '' }),
  }
}

/**
 * Returns the name of a place in the draft that is not saved; null if the draft names no place, or only copies the
 * selected address.
 */
export function unsavedPlace(draft: AddressDraft, selected: SavedAddress | null): string | null {
  const text = draft.address.trim()
  if (text === '' && draftPoint(draft) === null) return null
  if (selected !== null) {
    const copied = Object.entries(draftOf(selected))
    if (copied.every(([field, value]) => field === 'place' || draft[field as keyof AddressDraft] === value))
      return null
  }
  return text || 'the pin on the map'
}

/** Formats coordinates in degrees, with a precision of about 0.1 metres. */
export function pointText({ lat, lng }: Point): Pick<AddressDraft, 'latitude' | 'longitude'> {
  return { latitude: lat.toFixed(6), longitude: lng.toFixed(6) }
}

export function addressBody(draft: AddressDraft): BodyOf<EndpointsByKey['POST /customer/address/add']> {
  return {
    address_type: draft.address_type,
    contact_person_number: draft.contact_person_number.trim(),
    address: draft.address.trim(),
    latitude: draft.latitude.trim(),
    longitude: draft.longitude.trim(),
    contact_person_name: draft.contact_person_name.trim(),
    ...PLACEHOLDER_FIELDS,
  }
}

const PHONE_ERROR = 'Please enter a valid phone number (e.g., 10 digits or with country code).'

/** The hint for phone number fields. Both numbers must be valid. */
export const PHONE_EXAMPLE = 'For example, 0772123456 or +256 772123456.'

/** Returns an error message for each field of a new address that is empty or invalid. */
export function findAddressErrors(draft: AddressDraft): Partial<Record<keyof AddressDraft, string>> {
  const errors: Partial<Record<keyof AddressDraft, string>> = {}
  for (const field of ['address', 'contact_person_name', 'contact_person_number'] as const)
    if (draft[field].trim() === '') errors[field] = REQUIRED
  if (!errors.contact_person_number && validPhone(draft.contact_person_number) === null)
    errors.contact_person_number = PHONE_ERROR
  for (const field of ['longitude', 'latitude'] as const) {
    // The other coordinate doesn't matter.
    const point = draftPoint({ ...draft, ...EXAMPLES, [field]: draft[field] })
    if (draft[field].trim() === '') errors[field] = REQUIRED
    else if (point === null) errors[field] = `Enter degrees, such as ${EXAMPLES[field]}.`
  }
  return errors
}

/** Returns the specified message for the first error of a new address; null if the address is valid. */
export function explainAddressProblem(draft: AddressDraft): string | null {
  const messages = Object.values(findAddressErrors(draft))
  if (messages.length === 0) return null
  return messages.every((message) => message === PHONE_ERROR)
    ? PHONE_ERROR
    : 'Please fill all required fields.'
}

const REQUIRED = 'Required.'
const EXAMPLES = {
  latitude: store.mapCentre.lat.toFixed(6),
  longitude: store.mapCentre.lng.toFixed(6),
}
