import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../../test/test-app.ts'
import type { World } from '../../world/world.ts'
import { createThrottle } from './throttle.ts'

async function createThrottled() {
  const app = await createTestApp({ throttle: true })
  onTestFinished(() => app.close())
  return app
}

test('a throttled emulator returns 429 for the 61st request within a minute', async () => {
  const throttled = await createThrottled()
  const request = () => throttled.fetch('http://localhost/api/v1/banners')
  for (let n = 1; n < 60; n++) await request()
  expect((await request()).status).toBe(200)
  const refused = await request()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  throttled.clock.advance(60_000)
  expect((await request()).status).toBe(200)
})

test('preflights are not counted', async () => {
  const throttled = await createThrottled()
  const headers = { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' }
  const request = async (method: string) =>
    (await throttled.fetch('http://localhost/api/v1/banners', { method, headers })).status
  for (let n = 1; n <= 61; n++) expect(await request('OPTIONS')).toBe(200)
  expect(await request('GET')).toBe(200)
})

test('pages of other origins can read responses until a client exceeds the limit', async () => {
  const throttled = await createThrottled()
  const headers = { Origin: 'http://localhost:5173' }
  const request = async () => {
    const response = await throttled.fetch('http://localhost/api/v1/banners', { headers })
    return [response.status, response.headers.get('access-control-allow-origin')]
  }
  for (let n = 1; n <= 60; n++) expect(await request()).toEqual([200, '*'])
  expect(await request()).toEqual([429, null])
})

test('a request that exceeds the limit does not use up a fault', async () => {
  const throttled = await createThrottled()
  const request = async () => (await throttled.fetch('http://localhost/api/v1/banners')).status
  for (let n = 1; n <= 60; n++) await request()
  await throttled.control('POST /faults', { body: { times: 1, effect: { status: 503 } } })
  expect(await request()).toBe(429)
  throttled.clock.advance(60_000)
  expect(await request()).toBe(503)
})

test('a throttle counts the requests of a customer with several tokens together, and those without a valid token by address', async () => {
  const throttled = await createThrottled()
  const remaining = async (authorization: string) => {
    const { headers } = await throttled.fetch('http://localhost/api/v1/banners', {
      headers: { authorization },
    })
    return headers.get('x-ratelimit-remaining')
  }
  const tokens = [throttled.tokenOf(), throttled.tokenOf(), 'invalid', 'another'].map(
    (token) => `Bearer ${token}`,
  )
  expect(new Set(tokens).size).toBe(4)
  const counts: unknown[] = []
  for (const token of tokens) counts.push(await remaining(token))
  expect(counts).toEqual(['59', '58', '59', '58'])
})

test('a reset, or a clock that is set back, ends the minute of a throttled client', async () => {
  const throttled = await createThrottled()
  const request = async () => (await throttled.fetch('http://localhost/api/v1/banners')).status
  const exhaust = async () => {
    for (let n = 1; n <= 60; n++) await request()
    expect(await request()).toBe(429)
  }
  await exhaust()
  await throttled.control('POST /reset')
  expect(await request()).toBe(200)
  await exhaust()
  throttled.clock.advance(-60_000)
  expect(await request()).toBe(200)
})

test('a throttle forgets its counts when it has counted more than ten thousand clients', () => {
  const throttle = createThrottle()
  const world = { db: {}, clock: { now: () => 0 } } as unknown as World
  const reply = { header: vi.fn() }
  const remaining = (ip: string) => {
    reply.header.mockClear()
    throttle({ world, ip, headers: {} } as FastifyRequest, reply as unknown as FastifyReply)
    return reply.header.mock.calls.find(([name]) => name === 'x-ratelimit-remaining')?.[1]
  }
  for (let client = 1; client <= 10_000; client++) remaining(`client ${client}`)
  expect(remaining('client 1')).toBe('58')
  expect(remaining('client 10001')).toBe('59')
  expect(remaining('client 1')).toBe('59')
})
