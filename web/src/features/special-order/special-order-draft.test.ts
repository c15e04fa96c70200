import { expect, test } from 'vitest'
import {
  findSpecialOrderErrors,
  readSpecialOrderDraft,
  toSpecialOrder,
  withCustomer,
} from './special-order-draft.ts'

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

test('sends exactly the specified fields, trimmed, if the contact method is email', () => {
  const spaced = { ...draft, contact_info: ' amina@kitabo.example', phone_number: '0772123456 ' }
  const texts = { item_name: ' Song of Lawino', order_details: 'First edition ', customizations: ' ' }
  expect(toSpecialOrder({ ...spaced, ...texts })).toEqual({
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

test('sends a WhatsApp number as part of the customizations', () => {
  const request = toSpecialOrder({
    ...draft,
    preferred_contact_method: 'WhatsApp',
    contact_info: '+256772123456',
    customizations: 'Gift wrap',
  })
  expect(request.email).toBeNull()
  expect(request.customizations).toBe('Gift wrap\nWhatsApp: +256772123456')
})

test('requires all fields except the customizations', () => {
  expect(findSpecialOrderErrors(draft)).toEqual({})
  expect(findSpecialOrderErrors({ ...draft, customer_name: ' ', contact_info: '' })).toEqual({
    customer_name: 'Enter your full name.',
    contact_info: 'Enter your email address.',
  })
  const errors = findSpecialOrderErrors(readSpecialOrderDraft({ preferred_contact_method: 'WhatsApp' }))
  expect(errors).toEqual({
    customer_name: 'Enter your full name.',
    phone_number: 'Enter your phone number.',
    contact_info: 'Enter your WhatsApp number.',
    item_name: 'Enter what you are looking for, such as its title.',
    order_details: 'Enter what you know about it.',
  })
})

test.each(['', '0', '-1', '1.5', '1e3', 'two', '99999999999'])('refuses the quantity %j', (quantity) => {
  expect(Object.keys(findSpecialOrderErrors({ ...draft, quantity }))).toEqual(['quantity'])
})

test('requires an e-mail address only if the contact method is email', () => {
  expect(findSpecialOrderErrors({ ...draft, contact_info: 'Text' })).toEqual({
    contact_info: 'Enter an email address, such as name@example.com.',
  })
  const byWhatsApp = { ...draft, preferred_contact_method: 'WhatsApp', contact_info: '0772123456' } as const
  expect(findSpecialOrderErrors(byWhatsApp)).toEqual({})
})

test('does not accept an e-mail address as a WhatsApp number', () => {
  const errors = findSpecialOrderErrors({ ...draft, preferred_contact_method: 'WhatsApp' })
  expect(errors).toEqual({ contact_info: 'Enter your WhatsApp number.' })
})

test.each([
  ['Email', 'moses@kitabo.example'],
  ['WhatsApp', '0700333444'],
] as const)('fills in the empty contact fields for %s with %s', (preferred_contact_method, contact) => {
  const customer = { name: 'Moses Okot', email: 'moses@kitabo.example', phone: '0700333444' }
  const empty = readSpecialOrderDraft({ preferred_contact_method })
  const filled = { customer_name: customer.name, phone_number: customer.phone, contact_info: contact }
  expect(withCustomer(empty, customer)).toEqual(filled)
  const typed = { customer_name: 'Amina', phone_number: '1', contact_info: 'a@b.example' }
  expect(withCustomer({ ...empty, ...typed }, customer)).toEqual(typed)
})

test('accepts up to 10,000 units', () => {
  expect(findSpecialOrderErrors({ ...draft, quantity: '10000' })).toEqual({})
  expect(findSpecialOrderErrors({ ...draft, quantity: '10001' })).toEqual({
    quantity: 'At most 10000. Call us for more.',
  })
})
