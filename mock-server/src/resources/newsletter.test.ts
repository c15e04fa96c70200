import { expect, test } from 'vitest'
import { app, send, useAppPerTest } from '../../test/current-app.ts'
import { selectAll } from '../world/queries.ts'

useAppPerTest()

const subscribe = (body: object) => send('POST', '/api/v1/newsletter/subscribe', body)
const subscribers = () => selectAll(app.world, 'SELECT * FROM newsletter_subscribers')

test('stores an e-mail address with the time of its subscription', async () => {
  const { status, body } = await subscribe({ email: 'amina@kitabo.example' })
  expect([status, body]).toEqual([200, { message: 'Successfully subscribed' }])
  expect(subscribers()).toEqual([{ email: 'amina@kitabo.example', created_at: app.clock.now() }])
})

test('refuses an address that is subscribed, also in capitals, and keeps the first subscription', async () => {
  await subscribe({ email: 'amina@kitabo.example' })
  const before = subscribers()
  app.clock.advance(1000)
  for (const email of ['amina@kitabo.example', 'AMINA@kitabo.example'])
    expect(await subscribe({ email })).toMatchObject({
      status: 400,
      body: { message: 'Email Already exists' },
    })
  expect(subscribers()).toEqual(before)
})

test.each([
  ['no address', {}, [403, 'The email field is required.']],
  ['an empty address', { email: ' ' }, [403, 'The email field is required.']],
  [
    'an address of 256 characters',
    { email: 'x'.repeat(256) },
    [403, 'The email must not be greater than 255 characters.'],
  ],
  ['a list of addresses', { email: ['a@kitabo.example'] }, [500, 'Server Error']],
])('refuses %s, and stores nothing', async (_, body, refusal) => {
  expect((await subscribe(body)).refusal).toEqual(refusal)
  expect(subscribers()).toEqual([])
})

test.each(['no address', 'x'.repeat(255)])('accepts "%s", because no format is required', async (email) => {
  expect((await subscribe({ email })).status).toBe(200)
})
