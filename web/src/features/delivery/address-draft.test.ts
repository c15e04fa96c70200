import { describe, expect, test } from 'vitest'
import { validPhone } from '../../domain/email-and-phone.ts'
import {
  addressBody,
  draftOf,
  draftPoint,
  explainAddressProblem,
  findAddressErrors,
  PHONE_EXAMPLE,
  readAddressForm,
  unsavedPlace,
  withPlace,
} from './address-draft.ts'

const saved = {
  id: 1,
  address: 'Plot 5, Ntinda',
  address_type: 'Home',
  contact_person_name: 'Amina Nakato',
  contact_person_number: '0772123456',
  point: { lat: 0.35, lng: 32.61 },
  isPickupPoint: false,
}
const copied = draftOf(saved)
const draft = {
  address: ' Plot 5, Ntinda ',
  address_type: 'Work',
  contact_person_name: 'Amina Okello',
  contact_person_number: '0772123456',
  latitude: '0.354',
  longitude: '32.612',
  place: '',
} as const
const empty = { ...copied, address: '', place: '', latitude: '', longitude: '' }

test('the stored form stays open, and a copy stays one; other values are those of an empty form', () => {
  const stored = { isOpen: true, isCopy: true, address: 'Plot 5', address_type: 'Work' }
  expect(readAddressForm(stored)).toMatchObject(stored)
  expect(readAddressForm({ isOpen: 1, isCopy: 'yes', address: 7, address_type: 'Ship' })).toMatchObject({
    isOpen: false,
    isCopy: false,
    address: '',
    address_type: 'Home',
  })
})

test('typed coordinates may have spaces around them', () => {
  expect(draftPoint({ ...draft, latitude: ' 0.35', longitude: '32.61 ' })).toEqual({ lat: 0.35, lng: 32.61 })
})

test('a draft of a saved address contains its point, if it has one', () => {
  expect(copied).toMatchObject({ latitude: '0.350000', longitude: '32.610000' })
  expect(draftOf({ ...saved, point: null })).toMatchObject({ latitude: '', longitude: '' })
})

test('a draft names no unsaved place if it is empty, blank or a copy of the selected address', () => {
  expect(unsavedPlace(empty, null)).toBeNull()
  expect(unsavedPlace({ ...empty, address: '  ' }, null)).toBeNull()
  expect(unsavedPlace(copied, saved)).toBeNull()
  expect(unsavedPlace({ ...copied, place: '' }, saved)).toBeNull()
})

test('a draft names an unsaved place if it has a text or a point that is not selected', () => {
  expect(unsavedPlace(copied, null)).toBe('Plot 5, Ntinda')
  expect(unsavedPlace({ ...copied, address: ' Plot 6 ' }, saved)).toBe('Plot 6')
  expect(unsavedPlace({ ...empty, latitude: '0.35', longitude: '32.61' }, null)).toBe('the pin on the map')
})

describe('coordinates that came with the name of a place', () => {
  const picked = { ...draft, address: 'Kololo', place: 'Kololo' }

  test.each(['Entebbe International Airport', 'Kolol', 'Kololoville', ''])(
    'are dropped by the text %j',
    (address) =>
      expect(withPlace(picked, { address })).toEqual({ address, place: '', latitude: '', longitude: '' }),
  )

  test.each(['Kololo', 'Kololo, Plot 5', 'Kololo (blue gate)'])('are kept by the text %j', (address) =>
    expect(withPlace(picked, { address })).toEqual({ address }),
  )

  test('are replaced by others, which the text then describes', () => {
    expect(withPlace(picked, { latitude: '0.4' })).toEqual({ latitude: '0.4', place: '' })
    expect(withPlace(picked, { longitude: '32.5' })).toEqual({ longitude: '32.5', place: '' })
    expect(withPlace({ ...picked, place: '' }, { address: 'Plot 5' })).toEqual({ address: 'Plot 5' })
  })

  test('are kept by the new name of the place', () => {
    const renamed = { address: 'My home', place: 'My home' }
    expect(withPlace(picked, renamed)).toEqual(renamed)
  })
})

describe('a new address', () => {
  test.each(['address', 'contact_person_name', 'contact_person_number', 'latitude', 'longitude'] as const)(
    'requires the field %s',
    (field) =>
      expect(explainAddressProblem({ ...draft, [field]: ' ' })).toBe('Please fill all required fields.'),
  )

  test('requires valid coordinates', () => {
    expect(explainAddressProblem({ ...draft, latitude: '91' })).toBe('Please fill all required fields.')
  })

  test('requires a valid phone number', () => {
    expect(explainAddressProblem({ ...draft, contact_person_number: '0772' })).toBe(
      'Please enter a valid phone number (e.g., 10 digits or with country code).',
    )
    expect(explainAddressProblem(draft)).toBeNull()
  })

  test('is sent with placeholders for fields that the form does not contain', () => {
    expect(addressBody(draft)).toEqual({
      address_type: 'Work',
      contact_person_number: '0772123456',
      address: 'Plot 5, Ntinda',
      latitude: '0.354',
      longitude: '32.612',
      contact_person_name: 'Amina Okello',
      road: 'N/A',
      floor: 'N/A',
      house: 'N/A',
    })
  })
})

test.each([
  [{ latitude: '', longitude: '32.61' }, { latitude: 'Required.' }],
  [
    { latitude: '0.35', longitude: 'east' },
    { longitude: expect.stringMatching(/^Enter degrees, such as 3\d\./) },
  ],
  [
    { latitude: '95', longitude: '' },
    { latitude: expect.stringMatching(/^Enter degrees/), longitude: 'Required.' },
  ],
  [{ latitude: '0.35', longitude: '32.61' }, {}],
])('marks only the wrong ones of the coordinates %j', (coordinates, errors) => {
  expect(findAddressErrors({ ...copied, ...coordinates })).toEqual(errors)
})

test('accepts the phone numbers in the hint', () => {
  const numbers = PHONE_EXAMPLE.match(/\+?\d[\d ]*\d/g) ?? []
  expect(numbers).toHaveLength(2)
  expect(numbers.map(validPhone)).toEqual(numbers)
})
