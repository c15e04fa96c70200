import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { request as payment } from '../../test/payment-request.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

/** A port on which nothing listens, so that notifications are retried. */
const NOWHERE = 'http://127.0.0.1:9'

let app: TestApp
let uncaught: unknown[]
const note = (error: unknown) => uncaught.push(error)
beforeEach(async () => {
  uncaught = []
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  app = await createTestApp({
    port: 0,
    payments: { webhookUrl: NOWHERE, retryAfter: [5, 5] },
  })
})
afterEach(async () => {
  await app.close()
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
})

const inTrial = { 'X-Emulator-World': 'trial', 'Content-Type': 'application/json' }
const call = (method: string, path: string, body?: object) =>
  fetch(app.origin + path, {
    method,
    headers: inTrial,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const pay = (phone: string) =>
  call('POST', '/__emulator/payments', {
    request: { ...payment, tx_ref: `late-${phone}` },
    method: 'mobilemoney',
    input: { phone },
  })
const removeTrial = () => call('DELETE', '/__emulator/worlds', { name: 'trial' })
const passing = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Background work of a world, by name. Each function starts it. */
const LATER: [string, () => Promise<unknown>][] = [
  ['a pending payment', () => pay('0772127701')],
  ['a payment that succeeds after its window has closed', () => pay('0772127802')],
  ['a notification that is retried', () => pay('0772127801')],
  [
    'a notification that is delivered later',
    async () => {
      await pay('0772127801')
      await call('POST', '/__emulator/outbox/resend', { ids: [1], copies: 3, delay: 10 })
    },
  ],
]

describe('a removed world', () => {
  test.each(LATER)('cancels %s', async (_, begin) => {
    await begin()
    expect((await removeTrial()).status).toBe(200)
    await passing(60)
    expect(uncaught).toEqual([])
    expect((await fetch(`${app.origin}/__emulator/health`)).status).toBe(200)
  })

  test('responds to requests that wait for a message', async () => {
    const waiting = call('GET', '/__emulator/outbox/wait?timeout=20s')
    await expect.poll(() => app.worlds.pick('trial')?.outboxListeners.size).toBe(1)
    await removeTrial()
    const response = await waiting
    expect(response.status).toBe(404)
    expect((await response.json()).message).toBe('((The world was removed during this request.))')
  })

  test('responds to a request delayed by a fault', async () => {
    await call('POST', '/__emulator/faults', { path: '/banners', effect: { latency: 20_000 } })
    const waiting = call('GET', '/api/v1/banners')
    await expect.poll(() => app.worlds.pick('trial')?.faults.list()[0]?.matched).toBe(1)
    await removeTrial()
    const response = await waiting
    expect(response.status).toBe(404)
    expect((await response.json()).message).toBe('((The world was removed during this request.))')
  })

  test('does not crash the process if an awaited message and the removal arrive in the same packet', async () => {
    const waiting = call('GET', '/__emulator/outbox/wait?timeout=5s')
    await expect.poll(() => app.worlds.pick('trial')?.outboxListeners.size).toBe(1)
    const part = (line: string, body: object) => {
      const text = JSON.stringify(body)
      return `${line} HTTP/1.1\r\nHost: localhost\r\nX-Emulator-World: trial\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
    }
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
    socket.write(
      part('POST /api/v1/auth/forgot-password', { email_or_phone: 'demo@kitabo.example' }) +
        part('DELETE /__emulator/worlds', { name: 'trial' }),
    )
    await waiting
    await passing(30)
    socket.destroy()
    expect(uncaught).toEqual([])
    expect((await fetch(`${app.origin}/__emulator/health`)).status).toBe(200)
  })
})

test('a full database is reported once, and background work does not crash the process', async () => {
  await pay('0772127701')
  const trial = app.worlds.pick('trial')
  const pages = trial?.db.pragma('page_count', { simple: true })
  trial?.db.pragma(`max_page_count = ${pages}`)
  await call('POST', '/__emulator/clock', { advance: '1s' })
  await passing(60)
  expect(uncaught).toEqual([])
})
