import { expect, test } from 'vitest'
import { paymentLink } from './payment-link-dialog.tsx'

test('an ordinary URL becomes a link', () => {
  expect(paymentLink('https://pay.example/checkout?ref=1')).toBe('https://pay.example/checkout?ref=1')
})

test.each(['javascript:alert(1)', 'data:text/html,hi', '/relative', 'pay.example', '', 'https://'])(
  '%j does not become a link',
  (text) => expect(paymentLink(text)).toBeNull(),
)

test('a URL that imitates another host does not become a link', () => {
  expect(paymentLink('https://kitabo.example@evil.example/')).toBeNull()
  expect(paymentLink('https://kitaƅo.example/')).toBeNull()
})
