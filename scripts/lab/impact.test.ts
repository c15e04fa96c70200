import { expect, test } from 'vitest'
import { findingWith, reportWith, rowWith } from '../../contracts/test/reports.ts'
import { impactPage, planFor, plansOf } from './impact.ts'

const endpoint = { method: 'GET', path: '/products/latest' }
const planOf = (rule: string, actual: string, expected = 'string', where = '$.products[].unit') =>
  planFor(endpoint, findingWith({ rule, where, expected, actual, class: 'behaviour' }))

test.each([
  ['missing', 'missing', 'string', { change: '$.products[].unit' }],
  ['null', 'null', 'string', { change: '$.products[].unit', value: null }],
  ['type', 'string', 'integer', { contract: 'number-as-text', at: '$.products[].unit' }],
  ['type', 'integer or array', 'string', { change: '$.products[].unit', value: 1 }],
  ['not-json', 'an HTML page', 'JSON', { html: true }],
  ['cut-short', 'a truncated body', 'JSON', { truncate: true }],
  ['bounds', '-500', 'a number from 0 to 5', { change: '$.products[].unit', value: -500 }],
  ['enum-value', '"refunded"', '"paid"', { change: '$.products[].unit', value: 'refunded' }],
  ['no-response', 'timeout', 'a response', { reset: true }],
  ['cors', 'missing', '*', { reset: true }],
  ['slow', '7000 ms', 'a response within 5000 ms', { latency: 7000 }],
])('a finding of the rule %s with %s becomes a fault', (rule, actual, expected, effect) => {
  expect(planOf(rule, actual, expected)).toMatchObject({ fault: { effect } })
})

test('a vanished endpoint becomes its status', () => {
  expect(planOf('status', '404', '200', '$status')).toMatchObject({ fault: { effect: { status: 404 } } })
})

test('a finding that is not reproduced has a reason, and stands last', () => {
  expect(planOf('too-large', 'a body larger than 8 MB', 'JSON')).toEqual({
    skipped: 'the emulator has no fault that produces it',
  })
  expect(planOf('search', '7', '9')).toHaveProperty('skipped')
  expect(planFor({ ...endpoint, method: 'POST' }, findingWith())).toHaveProperty('skipped')
  const findings = [findingWith({ class: 'additive' }), findingWith({ actual: 'null', where: '$.b' })]
  const plans = plansOf(reportWith({ endpoints: [rowWith({ findings })] })).map(({ plan }) =>
    Object.keys(plan),
  )
  expect(plans).toEqual([['fault'], ['skipped']])
})

test('the table shows both screenshots of a changed page, with escaped text and no scripts', () => {
  const visit = (text: string) => ({ image: Buffer.from(text), paths: [] })
  const page = impactPage('https://host.example', [
    {
      title: '<b>a finding</b>',
      plan: planOf('null', 'null'),
      pages: [
        { name: 'shop', before: visit('a'), after: visit('b') },
        { name: 'home', before: visit('a'), after: visit('a') },
      ],
    },
    { title: 'another', plan: { skipped: 'a <reason>' }, pages: [] },
  ])
  expect(page.match(/<img src="data:image\/jpeg;base64,/g)).toHaveLength(2)
  expect(page).toContain('<td>home</td><td colspan="2">no visible change</td>')
  expect(page).toContain('skipped: a &lt;reason&gt;')
  expect(impactPage('https://host.example', [])).toContain('The report has no findings.')
  expect(page).not.toMatch(/<script|<b>|https?:\/\/(?!host\.example)/)
})
