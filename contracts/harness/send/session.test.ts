import { expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { curlOf } from './session.ts'

const side = {
  origin: 'https://api.example',
  credentials: { email: 'ada@mail.example', password: 'a "good" one' },
  isEmulator: false,
}

test('a command to repeat a request has shell variables instead of the credentials', () => {
  const body = { email_or_phone: 'ada@mail.example', password: 'a "good" one', age: 7, note: "it's" }
  const line = curlOf(providerContracts, side, {
    name: 'x',
    method: 'POST',
    path: '/api/v1/auth/login',
    body,
  })
  expect(line).toContain(
    String.raw`-d "{\"email_or_phone\":\"$PROVIDER_EMAIL\",\"password\":\"$PROVIDER_PASSWORD\",\"age\":7,\"note\":\"it's\"}"`,
  )
  expect(line).toMatch(/^curl -sS -i -X POST .* 'https:\/\/api\.example\/api\/v1\/auth\/login'$/)
})

test('a command without credentials is quoted for the shell, and repeats the token as a variable', () => {
  const request = { name: 'x', method: 'POST', path: '/x', as: 'customer', body: { note: "it's" } } as const
  const line = curlOf(providerContracts, side, request)
  expect(line).toContain(`-d '{"note":"it'\\''s"}'`)
  expect(line).toContain('-H "Authorization: Bearer $PROVIDER_TOKEN"')
  expect(curlOf(providerContracts, side, { name: 'x', method: 'GET', path: '/x' })).not.toMatch(
    /-X|-d|Content-Type|Bearer/,
  )
})
