import { describe, expect, test } from 'vitest'
import { readAddresses } from './address.ts'

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
