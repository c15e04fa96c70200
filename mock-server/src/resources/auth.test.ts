import { beforeEach, describe, expect, test } from 'vitest'
import { app, refusalOf, removeExtensions, send, useAppPerTest } from '../../test/current-app.ts'
import { expectOnStderr } from '../../test/stderr.ts'
import { createTestApp } from '../../test/test-app.ts'
import { type DemoAccount, demoAccount } from '../world/demo-account.ts'
import { readOutbox } from '../world/outbox.ts'
import { selectAll, selectOne } from '../world/queries.ts'

useAppPerTest()
let demo: DemoAccount
beforeEach(() => {
  demo = demoAccount(app.world) as DemoAccount
})

const ACCOUNT = { f_name: 'A', l_name: 'N', email: 'a@b.cd', phone: '0700999999', password: 'secret1' }
const logIn = (password: string, client = app.client(), email_or_phone = demo.email) =>
  client('POST /auth/login', { body: { email_or_phone, password } })
const tokenOf = async (password: string) => ((await logIn(password)) as { token: string }).token
const register = (change: object = {}, client = app.client()) =>
  refusalOf(client('POST /auth/registration', { body: { ...ACCOUNT, ...change } }))
const forget = () => app.client()('POST /auth/forgot-password', { body: { email_or_phone: demo.email } })
const sentCode = () => readOutbox(app.world)[0]?.code as string
const verify = (reset_token: string) =>
  app.client()('POST /auth/verify-token', { body: { email_or_phone: demo.email, reset_token } })
const reset = (reset_token: string, password = 'new-1', confirm_password = password) => {
  const body = { email_or_phone: demo.email, reset_token, password, confirm_password }
  return app.client()('PUT /auth/reset-password', { body })
}
const times = (n: number) => Array.from({ length: n }, (_, i) => i)

test('an account without its token is not created, and can be registered again', async () => {
  expectOnStderr(/^POST \/api\/v1\/auth\/registration: SqliteError: no/)
  app.world.db.exec("CREATE TRIGGER t BEFORE INSERT ON access_tokens BEGIN SELECT RAISE(ABORT, 'no'); END")
  expect(await register()).toEqual([500, undefined])
  app.world.db.exec('DROP TRIGGER t')
  expect(await register()).toBe(200)
})

test('a log-in without a token changes nothing', async () => {
  expectOnStderr(/^POST \/api\/v1\/auth\/login: SqliteError: no/)
  await refusalOf(logIn('wrong-password'))
  const customer = () => selectOne(app.world, 'SELECT * FROM customers WHERE email = ?', demo.email)
  const before = customer()
  expect(before).toMatchObject({ login_hit_count: 1 })
  app.world.db.exec("CREATE TRIGGER t BEFORE INSERT ON access_tokens BEGIN SELECT RAISE(ABORT, 'no'); END")
  expect(await refusalOf(logIn(demo.password))).toEqual([500, undefined])
  expect(customer()).toEqual(before)
})

describe('simultaneous requests', () => {
  const customers = () => selectAll(app.world, 'SELECT * FROM customers').length

  test('create one account for an e-mail address, and refuse the others', async () => {
    const before = customers()
    const results = await Promise.all(times(10).map((n) => register({ phone: `070099990${n}` })))
    expect(results.toSorted()).toEqual([200, ...times(9).map(() => [403, 'email'])])
    expect(customers()).toBe(before + 1)
  })

  test('are refused if the world is reset meanwhile, and change nothing in the new one', async () => {
    // Without a seed, hashing takes long enough for the reset.
    const real = await createTestApp({ seed: null })
    const client = real.client()
    await client('POST /auth/registration', { body: ACCOUNT })
    const { email, password } = ACCOUNT
    await client('POST /auth/forgot-password', { body: { email_or_phone: email } })
    const reset_token = readOutbox(real.world)[0]?.code ?? ''
    const change = { email_or_phone: email, reset_token, password: 'other-1', confirm_password: 'other-1' }
    await real.control('POST /faults', { body: { path: '/newsletter/subscribe', effect: { latency: 50 } } })
    const requests = [
      refusalOf(logIn(password, client, email)),
      refusalOf(client('PUT /auth/reset-password', { body: change })),
      register({ email: 'b@b.cd', phone: '0700999998' }, client),
      refusalOf(client('POST /newsletter/subscribe', { body: { email: 'late@kitabo.example' } })),
    ]
    // Returns after the requests have started, because they were sent earlier. Too short to be hashed.
    await refusalOf(logIn('wrong', client))
    await real.control('POST /reset')
    for (const result of await Promise.all(requests)) expect(result).toEqual([409, undefined])
    for (const table of ['access_tokens', 'newsletter_subscribers', "customers WHERE email LIKE '%@b.cd'"])
      expect(selectAll(real.world, `SELECT * FROM ${table}`)).toEqual([])
    expect(await register({}, client)).toBe(200)
    await real.close()
  })

  test('with wrong passwords count as separate attempts', async () => {
    const results = await Promise.all(times(8).map(() => refusalOf(logIn('wrong-password'))))
    expect(results.filter((result) => result !== 200 && result[0] === 401)).toHaveLength(5)
    expect(results.flat()).toContain('login_temp_blocked')
  })

  test('use a reset code once', async () => {
    await forget()
    const results = await Promise.all(times(2).map((n) => refusalOf(reset(sentCode(), `password-${n}`))))
    expect(results.toSorted()).toEqual([200, [401, 'invalid']])
  })

  test('for six registrations do not delay a login', async () => {
    const real = await createTestApp({ seed: null })
    const ended: string[] = []
    await Promise.all([
      ...times(6).map(async (n) => {
        await register({ email: `a${n}@b.cd`, phone: `070099990${n}` }, real.client())
        ended.push('registration')
      }),
      logIn(demo.password, real.client()).then(() => ended.push('login')),
    ])
    expect(ended.indexOf('login')).toBeLessThan(2)
    await real.close()
  })
})

describe('the login', () => {
  test('accepts an e-mail address or a phone number, and returns a token of the customer', async () => {
    const token = await tokenOf(demo.password)
    const { email, phone } = await app.client(token)('GET /customer/info')
    expect(email).toBe(demo.email)
    expect(await logIn(demo.password, app.client(), phone ?? '')).toMatchObject({ status: true })
  })

  test('requires a type in a world without loginWithoutType', async () => {
    const account = { email_or_phone: demo.email, password: demo.password }
    await removeExtensions('loginWithoutType')
    expect((await send('POST', '/api/v1/auth/login', account)).refusal).toEqual([
      403,
      'The type field is required.',
    ])
    expect((await send('POST', '/api/v1/auth/login', { ...account, type: 'email' })).status).toBe(200)
  })

  test('does not store passwords or tokens in plain text', async () => {
    const token = await tokenOf(demo.password)
    const tables = ['customers', 'access_tokens'].map((name) => selectAll(app.world, `SELECT * FROM ${name}`))
    expect(JSON.stringify(tables)).not.toContain(demo.password)
    expect(JSON.stringify(tables)).not.toContain(token)
  })

  test('is blocked for two minutes after five wrong passwords, even with the right one', async () => {
    for (const _ of times(5)) expect(await refusalOf(logIn('wrong-password'))).toEqual([401, 'auth-001'])
    await expect(logIn('wrong-password')).rejects.toMatchObject({
      status: 403,
      body: {
        errors: [
          { code: 'login_temp_blocked', message: 'Too many attempts. Please try again after 2 minutes' },
        ],
      },
    })
    app.clock.advance(1000)
    await expect(logIn(demo.password)).rejects.toMatchObject({
      status: 403,
      body: {
        errors: [{ code: 'login_block_time', message: 'Please try again after 1 minute 59 seconds' }],
      },
    })
    app.clock.advance(119_000)
    await expect(logIn(demo.password)).rejects.toMatchObject({
      body: { errors: [{ code: 'login_block_time', message: 'Please try again after 1 second' }] },
    })
    app.clock.advance(1)
    expect(await refusalOf(logIn('wrong-password'))).toEqual([401, 'auth-001'])
    expect(await refusalOf(logIn(demo.password))).toBe(200)
    for (const _ of times(5)) expect(await refusalOf(logIn('wrong-password'))).toEqual([401, 'auth-001'])
  })

  test.each([
    ['random', null, /^scrypt\$32768\$3\$/],
    ['predictable', 'fixed', /^scrypt\$1024\$1\$/],
  ])('hashes passwords at a cost that suits a world with %s tokens', async (_, seed, hash) => {
    const emulator = await createTestApp({ seed })
    const stored = emulator.world.db.prepare('SELECT password_hash FROM customers WHERE email = ?').pluck()
    await register({}, emulator.client())
    expect(stored.get(ACCOUNT.email)).toMatch(hash)
    // The catalogue contains this account's password, so a low cost suffices.
    expect(stored.get(demo.email)).toMatch(/^scrypt\$1024\$1\$/)
    await emulator.close()
  })
})

describe('the registration', () => {
  test('creates an account that can log in, and reports each value that is taken', async () => {
    expect(await register()).toBe(200)
    const account = await logIn(ACCOUNT.password, app.client(), ACCOUNT.email)
    expect(account).toHaveProperty('token')
    const { status, body } = await send('POST', '/api/v1/auth/registration', ACCOUNT)
    const errors = ['email', 'phone'].map((code) => ({
      code,
      message: `The ${code} has already been taken.`,
    }))
    expect([status, body]).toEqual([403, { errors }])
  })

  test('reports missing fields in the order of the form', async () => {
    const { status, message, body } = await send('POST', '/api/v1/auth/registration', { email: '  ' })
    expect([status, message]).toEqual([403, 'The first name field is required.'])
    const codes = body.errors.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(['f_name', 'l_name', 'email', 'phone', 'password'])
  })

  test.each<[change: object, refusal: unknown[]]>([
    [{ f_name: ['x'] }, [500, 'Server Error']],
    [{ f_name: 'x'.repeat(101) }, [500, 'Server Error']],
    [{ l_name: 'x'.repeat(101) }, [500, 'Server Error']],
    [{ email: 'x'.repeat(101) }, [500, 'Server Error']],
    [{ phone: '1'.repeat(256) }, [500, 'Server Error']],
    [{ f_name: 'x'.repeat(100), phone: '1'.repeat(255) }, [200, undefined]],
    [{ password: [1, 2] }, [403, 'The password must have at least 6 items.']],
    [{ email: ' ' }, [403, 'The email field is required.']],
    [{ f_name: 0, password: 123_456 }, [200, undefined]],
  ])('with %o responds with %j', async (change, refusal) => {
    const body = { ...ACCOUNT, ...change }
    expect((await send('POST', '/api/v1/auth/registration', body)).refusal).toEqual(refusal)
  })
})

describe('a forgotten password', () => {
  test('is changed with the code from the outbox', async () => {
    await forget()
    const code = sentCode()
    expect(code).toMatch(/^[1-9]\d{3}$/)
    await verify(code)
    const mismatch = { code: 'mismatch', message: 'Password did,t match!' }
    await expect(reset(code, 'one', 'two')).rejects.toMatchObject({
      status: 401,
      body: { errors: [mismatch] },
    })
    await reset(code, 'a-new-password')
    await logIn('a-new-password')
    expect(await refusalOf(logIn(demo.password))).toEqual([401, 'auth-001'])
    expect(await refusalOf(reset(code))).toEqual([401, 'invalid'])
  })

  test('sends no second code within a minute', async () => {
    await forget()
    app.clock.advance(59_000)
    await expect(forget()).rejects.toMatchObject({
      status: 403,
      body: { errors: [{ code: 'otp', message: 'Please try again after 1 Seconds' }] },
    })
    app.clock.advance(999)
    expect(await refusalOf(forget())).toEqual([403, 'otp'])
    app.clock.advance(1)
    expect(await refusalOf(forget())).toBe(200)
  })

  test('blocks the code for two minutes after five wrong attempts at verification', async () => {
    await forget()
    for (const _ of times(5)) expect(await refusalOf(verify('0000'))).toEqual([401, 'invalid'])
    const blocked = (code: string, message: string) => ({
      status: 403,
      body: { errors: [{ code, message }] },
    })
    await expect(verify('0000')).rejects.toMatchObject(
      blocked('otp_block_time', 'Please try again after 2 minutes'),
    )
    app.clock.advance(59_000)
    await expect(verify('0000')).rejects.toMatchObject(
      blocked('otp_block_time', 'Please try again after 1 minute 1 second'),
    )
    await expect(verify(sentCode())).rejects.toMatchObject(
      blocked('otp', 'Please try again after 61 Seconds'),
    )
    app.clock.advance(61_000)
    expect(await refusalOf(verify(sentCode()))).toEqual([403, 'otp'])
    expect(await refusalOf(verify('0000'))).toEqual([403, 'otp_block_time'])
    app.clock.advance(1)
    expect(await refusalOf(verify(sentCode()))).toBe(200)
    expect(await refusalOf(reset(sentCode()))).toBe(200)
  })

  test('accepts five more wrong codes after a block', async () => {
    await forget()
    for (const _ of times(6)) await refusalOf(verify('0000'))
    app.clock.advance(120_001)
    for (const _ of times(5)) expect(await refusalOf(verify('0000'))).toEqual([401, 'invalid'])
    expect(await refusalOf(verify('0000'))).toEqual([403, 'otp_block_time'])
  })

  test.each([
    [59_999, [403, 'otp_block_time']],
    [60_000, [401, 'invalid']],
  ])('after five wrong attempts and %i ms, the sixth is refused with %j', async (ms, refusal) => {
    await forget()
    for (const _ of times(5)) await refusalOf(verify('0000'))
    app.clock.advance(ms)
    expect(await refusalOf(verify('0000'))).toEqual(refusal)
  })

  test('does not count wrong codes that are sent with a new password', async () => {
    await forget()
    for (const _ of times(9)) expect(await refusalOf(reset('0000'))).toEqual([401, 'invalid'])
    expect(await refusalOf(reset(sentCode()))).toBe(200)
  })
})
