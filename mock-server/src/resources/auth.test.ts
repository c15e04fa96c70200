import type { Client } from 'contracts/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { type DemoAccount, demoAccount } from '../world/demo-account.ts'
import { readOutbox } from '../world/outbox.ts'
import { selectAll } from '../world/world.ts'

let app: TestApp
let call: Client
let demo: DemoAccount

beforeEach(async () => {
  app = await createTestApp()
  call = app.client()
  demo = demoAccount(app.world) as DemoAccount
})
afterEach(async () => {
  expect(app.broken).toEqual([])
  await app.close()
})

const login = (password: string) =>
  call('POST /auth/login', { body: { email_or_phone: demo.email, password } })
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { status: number; body: { errors?: { code: string }[] } }) => [
      error.status,
      error.body.errors?.[0]?.code,
    ],
  )

describe('simultaneous requests', () => {
  const registration = { f_name: 'A', l_name: 'N', email: 'a@b.cd', phone: '0700999999', password: 'secret1' }
  const register = (change: object = {}, client = call) =>
    refusal(client('POST /auth/registration', { body: { ...registration, ...change } }))
  const times = (n: number) => Array.from({ length: n }, (_, i) => i)
  const customers = () => selectAll(app.world, 'SELECT * FROM customers').length

  test('create one account for an e-mail address, and refuse the others', async () => {
    const before = customers()
    const results = await Promise.all(times(10).map((n) => register({ phone: `070099990${n}` })))
    expect(results.toSorted()).toEqual([...times(9).map(() => [403, 'email']), 'accepted'])
    expect(customers()).toBe(before + 1)
  })

  test('are refused if the world is reset meanwhile, and change nothing in the new one', async () => {
    // Without a seed, hashing takes long enough for the reset.
    const real = await createTestApp({ seed: null })
    const client = real.client()
    await client('POST /auth/registration', { body: registration })
    const { email, password } = registration
    await client('POST /auth/forgot-password', { body: { email_or_phone: email } })
    const reset_token = readOutbox(real.world)[0]?.code ?? ''
    const change = { email_or_phone: email, reset_token, password: 'other-1', confirm_password: 'other-1' }
    await real.control('POST /faults', { body: { path: '/newsletter/subscribe', effect: { latency: 50 } } })
    const requests = [
      refusal(client('POST /auth/login', { body: { email_or_phone: email, password } })),
      refusal(client('PUT /auth/reset-password', { body: change })),
      register({ email: 'b@b.cd', phone: '0700999998' }, client),
      refusal(client('POST /newsletter/subscribe', { body: { email: 'late@kitabo.example' } })),
    ]
    // Returns after the requests have started, because they were sent earlier.
    await refusal(client('POST /auth/login', { body: { email_or_phone: demo.email, password: 'wrong' } }))
    await real.control('POST /reset')
    for (const result of await Promise.all(requests)) expect(result).toEqual([409, undefined])
    for (const table of ['access_tokens', 'newsletter_subscribers', "customers WHERE email LIKE '%@b.cd'"])
      expect(selectAll(real.world, `SELECT * FROM ${table}`)).toEqual([])
    expect(await register({}, client)).toBe('accepted')
    await real.close()
  })

  test('with wrong passwords count as separate attempts', async () => {
    const results = await Promise.all(times(8).map(() => refusal(login('wrong-password'))))
    expect(results.filter(([status]) => status === 401)).toHaveLength(5)
    expect(results.flat()).toContain('login_temp_blocked')
  })

  test('use a reset code once', async () => {
    await call('POST /auth/forgot-password', { body: { email_or_phone: demo.email } })
    const reset_token = readOutbox(app.world)[0]?.code ?? ''
    const results = await Promise.all(
      times(2).map((n) => {
        const password = `password-${n}`
        const body = { email_or_phone: demo.email, reset_token, password, confirm_password: password }
        return refusal(call('PUT /auth/reset-password', { body }))
      }),
    )
    expect(results.toSorted()).toEqual([[401, 'invalid'], 'accepted'])
  })

  test('for eight registrations do not delay a login', async () => {
    const real = await createTestApp({ seed: null })
    const ended: string[] = []
    await Promise.all([
      ...times(8).map(async (n) => {
        await register({ email: `a${n}@b.cd`, phone: `070099990${n}` }, real.client())
        ended.push('registration')
      }),
      real
        .client()('POST /auth/login', { body: { email_or_phone: demo.email, password: demo.password } })
        .then(() => ended.push('login')),
    ])
    expect(ended.indexOf('login')).toBeLessThan(2)
    await real.close()
  })
})

describe('the login', () => {
  test('returns a token for the customer’s data', async () => {
    const { token } = (await login(demo.password)) as { token: string }
    const info = await app.client(token)('GET /customer/info')
    expect(info.email).toBe(demo.email)
  })

  test('does not store passwords or tokens in plain text', async () => {
    const { token } = (await login(demo.password)) as { token: string }
    const everything = JSON.stringify([
      selectAll(app.world, 'SELECT * FROM customers'),
      selectAll(app.world, 'SELECT * FROM access_tokens'),
    ])
    expect(everything).not.toContain(demo.password)
    expect(everything).not.toContain(token)
  })

  test('blocks logins for ten minutes after five wrong passwords, even if the next password is right', async () => {
    for (let miss = 0; miss < 5; miss++)
      expect(await refusal(login('wrong-password'))).toEqual([401, 'auth-001'])
    expect(await refusal(login('wrong-password'))).toEqual([403, 'login_temp_blocked'])
    expect(await refusal(login(demo.password))).toEqual([403, 'login_block_time'])
    app.clock.advance(599_000)
    expect(await refusal(login(demo.password))).toEqual([403, 'login_block_time'])
    app.clock.advance(1_000)
    expect(await refusal(login(demo.password))).toBe('accepted')
  })

  test('accepts a phone number instead of an e-mail address', async () => {
    const { phone } = app.world.db.prepare('SELECT phone FROM customers WHERE email = ?').get(demo.email) as {
      phone: string
    }
    await expect(
      call('POST /auth/login', { body: { email_or_phone: phone, password: demo.password } }),
    ).resolves.toMatchObject({ status: true })
  })

  test.each([
    ['random', null, /^scrypt\$32768\$3\$/],
    ['predictable', 'fixed', /^scrypt\$1024\$1\$/],
  ])('hashes passwords at a cost that suits a world with %s tokens', async (_, seed, hash) => {
    const emulator = await createTestApp({ seed })
    const stored = emulator.world.db.prepare('SELECT password_hash FROM customers WHERE email = ?')
    await emulator.client()('POST /auth/registration', {
      body: {
        f_name: 'Achen',
        l_name: 'Grace',
        email: 'a@b.example',
        phone: '+256700000078',
        password: 'secret-1',
      },
    })
    expect(stored.get('a@b.example')).toEqual({ password_hash: expect.stringMatching(hash) })
    // The catalogue contains this account's password, so a low cost suffices.
    expect(stored.get(demo.email)).toEqual({ password_hash: expect.stringMatching(/^scrypt\$1024\$1\$/) })
    await emulator.close()
  })

  test('issues tokens that expire after a year', async () => {
    const { token } = (await login(demo.password)) as { token: string }
    app.clock.advance(366 * 24 * 3_600_000)
    expect(
      await refusal(
        app
          .client(token)('GET /customer/info')
          .then((x) => x),
      ),
    ).toEqual([401, undefined])
  })
})

describe('the registration', () => {
  const body = {
    f_name: 'Achen',
    l_name: 'Grace',
    email: 'achen@kitabo.example',
    phone: '+256700000077',
    password: 'secret-1',
  }

  test('creates an account that can log in', async () => {
    await call('POST /auth/registration', { body })
    await expect(
      call('POST /auth/login', { body: { email_or_phone: body.email, password: body.password } }),
    ).resolves.toHaveProperty('token')
  })

  test('reports each value that is already taken', async () => {
    await call('POST /auth/registration', { body })
    await expect(call('POST /auth/registration', { body })).rejects.toMatchObject({
      status: 403,
      body: {
        errors: [
          { code: 'email', message: 'The email has already been taken.' },
          { code: 'phone', message: 'The phone has already been taken.' },
        ],
      },
    })
  })

  test('reports missing fields in the order of the form', async () => {
    const response = await app.fetch('http://localhost/api/v1/auth/registration', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ email: '  ' }),
    })
    expect(response.status).toBe(403)
    const { errors } = (await response.json()) as { errors: { code: string; message: string }[] }
    expect(errors.map((each) => each.code)).toEqual(['f_name', 'l_name', 'email', 'phone', 'password'])
    expect(errors[0]?.message).toBe('The first name field is required.')
  })
})

describe('a forgotten password', () => {
  const request = () => call('POST /auth/forgot-password', { body: { email_or_phone: demo.email } })
  const verify = (code: string) =>
    call('POST /auth/verify-token', { body: { email_or_phone: demo.email, reset_token: code } })
  const sentCode = () => readOutbox(app.world)[0]?.code as string

  test('changes the password with the code from the outbox', async () => {
    await request()
    const code = sentCode()
    expect(code).toMatch(/^[1-9]\d{3}$/)
    await verify(code)
    const password = 'a-new-password'
    const reset = { email_or_phone: demo.email, reset_token: code, password, confirm_password: password }
    await call('PUT /auth/reset-password', { body: reset })
    await login(password)
    expect(await refusal(login(demo.password))).toEqual([401, 'auth-001'])
    expect(await refusal(call('PUT /auth/reset-password', { body: reset }))).toEqual([401, 'invalid'])
  })

  test('sends no second code within a minute', async () => {
    await request()
    app.clock.advance(59_000)
    expect(await refusal(request())).toEqual([403, 'otp'])
    app.clock.advance(1_000)
    expect(await refusal(request())).toBe('accepted')
  })

  test('blocks the code after five wrong attempts', async () => {
    await request()
    for (let miss = 0; miss < 5; miss++) expect(await refusal(verify('0000'))).toEqual([401, 'invalid'])
    expect(await refusal(verify('0000'))).toEqual([403, 'otp_temp_blocked'])
    expect(await refusal(verify(sentCode()))).toEqual([403, 'otp_block_time'])
    app.clock.advance(600_000)
    expect(await refusal(verify(sentCode()))).toBe('accepted')
  })

  test('counts wrong attempts at reset and verification together', async () => {
    await request()
    const reset = (reset_token: string) =>
      call('PUT /auth/reset-password', {
        body: { email_or_phone: demo.email, reset_token, password: 'new-1', confirm_password: 'new-1' },
      })
    await refusal(verify('0000'))
    for (let miss = 0; miss < 4; miss++) expect(await refusal(reset('0000'))).toEqual([401, 'invalid'])
    expect(await refusal(reset('0000'))).toEqual([403, 'otp_temp_blocked'])
    expect(await refusal(reset(sentCode()))).toEqual([403, 'otp_block_time'])
    expect(await refusal(verify(sentCode()))).toEqual([403, 'otp_block_time'])
    app.clock.advance(600_000)
    expect(await refusal(reset(sentCode()))).toBe('accepted')
  })

  test("refuses two different passwords with the host's message", async () => {
    await request()
    await expect(
      call('PUT /auth/reset-password', {
        body: {
          email_or_phone: demo.email,
          reset_token: sentCode(),
          password: 'one',
          confirm_password: 'two',
        },
      }),
    ).rejects.toMatchObject({
      status: 401,
      body: { errors: [{ code: 'mismatch', message: 'Password did,t match!' }] },
    })
  })
})
