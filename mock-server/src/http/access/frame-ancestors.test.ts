import { expect, test } from 'vitest'
import { paymentFrameAncestors } from './frame-ancestors.ts'

const loopback = "'self' http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*"

test.each<[hosts: string[] | '*', origins: string[] | '*', sources: string]>([
  [[], [], loopback],
  ['*', '*', loopback],
  [['shop.example'], [], `${loopback} http://shop.example:* https://shop.example:*`],
  [[], ['https://partner.example:8443'], `${loopback} https://partner.example:8443`],
  // CSP cannot express these, and they could add a directive.
  [['[2001:db8::5]', "a; script-src 'none'"], ['https://a.example; b', 'null'], loopback],
])('the hosts %j and origins %j may frame the payment window as %s', (hosts, origins, sources) => {
  expect(paymentFrameAncestors({ hosts, origins, token: null })).toBe(`frame-ancestors ${sources}`)
})
