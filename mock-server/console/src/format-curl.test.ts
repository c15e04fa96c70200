import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { JournalEntry } from '../../src/control-api/journal.ts'
import { formatCurl, formatQuery } from './format-curl.ts'

const entry: JournalEntry = {
  id: 1,
  at: '',
  status: 200,
  took: 1,
  note: null,
  violations: [],
  faults: [],
  endpoint: null,
  method: 'POST',
  path: '/newsletter/subscribe',
  query: { a: "it's" },
  body: { email: "o'x@y" },
  customer_id: 7,
}

/** Runs the command with a shell function in place of curl. @returns the arguments that curl receives */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; TOKEN=abc; ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

test('a command sends the method, URL, world, token and body of a request', () => {
  expect(argumentsOf(formatCurl(entry, 'http://localhost:8080', 'w1'))).toEqual([
    '-X',
    'POST',
    'http://localhost:8080/api/v1/newsletter/subscribe?a=it%27s',
    '-H',
    'Accept: application/json',
    '-H',
    'X-Emulator-World: w1',
    '-H',
    'Authorization: Bearer abc',
    ...['-H', 'Content-Type: application/json', '--data', `{"email":"o'x@y"}`],
  ])
})

test('a command omits missing parts of a request', () => {
  const read = { ...entry, method: 'GET', path: '/banners', query: {}, body: null, customer_id: null }
  expect(argumentsOf(formatCurl(read, 'http://localhost', 'default'))).toEqual([
    '-X',
    'GET',
    'http://localhost/api/v1/banners',
    '-H',
    'Accept: application/json',
  ])
})

test.each([
  [{ name: 'a b', limit: '(array)' }, '?name=a b&limit=(array)'],
  ['(9000 characters)', ''],
  [{}, ''],
])('the query %j is sent as %j', (query, expected) => {
  expect(decodeURIComponent(formatQuery(query))).toBe(expected)
})
