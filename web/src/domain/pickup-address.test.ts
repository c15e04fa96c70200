import { expect, test } from 'vitest'
import { store } from '../config/store.ts'
import { isPickupAddress, pickupAddress } from './pickup-address.ts'

const { lat, lng } = store.origin

test('the address for pickup is the place of the shop, within the widths of the host', () => {
  const contact = { name: 'n'.repeat(101), phone: '0'.repeat(21) }
  expect(pickupAddress('Plot 14', contact)).toEqual({
    address_type: 'Work',
    address: 'Collect at Plot 14',
    contact_person_name: 'n'.repeat(100),
    contact_person_number: '0'.repeat(20),
    latitude: String(lat),
    longitude: String(lng),
    ...{ road: 'N/A', floor: 'N/A', house: 'N/A' },
  })
  expect(pickupAddress('x'.repeat(300), contact).address).toHaveLength(250)
  expect(isPickupAddress(pickupAddress('Plot 14', contact))).toBe(true)
})

test.each<[is: boolean, what: string, address: string, latitude: unknown]>([
  [true, 'the pickup point with rounded coordinates', 'Collect at Plot 14', lat + 0.001],
  [true, 'a pickup point without coordinates', 'Collect at Plot 14', 'x'],
  [false, 'an address whose text begins in the same way', 'Collect at the gate', lat + 0.01],
  [false, "another address at the shop's place", 'Plot 14', lat],
])('it is %s that nothing is delivered to %s', (isPickup, _, address, latitude) => {
  expect(isPickupAddress({ address, latitude, longitude: lng })).toBe(isPickup)
})
