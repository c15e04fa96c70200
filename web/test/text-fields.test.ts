import { describe, expect, test } from 'vitest'
import { readCartItems } from '../src/domain/cart-item.ts'
import { readCustomer } from '../src/domain/customer.ts'
import { readProduct } from '../src/domain/product.ts'
import { readCategories } from '../src/features/catalogue/category/category.ts'
import { readAddresses } from '../src/features/delivery/address.ts'
import { readBanners, readSections } from '../src/features/homepage/queries.ts'
import { readOrders } from '../src/features/orders/order.ts'

/** Reads one text field of a response; `missing` is what is shown instead of a value that is not text. */
type TextField = readonly [name: string, read: (value: unknown) => unknown, missing: unknown]

const order = (fields: object) => readOrders([{ id: 7, ...fields }])[0]
const line = (product: object) => order({ details: [{ id: 1, product_details: product }] })?.lines[0]
const choice = (fields: object) =>
  readProduct({ choice_options: [{ title: 'Size', options: ['M'], ...fields }] })

const FIELDS: readonly TextField[] = [
  ['a product name', (name) => readProduct({ name })?.name, 'Unnamed Product'],
  ['a description', (description) => readProduct({ description })?.description, ''],
  ['an author', (author) => readProduct({ author })?.author, null],
  ['an ISBN', (tax) => readProduct({ tax })?.isbn, null],
  ['a product image', (image) => readProduct({ image: [image] })?.images.join(), ''],
  ['a category of a product', (category) => readProduct({ category: { name: category } })?.category, null],
  ['the title of an option', (title) => choice({ title })?.choice_options[0]?.title, undefined],
  ['an option', (option) => choice({ options: [option] })?.choice_options[0]?.options.join(), ''],
  ['a variation', (type) => readProduct({ variations: [{ type }] })?.variations[0]?.type, ''],
  ['a creation time', (created_at) => readProduct({ created_at })?.created_at, ''],
  ['a category name', (name) => readCategories([{ id: 3, name }])[0]?.name, undefined],
  [
    'a category image',
    (file) => readCategories([{ id: 3, name: 'A', image_fullpath: file }])[0]?.image_fullpath,
    null,
  ],
  ['a banner title', (title) => readBanners([{ title }])[0]?.title, 'No Title'],
  ['a banner image', (image) => readBanners([{ image }])[0]?.image, null],
  ['a section title', (title) => readSections({ data: [{ id: 1, title }] })[0]?.title, 'Section 1'],
  ['a first name', (f_name) => readCustomer({ id: 1, f_name })?.f_name, ''],
  ['a last name', (l_name) => readCustomer({ id: 1, l_name })?.l_name, ''],
  ['an e-mail address', (email) => readCustomer({ id: 1, email })?.email, ''],
  ['a phone number', (phone) => readCustomer({ id: 1, phone })?.phone, ''],
  ['an address', (address) => readAddresses([{ id: 1, address }])[0]?.address, ''],
  ['an address type', (address_type) => readAddresses([{ id: 1, address_type }])[0]?.address_type, 'Home'],
  ['a contact', (name) => readAddresses([{ id: 1, contact_person_name: name }])[0]?.contact_person_name, ''],
  ['an order status', (order_status) => order({ order_status })?.status, 'unknown'],
  ['an order note', (order_note) => order({ order_note })?.note, ''],
  ['a payment method', (payment_method) => order({ payment_method })?.method, 'N/A'],
  ['the address of an order', (address) => order({ delivery_address: { address } })?.address, 'N/A'],
  ['the name of an ordered product', (name) => line({ name })?.name, 'Unnamed Product'],
  ['a stored cart line', (name) => readCartItems([{ id: 1, quantity: 1, name }])[0]?.name, 'Unnamed Product'],
]

describe.each(FIELDS)('%s', (_, read, missing) => {
  test('is shown if it is a number', () => {
    expect(read(1984)).toBe('1984')
  })

  test.each([null, undefined, {}, { name: 'Atlas' }])('is missing if it is %j', (value) => {
    expect(read(value)).toBe(missing)
  })

  test('is the same text as in UTF-8 if it contains half of a character', () => {
    expect(read('A\ud83dB')).toBe('A\ufffdB')
  })
})
