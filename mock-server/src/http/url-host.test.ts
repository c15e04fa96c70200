import { expect, test } from 'vitest'
import { formatUrlHost } from './url-host.ts'

test.each([
  ['localhost', 'localhost'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['2001:db8::5', '[2001:db8::5]'],
])('the host %s is %s in a URL', (host, inUrl) => {
  expect(formatUrlHost(host)).toBe(inUrl)
})
