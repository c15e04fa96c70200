import { expect, test } from 'vitest'
import { faultFor, impactPage } from './impact.ts'

const endpoint = { method: 'GET', path: '/products/latest' }
const effectOf = (rule: string, actual: string, expected = 'string') =>
  faultFor(endpoint, { rule, where: '$.products[].unit', expected, actual })?.effect

test.each([
  ['missing', 'missing', 'string', { change: '$.products[].unit' }],
  ['null', 'null', 'string', { change: '$.products[].unit', value: null }],
  ['type', 'string', 'integer', { contract: 'number-as-text', at: '$.products[].unit' }],
  ['type', 'integer or array', 'string', { change: '$.products[].unit', value: 1 }],
  ['not-json', 'an HTML page', 'JSON', { html: true }],
  ['cut-short', 'a truncated body', 'JSON', { truncate: true }],
  ['too-large', 'a body larger than 8 MB', 'JSON', undefined],
])('a finding of the rule %s with %s becomes a fault', (rule, actual, expected, effect) => {
  expect(effectOf(rule, actual, expected)).toEqual(effect)
})

test('the table shows both screenshots of a changed page, with escaped text and no scripts', () => {
  const visit = (text: string) => ({ image: Buffer.from(text), paths: [] })
  const fault = faultFor(endpoint, { rule: 'null', where: '$', expected: 'object', actual: 'null' })
  const page = impactPage('https://host.example', [
    {
      title: '<b>a finding</b>',
      fault,
      pages: [
        { name: 'shop', before: visit('a'), after: visit('b') },
        { name: 'home', before: visit('a'), after: visit('a') },
      ],
    },
    { title: 'another', fault: null, pages: [] },
  ])
  expect(page.match(/<img src="data:image\/jpeg;base64,/g)).toHaveLength(2)
  expect(page).toContain('<td>home</td><td colspan="2">no visible change</td>')
  expect(page).toContain('not reproduced')
  expect(page).not.toMatch(/<script|<b>|https?:\/\/(?!host\.example)/)
})
