import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { app, get, send, useAppPerTest } from '../../test/current-app.ts'
import { PAYMENT_REQUEST } from '../../test/payment-client.ts'
import { createTimers } from './timers.ts'

// Nothing listens on this port, so that webhooks are retried.
useAppPerTest({ port: 0, payments: { webhookUrl: 'http://127.0.0.1:9', retryAfter: [5, 5] } })

let uncaught: unknown[]
const note = (error: unknown) => uncaught.push(error)
const EVENTS = ['unhandledRejection', 'uncaughtException'] as const
beforeEach(() => {
  uncaught = []
  for (const event of EVENTS) process.on(event, note)
})
afterEach(() => {
  for (const event of EVENTS) process.off(event, note)
})

const call = (method: string, path: string, body?: object) =>
  send(method, path, body, { 'X-Emulator-World': 'trial' })
const pay = (phone: string) =>
  call('POST', '/__emulator/payments', { request: PAYMENT_REQUEST, method: 'mobilemoney', input: { phone } })
const removeTrial = () => call('DELETE', '/__emulator/worlds', { name: 'trial' })
const passing = (ms: number) => new Promise((done) => setTimeout(done, ms))
const REMOVED = { status: 404, message: '((The world was removed during this request.))' }

/** Background work of a world, by name. Each function starts it. */
const LATER: [string, () => Promise<unknown>][] = [
  ['a pending payment', () => pay('0772127701')],
  ['a payment that succeeds after its window has closed', () => pay('0772127802')],
  ['a webhook that is retried', () => pay('0772127801')],
  [
    'a webhook that is delivered later',
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
    expect((await get('/__emulator/health')).status).toBe(200)
  })

  test('responds to requests that wait for a message or are delayed by a fault', async () => {
    await call('POST', '/__emulator/faults', { path: '/banners', effect: { latency: 20_000 } })
    const waiting = [call('GET', '/__emulator/outbox/wait?timeout=20s'), call('GET', '/api/v1/banners')]
    const trial = app.worlds.findOrFork('trial')
    await expect.poll(() => [trial?.outboxListeners.size, trial?.faults.list()[0]?.matched]).toEqual([1, 1])
    await removeTrial()
    expect(await Promise.all(waiting)).toMatchObject([REMOVED, REMOVED])
  })

  test('does not crash the process if an awaited message and the removal arrive in the same packet', async () => {
    const waiting = call('GET', '/__emulator/outbox/wait?timeout=5s')
    await expect.poll(() => app.worlds.findOrFork('trial')?.outboxListeners.size).toBe(1)
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
    expect((await get('/__emulator/health')).status).toBe(200)
  })
})

test('a wait that is longer than the longest timer of Node does not end immediately', async () => {
  const ended: string[] = []
  const timers = createTimers((error) => ended.push(String(error)))
  timers.after(2 ** 31, () => ended.push('after'))
  const waiting = timers.wait(2 ** 31).then(() => ended.push('wait'))
  await passing(20)
  expect(ended).toEqual([])
  timers.end()
  await waiting
})

test('a full database is reported once, and background work does not crash the process', async () => {
  await pay('0772127701')
  const trial = app.worlds.findOrFork('trial')
  trial?.db.pragma(`max_page_count = ${trial.db.pragma('page_count', { simple: true })}`)
  await call('POST', '/__emulator/clock', { advance: '1s' })
  await passing(60)
  expect(uncaught).toEqual([])
})
