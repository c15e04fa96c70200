import { expect, test } from 'vitest'
import { paymentLink } from './payment-link-dialog.tsx'

test('an ordinary web address can be pressed', () => {
  expect(paymentLink('https://pay.example/checkout?ref=1')).toBe('https://pay.example/checkout?ref=1')
})

test.each(['javascript:alert(1)', 'data:text/html,hi', '/relative', 'pay.example', '', 'https://'])(
  '%j cannot be pressed',
  (text) => expect(paymentLink(text)).toBeNull(),
)

test('an address that dresses up as another cannot be pressed', () => {
  expect(paymentLink('https://kitabo.example@evil.example/')).toBeNull()
  expect(paymentLink('https://kitaƅo.example/')).toBeNull()
})
