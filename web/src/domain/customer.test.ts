import { expect, test } from 'vitest'
import { fullName, readCustomer } from './customer.ts'

test.each([
  ['https://host.example/storage/profile/amina.webp', 'https://host.example/storage/profile/amina.webp'],
  ['/storage/profile/amina.webp', '/storage/profile/amina.webp'],
  ['javascript:alert(1)', null],
  [null, null],
])('reads %j as the image %j', (sent, read) => {
  expect(readCustomer({ id: 7, image_fullpath: sent })).toMatchObject({ id: 7, image_fullpath: read })
})

test('returns null for a response without account details', () => {
  expect(readCustomer({ message: 'Maintenance' })).toBeNull()
})

test.each([
  [{ f_name: 'Amina', l_name: 'Nakato' }, 'Amina Nakato'],
  [{ f_name: 'Amina' }, 'Amina'],
  [{ l_name: 'Nakato' }, 'Nakato'],
  [{}, ''],
])('the customer %j is called %j', (names, name) => {
  expect(fullName(readCustomer(names))).toBe(name)
})
