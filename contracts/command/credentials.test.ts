import { expect, test, vi } from 'vitest'
import { readCredentials, readOneTimeCode } from './credentials.ts'

const email = 'ada@mail.example'

test('reads a token, or an e-mail address with a password', () => {
  expect(readCredentials({})).toBeNull()
  expect(readCredentials({ PROVIDER_TOKEN: ' \n' })).toBeNull()
  expect(readCredentials({ PROVIDER_EMAIL: email, PROVIDER_PASSWORD: 'p' })).toEqual({
    email,
    password: 'p',
  })
  expect(readCredentials({ PROVIDER_TOKEN: ' a.b.c\n' })).toEqual({ token: 'a.b.c' })
  const all = { PROVIDER_TOKEN: 't', PROVIDER_EMAIL: email, PROVIDER_PASSWORD: 'p' }
  expect(readCredentials(all)).toEqual({ token: 't', email, password: 'p' })
})

test.each([
  [{ PROVIDER_EMAIL: email }, 'PROVIDER_PASSWORD is missing, although PROVIDER_EMAIL is set.'],
  [{ PROVIDER_PASSWORD: 'p' }, 'PROVIDER_EMAIL is missing, although PROVIDER_PASSWORD is set.'],
  [{ PROVIDER_TOKEN: 'a b' }, 'PROVIDER_TOKEN contains an invalid character.'],
])('rejects %j', (env, message) => {
  expect(() => readCredentials(env)).toThrow(message)
})

test('reads a one-time code from the environment, or from the output of the command', async () => {
  const command = `node -e "console.log('code for', process.env.CONTRACT_EMAIL, 'is 4711. Call 123456789.')"`
  expect(await readOneTimeCode(email, command)).toBe('4711')
  expect(await readOneTimeCode(email, null, { PROVIDER_CODE: ' 1234 ' })).toBe('1234')
  expect(await readOneTimeCode(email, null, {})).toBeNull()
})

test.each([
  ['exit 3', 'exited with 3.'],
  ['echo 1234 5678', 'printed several possible codes.'],
  ['echo 123 123456789', 'printed no code.'],
])('explains that there is no code if the command is %s', async (command, message) => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await readOneTimeCode(email, command)).toBeNull()
  expect(said).toHaveBeenCalledWith(`PROVIDER_CODE_COMMAND ${message}\n`)
  said.mockRestore()
})
