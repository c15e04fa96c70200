import { expect, test } from 'vitest'
import { missingFields, specialOrderRequest } from './request.ts'

const draft = {
  customer_name: ' Amina Okello ',
  phone_number: '0772123456',
  preferred_contact_method: 'Email',
  contact_info: 'amina@kitabo.example',
  item_name: 'Song of Lawino',
  order_details: 'First edition',
  quantity: '2',
  customizations: '',
} as const

test('a request by email has exactly the specified keys', () => {
  expect(specialOrderRequest(draft)).toEqual({
    customer_name: 'Amina Okello',
    phone_number: '0772123456',
    preferred_contact_method: 'Email',
    email: 'amina@kitabo.example',
    item_name: 'Song of Lawino',
    order_details: 'First edition',
    quantity: 2,
    customizations: '',
    status: 1,
  })
})

test('a request by WhatsApp has no email but keeps the number', () => {
  const request = specialOrderRequest({
    ...draft,
    preferred_contact_method: 'WhatsApp',
    contact_info: '+256772123456',
    customizations: 'Gift wrap',
  })
  expect(request.email).toBeNull()
  expect(request.customizations).toBe('Gift wrap\nWhatsApp: +256772123456')
})

test('customizations are the only field that may be empty', () => {
  expect(missingFields(draft)).toEqual([])
  expect(missingFields({ ...draft, customer_name: ' ', contact_info: '' })).toEqual([
    'customer_name',
    'contact_info',
  ])
})

test.each(['', '0', '-1', '1.5', 'two'])('a quantity of %j is missing', (quantity) => {
  expect(missingFields({ ...draft, quantity })).toEqual(['quantity'])
})
