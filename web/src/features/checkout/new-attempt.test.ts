import { expect, test, vi } from 'vitest'
import { paidPens } from '../../../test/payment.ts'
import { store } from '../../config/store.ts'
import { createAttempt } from './new-attempt.ts'

const billing = {
  f_name: ' Amina',
  l_name: 'Nakato ',
  email: ' amina@kitabo.example ',
  phone: '+256 772 123456',
}

function create() {
  const { items, delivery } = paidPens
  if (delivery === null) throw new Error('The order has no delivery.')
  return createAttempt({ items, delivery, billing })
}

test('an attempt contains the order, its amount and its payer', () => {
  const { items, delivery, payload, amount } = paidPens
  expect(create()).toMatchObject({
    amount,
    payload,
    items,
    delivery,
    payer: { name: 'Amina Nakato', email: 'amina@kitabo.example', phone_number: '+256772123456' },
  })
})

test('creates references that are unique and valid in a header', () => {
  const made = Array.from({ length: 1_000 }, () => create().tx_ref)
  expect(new Set(made).size).toBe(1_000)
  for (const reference of made) expect(reference).toMatch(/^kitabo-[a-z0-9]{8,9}-[a-z0-9]{2,14}$/)
})

test('creates references that begin with the first characters of the shop’s name', () => {
  vi.spyOn(store, 'name', 'get').mockReturnValue("St. Mary's Books")
  expect(create().tx_ref).toMatch(/^stmary-/)
})
