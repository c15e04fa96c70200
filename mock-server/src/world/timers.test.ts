import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import nodeTimers from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { app, get, send, useAppPerTest } from '../../test/current-app.ts'
import { PAYMENT_REQUEST } from '../../test/payment-client.ts'
import { expectOnStderr } from '../../test/stderr.ts'
import type { Db } from '../storage/db.ts'
import { createTimers } from './timers.ts'

// Nothing listens on this port, so that webhooks are retried.
useAppPerTest({ port: 0, payments: { webhookUrl: 'http://127.0.0.1:9', retryAfter: [60_000] } })

/** The timers of the current test that have neither fired nor been cancelled. */
let pendingTimers: Set<symbol>
beforeEach(() => {
  const pending = new Set<symbol>()
  pendingTimers = pending
  const { setTimeout: original } = nodeTimers
  const setTimeout = vi.spyOn(nodeTimers, 'setTimeout').mockImplementation((...args) => {
    const timer = Symbol()
    pending.add(timer)
    return original(...args).finally(() => pending.delete(timer))
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    setTimeout.mockRestore()
    syncBuiltinESMExports()
  })
})

let uncaught: unknown[]
const noteUncaught = (error: unknown) => uncaught.push(error)
const EVENTS = ['unhandledRejection', 'uncaughtException'] as const
beforeEach(() => {
  uncaught = []
  for (const event of EVENTS) process.on(event, noteUncaught)
})
afterEach(() => {
  for (const event of EVENTS) process.off(event, noteUncaught)
})

const call = (method: string, path: string, body?: object) =>
  send(method, path, body, { 'X-Emulator-World': 'trial' })
const pay = (phone: string, tx_ref = PAYMENT_REQUEST.tx_ref) =>
  call('POST', '/__emulator/payments', {
    request: { ...PAYMENT_REQUEST, tx_ref },
    method: 'mobilemoney',
    input: { phone },
  })
const removeTrial = () => call('DELETE', '/__emulator/worlds', { name: 'trial' })
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const REMOVED_RESPONSE = { status: 404, message: '((The world was removed during this request.))' }

/** Background work of a world, by name. Each function starts it. It ends after the timeout of a test's polls. */
const BACKGROUND_WORK: [string, () => Promise<unknown>][] = [
  ['a pending payment', () => pay('0772127799')],
  ['a payment that succeeds after its window has closed', () => pay('0772127802')],
  ['a webhook that is retried', () => pay('0772127801')],
  [
    'a webhook that is delivered later',
    async () => {
      await pay('0772127801')
      await call('POST', '/__emulator/outbox/resend', { ids: [1], copies: 3, delay: 60_000 })
    },
  ],
]

describe('a removed world', () => {
  test.each(BACKGROUND_WORK)('cancels %s', async (_, begin) => {
    await call('POST', '/__emulator/clock', { frozen: false })
    await begin()
    await expect.poll(() => pendingTimers.size).toBeGreaterThan(0)
    expect((await removeTrial()).status).toBe(200)
    await expect.poll(() => pendingTimers.size).toBe(0)
    expect(uncaught).toEqual([])
    expect((await get('/__emulator/health')).status).toBe(200)
  })

  test('responds to requests that wait for a message or are delayed by a fault', async () => {
    await call('POST', '/__emulator/faults', { path: '/banners', effect: { latency: 20_000 } })
    const waiting = [call('GET', '/__emulator/outbox/wait?timeout=20s'), call('GET', '/api/v1/banners')]
    const trial = app.worlds.findOrFork('trial')
    await expect.poll(() => [trial?.outboxListeners.size, trial?.faults.list()[0]?.matched]).toEqual([1, 1])
    await removeTrial()
    expect(await Promise.all(waiting)).toMatchObject([REMOVED_RESPONSE, REMOVED_RESPONSE])
  })

  test('does not crash the process if an awaited message and the removal arrive in the same packet', async () => {
    const waiting = call('GET', '/__emulator/outbox/wait?timeout=5s')
    await expect.poll(() => app.worlds.findOrFork('trial')?.outboxListeners.size).toBe(1)
    const part = (line: string, body: object) => {
      const text = JSON.stringify(body)
      return `${line} HTTP/1.1\r\nHost: localhost\r\nX-Emulator-World: trial\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
    }
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1').setEncoding('utf8')
    let received = ''
    socket.on('data', (text) => {
      received += text
    })
    socket.write(
      part('POST /api/v1/auth/forgot-password', { email_or_phone: 'demo@kitabo.example' }) +
        part('DELETE /__emulator/worlds', { name: 'trial' }),
    )
    await waiting
    await expect.poll(() => received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    socket.destroy()
    expect(uncaught).toEqual([])
    expect((await get('/__emulator/health')).status).toBe(200)
  })
})

test('no timer fires after the end, and waits are over', async () => {
  const fired: string[] = []
  const timers = createTimers((error) => fired.push(String(error)))
  timers.after(60_000, () => fired.push('after'))
  const waiting = timers.wait(60_000)
  timers.end()
  await waiting
  await expect.poll(() => pendingTimers.size).toBe(0)
  expect(fired).toEqual([])
})

test('a wait that is longer than the longest timer of Node does not end immediately', async () => {
  const ended: string[] = []
  const timers = createTimers((error) => ended.push(String(error)))
  timers.after(2 ** 31, () => ended.push('after'))
  const waiting = timers.wait(2 ** 31).then(() => ended.push('wait'))
  await sleep(20)
  expect(ended).toEqual([])
  timers.end()
  await waiting
})

/** Inserts rows until not even a small one fits. */
function fill(db: Db): void {
  db.exec('CREATE TABLE filler (bytes BLOB)')
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  const insert = db.prepare('INSERT INTO filler VALUES (zeroblob(?))')
  for (const size of [4000, 400, 40, 4])
    try {
      for (;;) insert.run(size)
    } catch {
      // A smaller row may still fit.
    }
}

test('payments that settle in a full database are refused, and do not crash the process', async () => {
  // More webhooks than fit on the free part of a page.
  for (let count = 0; count < 20; count++) await pay('0772127701', `pending-${count}`)
  const trial = app.worlds.findOrFork('trial')
  if (trial) fill(trial.db)
  expectOnStderr(/full/)
  expect((await call('POST', '/__emulator/clock', { advance: '1s' })).status).toBe(507)
  expect(uncaught).toEqual([])
})

test('reports an error of background work, but not that the world or its database has ended', async () => {
  const reported: unknown[] = []
  const { inBackground, after, end } = createTimers((error) => reported.push(error))
  const bug = new Error('a bug')
  inBackground(Promise.reject(Object.assign(new Error(), { name: 'ReplacedError' })))
  after(60_000, () => {})
  end()
  inBackground(Promise.reject(bug))
  await sleep(0)
  expect(reported).toEqual([bug])
})
