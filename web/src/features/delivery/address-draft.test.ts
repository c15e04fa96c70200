import { expect, test } from 'vitest'
import { draftOf, findAddressErrors, unsavedPlace, withPlace } from './address-draft.ts'

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
const empty = { ...copied, address: '', place: '', latitude: '', longitude: '' }

test('a draft of a saved address contains its point, if it has one', () => {
  expect(copied).toMatchObject({ latitude: '0.350000', longitude: '32.610000' })
  expect(draftOf({ ...saved, point: null })).toMatchObject({ latitude: '', longitude: '' })
})

test('a draft names no unsaved place if it is empty, blank or a copy of the selected address', () => {
  expect(unsavedPlace(empty, null)).toBeNull()
  expect(unsavedPlace({ ...empty, address: '  ' }, null)).toBeNull()
  expect(unsavedPlace(copied, saved)).toBeNull()
})

test('a draft names an unsaved place if it has a text or a point that is not selected', () => {
  expect(unsavedPlace(copied, null)).toBe('Plot 5, Ntinda')
  expect(unsavedPlace({ ...copied, address: ' Plot 6 ' }, saved)).toBe('Plot 6')
  expect(unsavedPlace({ ...empty, latitude: '0.35', longitude: '32.61' }, null)).toBe('the pin on the map')
})

test.each([
  ['keeps the coordinates while the text names the place', 'Plot 5, Ntinda, gate 2', true],
  ['drops the coordinates once the text names a longer word', 'Plot 5, Ntindas', false],
  ['drops the coordinates once the text names another place', 'Plot 6', false],
])('%s', (_, address, keeps) => {
  expect(withPlace(copied, { address })).toEqual(
    keeps ? { address } : { address, place: '', latitude: '', longitude: '' },
  )
})

test('keeps the coordinates of a place that is renamed', () => {
  const renamed = { address: 'My home', place: 'My home' }
  expect(withPlace(copied, renamed)).toEqual(renamed)
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
])('of the coordinates %j, only the wrong ones are marked', (coordinates, errors) => {
  expect(findAddressErrors({ ...copied, ...coordinates })).toEqual(errors)
})
