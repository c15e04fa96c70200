import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { demoAccount } from '../world/demo-account.ts'
import { readOutbox } from '../world/outbox.ts'
import { selectOne } from '../world/queries.ts'

const email = (app: TestApp) => demoAccount(app.world)?.email as string
const phone = (app: TestApp) =>
  selectOne<{ phone: string }>(app.world, 'SELECT phone FROM customers WHERE email = ?', email(app))
    ?.phone as string

/**
 * Sends a request as text, because the typed client permits no wrong one. Returns the status, the first error and the
 * body.
 */
async function send(app: TestApp, path: string, body: object, method = 'POST') {
  const response = await app.fetch(`http://emulator.test/api/v1/auth/${path}`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const { errors, message } = (await response.json()) as { errors?: { code: string }[]; message?: string }
  return [response.status, errors?.[0]?.code ?? message].filter((part) => part !== undefined)
}
const sent = (app: TestApp) => {
  const { channel, code } = readOutbox(app.world)[0] ?? {}
  return [channel, code?.length]
}

describe.each(['7.1', '7.7'] as const)('the original software %s', (build) => {
  let app: TestApp
  const isOld = build === '7.1'
  beforeAll(async () => {
    app = await createTestApp({ profile: build, stock: true })
  })
  afterAll(() => app.close())
  /** Later builds require the kind of the address or number. */
  const typed = (type: string) => (isOld ? {} : { type })

  test('accepts the field `email` at the log-in only in 7.1', async () => {
    const password = demoAccount(app.world)?.password
    const body = { email: email(app), password, ...typed('email') }
    expect(await send(app, 'login', body)).toEqual(isOld ? [200] : [403, 'email_or_phone'])
  })

  test('requires a log-in and a password', async () => {
    expect(await send(app, 'login', typed('email'))).toEqual([403, isOld ? 'email' : 'email_or_phone'])
  })

  test('requires `type` in 7.7, which is phone or email', async () => {
    const account = { email_or_phone: email(app) }
    const required = isOld ? [401, 'auth-001'] : [403, 'type']
    expect(await send(app, 'login', { ...account, password: 'wrong-1' })).toEqual(required)
    expect(await send(app, 'login', { ...account, password: 'wrong-1', type: 'fax' })).toEqual(required)
    const reset = { ...account, reset_token: '0000', password: 'new-1', confirm_password: 'new-1' }
    const invalid = isOld ? [401, 'invalid'] : [403, 'type']
    expect(await send(app, 'reset-password', reset, 'PUT')).toEqual(invalid)
  })

  test.each([
    ['0700 12345', 10, 200, 403],
    ['0700 123456', 11, 200, 200],
    ['0700 123456789', 14, 200, 200],
    ['0700 1234567890', 15, 200, 403],
  ])(
    'registers the phone number %s of %i characters: %i in 7.1, %i in 7.7',
    async (number, length, old, later) => {
      const body = { f_name: 'A', l_name: 'N', email: `a${length}@b.cd`, phone: number, password: 'secret1' }
      const [status] = await send(app, 'registration', body)
      expect(status).toBe(isOld ? old : later)
    },
  )

  test('sends no code to an unknown account', async () => {
    const body = { email_or_phone: 'nobody@b.cd', ...typed('email') }
    expect(await send(app, 'forgot-password', body)).toEqual([404, 'not-found'])
  })

  test('sends a code of four digits by e-mail, and one of six from 7.7 on', async () => {
    const body = { email_or_phone: email(app), ...typed('email') }
    expect(await send(app, 'forgot-password', body)).toEqual([200, 'Email sent successfully.'])
    expect(sent(app)).toEqual(['mail', isOld ? 4 : 6])
  })

  test('finds the customer of a phone number, in 7.1 of a part of it, and says how it was sent', async () => {
    const part = phone(app).slice(-7)
    const partial = { email_or_phone: part, ...typed('phone') }
    expect((await send(app, 'forgot-password', partial))[0]).toBe(isOld ? 200 : 404)
    const whole = { email_or_phone: phone(app), ...typed('phone') }
    expect(await send(app, 'forgot-password', whole)).toEqual([
      200,
      isOld ? 'Email sent successfully.' : 'success',
    ])
    expect(sent(app)).toEqual(['sms', isOld ? 4 : 6])
  })

  test('does not find a phone number as an e-mail address from 7.7 on', async () => {
    app.clock.advance(61_000)
    const body = { email_or_phone: phone(app), ...typed('email') }
    expect((await send(app, 'forgot-password', body))[0]).toBe(isOld ? 200 : 404)
  })

  test('requires the address and the code to verify one', async () => {
    expect(await send(app, 'verify-token', {})).toEqual([403, 'email_or_phone'])
    expect(await send(app, 'verify-token', { email_or_phone: email(app) })).toEqual([403, 'reset_token'])
  })

  test('fails without a code that was requested, and for a password that is a list', async () => {
    const unknown = { email_or_phone: 'nobody@b.cd', reset_token: '1234' }
    expect((await send(app, 'verify-token', unknown))[0]).toBe(500)
    const list = { email_or_phone: email(app), password: ['a', 'b', 'c', 'd', 'e', 'f'], ...typed('email') }
    expect((await send(app, 'login', list))[0]).toBe(500)
  })
})

test('build 7.7 finds a customer by e-mail address or phone number if the provider requires no `type`', async () => {
  const app = await createTestApp({ profile: '7.7', extensions: { loginWithoutType: true } })
  onTestFinished(() => app.close())
  for (const email_or_phone of [email(app), phone(app)])
    expect((await send(app, 'forgot-password', { email_or_phone }))[0]).toBe(200)
  expect(await send(app, 'forgot-password', { email_or_phone: '0' })).toEqual([404, 'not-found'])
})
