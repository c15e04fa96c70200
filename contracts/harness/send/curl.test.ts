import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { curlOf } from './curl.ts'
import type { OutgoingRequest } from './outgoing-request.ts'

const email = 'ada@mail.example'
const password = 'a "good" $(one)'
const host = { origin: 'https://api.example', credentials: { email, password }, isEmulator: false }
const lineOf = (outgoing: Partial<OutgoingRequest>) =>
  curlOf(providerContracts, host, { name: 'x', method: 'POST', path: '/x', ...outgoing })

test('a command to repeat a request has shell variables instead of the credentials', () => {
  const line = lineOf({ as: 'customer', body: { email_or_phone: email, password, age: 7, note: "it's" } })
  expect(line).toContain(
    `-d '{"email_or_phone":"'"$PROVIDER_EMAIL"'","password":"'"$PROVIDER_PASSWORD"'","age":7,"note":"it'\\''s"}'`,
  )
  expect(line).toContain(`-H 'Authorization: Bearer '"$PROVIDER_TOKEN"`)
  expect(line).toMatch(/^curl -sS -i -X POST .* 'https:\/\/api\.example\/x'$/)
  expect(lineOf({ method: 'GET' })).not.toMatch(/-X|-d|Content-Type|Bearer/)
})

test('a command to repeat a request contains no key', () => {
  const line = lineOf({
    headers: { 'X-Api-Key': 'k-1', 'X-Auth': 'k-0' },
    path: '/x?api_key=k-2&limit=3&token=k-3&key=k-4',
  })
  expect(line).not.toContain('k-')
  expect(line).toContain("-H 'X-Api-Key: ***'")
  expect(line).toContain('/x?api_key=***&limit=3&token=***&key=***')
})

/** Texts that a shell would run or expand. `pwned` must appear in the output only as part of them. */
const HOSTILE = [
  '$(echo pwned)',
  '`echo pwned`',
  '"; echo pwned; "',
  "'; echo pwned; '",
  "'\\''$(echo pwned)",
  '$PROVIDER_TOKEN',
  '"$PROVIDER_PASSWORD"$(echo pwned)',
  '\\',
  '!echo pwned',
  '-o/tmp/pwned & echo pwned',
]

test.each(['bash', 'sh'])('%s passes every hostile value to curl unchanged', (shell) => {
  const env = { PATH: process.env.PATH, PROVIDER_EMAIL: 'E', PROVIDER_PASSWORD: 'P"', PROVIDER_TOKEN: 'T' }
  for (const text of nonEmpty(HOSTILE)) {
    const line = lineOf({
      as: 'customer',
      path: `/x?q=${text}`,
      headers: { 'Idempotency-Key': text },
      body: { email, [text]: text, password },
    })
    const script = `curl() { for each; do printf '%s\\0' "$each"; done; }\n${line}`
    const { stdout, stderr, status } = spawnSync(shell, ['-c', script], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect([status, stderr], text).toEqual([0, ''])
    const args = stdout.split('\0')
    const body = `{"email":"E",${JSON.stringify(text)}:${JSON.stringify(text)},"password":"P""}`
    expect(args).toEqual(
      expect.arrayContaining([`Idempotency-Key: ${text}`, 'Authorization: Bearer T', body]),
    )
    expect(args.at(-2)).toBe(`https://api.example/x?q=${text}`)
  }
})
