import { expect, test } from 'vitest'
import { app, get, refusalOf, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

/** The customers of the catalogue; only the first has an image. */
const [DEMO_CUSTOMER, OTHER_CUSTOMER] = [1, 2]

const readCustomer = (id = DEMO_CUSTOMER) => app.client(app.tokenOf(id))('GET /customer/info')
const logIn = (password: string) =>
  app.client()('POST /auth/login', { body: { email_or_phone: 'demo@kitabo.example', password } })

test('returns the customer of the token', async () => {
  expect(await readCustomer()).toMatchObject({
    id: 1,
    f_name: 'Amina',
    l_name: 'Nakato',
    email: 'demo@kitabo.example',
    phone: '+256700000001',
  })
  expect(await readCustomer(OTHER_CUSTOMER)).toMatchObject({ id: 2, email: 'okello@kitabo.example' })
})

test('the image of a customer is served, and one without an image has a placeholder', async () => {
  const { image, image_fullpath: url } = await readCustomer()
  expect(url).toMatch(new RegExp(`/storage/profile/${image}$`))
  const { status, headers } = await get(String(url))
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
  const other = await readCustomer(OTHER_CUSTOMER)
  expect(other.image).toBeNull()
  expect(other.image_fullpath).toMatch(/\/assets\/admin\/img\/160x160\/img1\.jpg$/)
})

test('counts wrong passwords, and shows until a log-in when they blocked the account', async () => {
  expect(await readCustomer()).toMatchObject({
    login_hit_count: 0,
    is_temp_blocked: 0,
    temp_block_time: null,
  })
  for (let n = 0; n < 6; n++) await refusalOf(logIn('wrong-password'))
  expect(await readCustomer()).toMatchObject({
    login_hit_count: 5,
    is_temp_blocked: 1,
    temp_block_time: '2026-11-20 09:00:00',
  })
  app.clock.advance(121_000)
  await logIn('kitabo-demo')
  expect(await readCustomer()).toMatchObject({
    login_hit_count: 0,
    is_temp_blocked: 0,
    temp_block_time: null,
  })
})

test('the temporary token of a customer has 40 characters, and changes with each log-in only', async () => {
  const { temporary_token: first } = await readCustomer()
  expect(first).toMatch(/^[\da-f]{40}$/)
  expect((await readCustomer()).temporary_token).toBe(first)
  expect((await readCustomer(OTHER_CUSTOMER)).temporary_token).not.toBe(first)
  app.clock.advance(1000)
  await logIn('kitabo-demo')
  expect((await readCustomer()).temporary_token).not.toBe(first)
})

test('build 7.7 sends the wallet, but no image URL, counters or temporary token', async () => {
  await app.control('POST /worlds', { body: { name: 'later', profile: '7.7' } })
  const { client, tokenOf } = app.inWorld('later')
  const first = await readCustomer()
  const later = await client(tokenOf(DEMO_CUSTOMER))('GET /customer/info')
  const removed = Object.keys(first).filter((name) => !(name in later))
  expect(removed).toEqual([
    'image_fullpath',
    'temporary_token',
    'login_hit_count',
    'is_temp_blocked',
    'temp_block_time',
    'created_at',
  ])
  expect({ ...first, ...later }).toEqual({ ...first, wallet_balance: 0 })
})

test('a token of a customer who was removed is refused', async () => {
  const token = app.tokenOf(OTHER_CUSTOMER)
  app.world.db.prepare('DELETE FROM orders WHERE customer_id = ?').run(OTHER_CUSTOMER)
  app.world.db.prepare('DELETE FROM customers WHERE id = ?').run(OTHER_CUSTOMER)
  expect(await refusalOf(app.client(token)('GET /customer/info'))).toEqual([401, undefined])
})
