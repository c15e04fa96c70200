import { expect, test } from 'vitest'
import { paymentLink } from './payment-link-dialog.tsx'

test('links to an ordinary URL', () => {
  expect(paymentLink('https://pay.example/checkout?ref=1')).toBe('https://pay.example/checkout?ref=1')
})

test.each(['javascript:alert(1)', 'data:text/html,hi', '/relative', 'pay.example', '', 'https://'])(
  'does not link to %j',
  (text) => expect(paymentLink(text)).toBeNull(),
)

test('does not link to a URL that imitates a different host', () => {
  expect(paymentLink('https://kitabo.example@evil.example/')).toBeNull()
  expect(paymentLink('https://kitaƅo.example/')).toBeNull()
})
