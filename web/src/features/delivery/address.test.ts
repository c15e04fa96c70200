import { describe, expect, test } from 'vitest'
import { validPhone } from '../../domain/email-and-phone.ts'
import { readAddresses } from './address.ts'
import { addressBody, explainAddressProblem, PHONE_EXAMPLE, withPlace } from './address-draft.ts'

const draft = {
  address: ' Plot 5, Ntinda ',
  address_type: 'Work',
  contact_person_name: 'Amina Okello',
  contact_person_number: '0772123456',
  latitude: '0.354',
  longitude: '32.612',
  place: '',
} as const

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
    expect(withPlace({ ...picked, place: '' }, { address: 'Plot 5' })).toEqual({ address: 'Plot 5' })
  })
})

describe('saved addresses', () => {
  test('may lack names and coordinates', () => {
    expect(readAddresses([{ id: 3, address: 'Kira', contact_person_name: null, latitude: null }])).toEqual([
      {
        id: 3,
        address_type: 'Home',
        contact_person_name: '',
        contact_person_number: '',
        address: 'Kira',
        point: null,
        isPickupPoint: false,
      },
    ])
  })

  test('are read from a wrapped list, and also if numbers and text are swapped', () => {
    const row = { id: '3', address: 'Kira', contact_person_number: 256772123456, latitude: 0.39 }
    expect(readAddresses({ data: [{ ...row, longitude: '32.64' }] })).toMatchObject([
      { id: 3, contact_person_number: '256772123456', point: { lat: 0.39, lng: 32.64 } },
    ])
  })

  test('are an empty list if the response is invalid', () => {
    expect(readAddresses({ message: 'no' })).toEqual([])
    expect(readAddresses([null, {}, 'x'])).toEqual([])
  })
})

test('accepts the phone numbers in the hint', () => {
  const numbers = PHONE_EXAMPLE.match(/\+?\d[\d ]*\d/g) ?? []
  expect(numbers).toHaveLength(2)
  expect(numbers.map(validPhone)).toEqual(numbers)
})
