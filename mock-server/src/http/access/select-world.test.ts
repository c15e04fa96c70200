import { expect, test } from 'vitest'
import { app, get, send, statusOf, useAppPerTest } from '../../../test/current-app.ts'
import { createTestApp } from '../../../test/test-app.ts'

useAppPerTest()

const subscribe = (client: typeof app.client, email: string) =>
  client()('POST /newsletter/subscribe', { body: { email } })

test('the name in the header or the cookie selects a world, and worlds are isolated', async () => {
  const [first, second] = [app.inWorld('worker-1'), app.inWorld('worker-2')]
  await subscribe(first.client, 'a@kitabo.example')
  expect(await statusOf(subscribe(first.client, 'a@kitabo.example'))).toBe(400)
  expect(await statusOf(subscribe(second.client, 'a@kitabo.example'))).toBe(200)
  expect(await statusOf(subscribe(app.client, 'b@kitabo.example'))).toBe(200)
  const body = { email: 'a@kitabo.example' }
  for (const cookie of ['a=1; emulator_world=worker-1', 'emulator_world= worker-1 ; a=1']) {
    const repeated = await send('POST', '/api/v1/newsletter/subscribe', body, { cookie })
    expect(repeated.refusal).toEqual([400, 'Email Already exists'])
  }
  expect((await send('POST', '/api/v1/newsletter/subscribe', body)).status).toBe(200)
})

test.each(['cart: adds a book', 'a/b', 'x'.repeat(65)])(
  'refuses the world name "%s" instead of using the default world',
  async (name) => {
    const refusal = [400, expect.stringContaining("A world's name must have 1 to 64 letters")]
    for (const headers of [{ 'X-Emulator-World': name }, { cookie: `a=1; emulator_world=${name}` }])
      expect((await get('/api/v1/banners', headers)).refusal).toEqual(refusal)
    expect(() => app.inWorld(name)).toThrow("A world's name must have 1 to 64 letters")
    expect(app.worlds.list()).toHaveLength(1)
  },
)

test('does not create a world for an unknown name without the token', async () => {
  const guarded = await createTestApp({ token: 'sesame' })
  const world = { 'X-Emulator-World': 'mine' }
  const request = async (path: string, headers = {}) => {
    const response = await guarded.fetch(`http://localhost${path}`, { headers: { ...world, ...headers } })
    return [response.status, (await response.json()).message]
  }
  const message = '((There is no world "mine"; create it with POST /__emulator/worlds.))'
  expect(await request('/api/v1/banners')).toEqual([404, message])
  expect(guarded.worlds.list()).toHaveLength(1)
  expect(await request('/__emulator/clock', { Authorization: 'Bearer sesame' })).toEqual([200, undefined])
  expect(await request('/api/v1/banners')).toEqual([200, undefined])
  await guarded.close()
})
