import { expect, test } from 'vitest'
import { PAYMENT_REQUEST } from '../../test/payment-client.ts'
import { explainInvalidPayment, PaymentInput } from './payment-input.ts'

/** Returns the accepted request, or the first error as servers receive it. */
function read(change: unknown) {
  const whole = change !== null && typeof change === 'object' ? { ...PAYMENT_REQUEST, ...change } : change
  const { data, error } = PaymentInput.safeParse(whole, { reportInput: true })
  return data ?? explainInvalidPayment(error as never)
}

test.each([
  ['7', 7],
  ['12.5', 12.5],
  ['12.50', 12.5],
  [1e12, 1e12],
])('the amount %j is %d', (amount, number) => {
  expect(read({ amount })).toMatchObject({ amount: number })
})

test.each([
  ['x7', 'amount must be a number'],
  ['7x', 'amount must be a number'],
  ['7.', 'amount must be a number'],
  [[7], 'amount must be a number'],
  [0.5, 'amount must be 1 or more'],
  [1e12 + 1, 'amount must be 1000000000000 or less'],
  [undefined, 'amount is required'],
])('the amount %j is refused: %s', (amount, message) => {
  expect(read({ amount })).toBe(message)
})

test.each(['', '.', '..', '\ud800'])('the reference %j, which a URL cannot contain, is refused', (tx_ref) => {
  expect(read({ tx_ref })).toBe('tx_ref must be valid in a URL')
})

test.each(['...', 'a/..', '\u{1f4d8}'])('the reference %j is accepted', (tx_ref) => {
  expect(read({ tx_ref })).toMatchObject({ tx_ref })
})

test('a customer may have no name, and an older name of the phone number', () => {
  const { email } = PAYMENT_REQUEST.customer
  expect(read({ customer: { email } })).toMatchObject({ customer: { email, name: '', phone_number: '' } })
  expect(read({ customer: { email, phonenumber: 772 } })).toMatchObject({ customer: { phone_number: '772' } })
  expect(read({ customer: { email, phone_number: 1, phonenumber: 2 } })).toMatchObject({
    customer: { phone_number: '1' },
  })
})

test.each(['a', 'a@b', '@b.example', 'a b@c.example', 'a@b@c.example'])(
  'the e-mail address %j is refused',
  (email) => {
    expect(read({ customer: { email } })).toBe('customer.email must be a valid email')
  },
)

test('the currency is NGN by default, and may not be empty', () => {
  expect(read({ currency: undefined })).toMatchObject({ currency: 'NGN' })
  expect(read({ currency: '' })).toMatch(/^currency /)
})

test('a reference has at most 255 characters', () => {
  const tx_ref = 'x'.repeat(255)
  expect(read({ tx_ref })).toMatchObject({ tx_ref })
  expect(read({ tx_ref: `${tx_ref}x` })).toBe('tx_ref may have at most 255 characters')
})

test('meta has at most 5000 characters as JSON', () => {
  const text = 'x'.repeat(5000 - '{"a":""}'.length)
  expect(read({ meta: { a: text } })).toMatchObject({ meta: { a: text } })
  expect(read({ meta: { a: `${text}x` } })).toBe('meta may have at most 5000 characters')
})

test('refuses a body that is not an object with a single error', () => {
  expect(read('text')).toBe('The body must be an object.')
})

test('limits the length of the fields of a payment', () => {
  for (const [field, change] of [
    ['customer.email', { customer: { email: 'x'.repeat(900_000) } }],
    ['tx_ref', { tx_ref: 'x'.repeat(300) }],
    ['currency', { currency: 'x'.repeat(300) }],
    ['payment_options', { payment_options: 'x'.repeat(300) }],
    ['customizations.description', { customizations: { description: 'x'.repeat(3000) } }],
    ['meta', { meta: { a: 'x'.repeat(6000) } }],
    ['redirect_url', { redirect_url: `/${'x'.repeat(3000)}` }],
  ] as const) {
    const message = expect.stringMatching(new RegExp(`^${field} may have at most \\d+ characters$`))
    expect(read(change)).toEqual(message)
  }
})
