import { expect, test } from 'vitest'
import { credentialsFromEnvironment } from './credentials.ts'

const email = 'ada@mail.example'

test('reads a token, or an e-mail address with a password', () => {
  expect(credentialsFromEnvironment({})).toBeNull()
  expect(credentialsFromEnvironment({ PROVIDER_EMAIL: email, PROVIDER_PASSWORD: 'p' })).toEqual({
    email,
    password: 'p',
  })
  expect(credentialsFromEnvironment({ PROVIDER_TOKEN: ' a.b.c\n' })).toEqual({ token: 'a.b.c' })
  const all = { PROVIDER_TOKEN: 't', PROVIDER_EMAIL: email, PROVIDER_PASSWORD: 'p' }
  expect(credentialsFromEnvironment(all)).toEqual({ token: 't', email, password: 'p' })
})

test.each([
  [{ PROVIDER_EMAIL: email }, 'PROVIDER_PASSWORD is missing, although PROVIDER_EMAIL is set.'],
  [{ PROVIDER_PASSWORD: 'p' }, 'PROVIDER_EMAIL is missing, although PROVIDER_PASSWORD is set.'],
  [{ PROVIDER_TOKEN: 'a b' }, 'PROVIDER_TOKEN contains an invalid character.'],
])('rejects %j', (env, message) => {
  expect(() => credentialsFromEnvironment(env)).toThrow(message)
})
