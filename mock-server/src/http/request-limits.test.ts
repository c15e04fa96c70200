import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { orderPayload } from 'contracts/cases/order-payload'
import { newsletter } from 'contracts/resources/newsletter'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { app, bearer, get, send, useAppPerTest } from '../../test/current-app.ts'
import { createTestApp } from '../../test/test-app.ts'
import { fillRecord, type JournalRecord, UNEXPLAINED } from '../journal/journal-record.ts'
import { STORAGE_LIMIT_MESSAGE } from '../world/worlds.ts'

useAppPerTest()

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`

test('ignores a NUL in a search and searches for the other words', async () => {
  const found = async (name: string) => (await get(`/api/v1/products/search?name=${name}`)).body.total_size
  expect(await found('%00')).toBe(0)
  expect(await found('book')).toBeGreaterThan(0)
  expect(await found('book+a%00b')).toBe(await found('book'))
  expect((await get('/__emulator/stock?name=%00')).body.products).toEqual([])
})

test('refuses a search for 1,100 words but accepts 100', async () => {
  const words = (n: number) => numbers(n).map((i) => `w${i}x`)
  expect((await get(`/api/v1/products/search?name=${words(1100).join('+')}`)).refusal).toEqual([
    400,
    '((A search may contain at most 100 different words.))',
  ])
  for (const name of [words(100).join('+'), `a+${words(99).join('+')}`, 'book+'.repeat(1100)])
    expect((await get(`/api/v1/products/search?name=${name}`)).status).toBe(200)
})

test('refuses a search for a word that is too long for a comparison', async () => {
  const search = (name: string) => send('POST', '/api/v1/products/search', { _method: 'GET', name })
  for (const character of ['x', '%', '\\', 'ŋ']) {
    expect((await search(`book %${character.repeat(9_999)}`)).status).toBe(200)
    expect((await search(`book %${character.repeat(10_000)}`)).refusal).toEqual([
      400,
      '((A word of a search may have at most 10000 characters.))',
    ])
  }
})

test('refuses a search for categories that are nested too deeply', async () => {
  const category_id = '['.repeat(200_000) + ']'.repeat(200_000)
  const { refusal } = await send('POST', '/api/v1/products/search', { _method: 'GET', category_id })
  expect(refusal).toEqual([400, '((The body is nested deeper than 64 levels.))'])
})

test('rejects a journal status that is neither a number nor a class such as 4xx', async () => {
  for (const status of ['(', '[', '*', '4', '4x', '99999', '%00', '+'])
    expect((await get(`/__emulator/journal?status=${encodeURIComponent(status)}`)).refusal, status).toEqual([
      400,
      '((status must be like 404, or 4xx for a class.))',
    ])
})

test('refuses a body that is nested too deeply', async () => {
  for (const path of ['/api/v1/auth/login', '/__emulator/clock', '/__emulator/faults', '/v3/payments']) {
    for (const depth of [66, 5000, 100_000]) {
      expect((await send('POST', path, nested(depth))).refusal).toEqual([
        400,
        '((The body is nested deeper than 64 levels.))',
      ])
    }
  }
  const [, reason] = (await send('POST', '/__emulator/clock', nested(60))).refusal ?? []
  expect(reason).toMatch(/Unrecognized key/)
})

function spyOnParse() {
  const spy = vi.spyOn(newsletter.subscribe.body as z.ZodObject, 'safeParse')
  onTestFinished(() => spy.mockRestore())
  return spy
}

test('limits the values of a body on every route, before it is validated', async () => {
  const list = (n: number) => JSON.stringify(numbers(n).map(() => ({})))
  const form = numbers(2000).map((n) => `c[${n}][a][b][c][d][e]=1`)
  const parse = spyOnParse()
  for (const [path, body, type] of [
    ['/api/v1/customer/order/place', `{"cart":${list(340_000)}}`, 'application/json'],
    ['/api/v1/customer/wish-list/add', `{"product_ids":${list(10_000)}}`, 'application/json'],
    ['/v3/payments', list(10_000), 'application/json'],
    ['/__emulator/drift', `{"report":${JSON.stringify({ ...numbers(10_000) })}}`, 'application/json'],
    ['/api/v1/newsletter/subscribe', form.join('&'), 'application/x-www-form-urlencoded'],
  ] as const) {
    expect((await send('POST', path, body, { 'Content-Type': type })).refusal).toEqual([
      400,
      '((A body may have at most 10000 values.))',
    ])
  }
  expect(parse).not.toHaveBeenCalled()
  expect((await send('POST', '/api/v1/newsletter/subscribe', { list: numbers(9000) })).status).toBe(403)
  // The response and the journal share the result.
  expect(parse).toHaveBeenCalledOnce()
  expect(app.world.journal.read()[0]?.violations).toEqual(
    expect.arrayContaining([expect.stringContaining('body.email')]),
  )
})

test('limits a path to 2,000 characters', async () => {
  const longest = `/api/v1/${'x'.repeat(1992)}`
  expect((await get(`${longest}?name=${'y'.repeat(100)}`)).status).toBe(404)
  const author = `/authors/${'x'.repeat(1992)}`
  const id = `/api/v1/products/details/${'9'.repeat(1990)}`
  for (const path of [`${longest}x`, `/api/v1/${'x'.repeat(15_492)}`, `/${'x'.repeat(2000)}`, author, id])
    expect((await get(path)).refusal).toEqual([414, '((A path may have at most 2000 characters.))'])
})

test.each([
  ['too many bytes', 400, 200, 413, 'Request body is too large'],
  ['many parts', 1000, 0, 403, 'The email field is required.'],
])('checks the size of a multipart body with %s', async (_, parts, length, status, message) => {
  const part = (n: number) =>
    `--b\r\nContent-Disposition: form-data; name=${n}\r\n\r\n${'x'.repeat(length)}\r\n`
  const body = `${numbers(parts).map(part).join('')}--b--\r\n`
  const type = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const { refusal } = await send('POST', '/api/v1/newsletter/subscribe', body, type)
  expect(refusal).toEqual([status, expect.stringContaining(message)])
})

test('a world that has grown too large refuses writes, but serves reads, log-ins, faults and the control API', async () => {
  const place = () => send('POST', '/api/v1/customer/order/place', orderPayload(40), bearer())
  expect((await place()).status).toBe(200)
  // Placing orders of this size would take most of the test's time.
  const fill = (megabytes: number) =>
    app.world.db.exec(`CREATE TABLE filling${megabytes} AS SELECT zeroblob(${megabytes}e6) AS bytes`)
  fill(30)
  expect((await place()).status).toBe(200)
  fill(4)
  expect((await place()).refusal).toEqual([507, STORAGE_LIMIT_MESSAGE])
  for (const path of ['/v3/payments', '/__emulator/payments', '/api/v1/newsletter/subscribe'])
    expect((await send('POST', path, {})).refusal).toEqual([507, STORAGE_LIMIT_MESSAGE])
  const list = await get('/api/v1/customer/order/list', bearer())
  expect(list.body.length).toBeGreaterThan(2)
  expect((await get('/__emulator/orders')).status).toBe(200)
  const { email, password } = app.demo as { email: string; password: string }
  const login = await send('POST', '/api/v1/auth/login', { email_or_phone: email, password })
  expect(login).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  await send('POST', '/__emulator/faults', { path: '/auth/login', effect: { status: 503 } })
  expect((await send('POST', '/api/v1/auth/login', {})).status).toBe(503)
  expect((await send('POST', '/__emulator/clock', { advance: '1m' })).status).toBe(200)
  const names = numbers(20).map((n) => `copy-${n}`)
  const take = (name: string) => send('POST', '/__emulator/snapshots', { name })
  const responses = []
  for (const name of ['copy', ...names]) responses.push(await take(name))
  expect(responses[0]?.status).toBe(200)
  expect(responses.at(-1)?.refusal).toEqual([409, STORAGE_LIMIT_MESSAGE])
  expect((await take('copy')).status).toBe(200)
  await send('POST', '/__emulator/reset', {})
  expect((await send('POST', '/api/v1/newsletter/subscribe', { email: 'a@b.cd' })).status).toBe(200)
})

test('refuses long e-mail addresses, for which a quadratic check would time out', async () => {
  const email = `a@${'.x'.repeat(400_000)}@`
  expect((await send('POST', '/api/v1/special-order/store', { email }, bearer())).status).toBe(422)
  const charge = { request: { customer: { email } } }
  expect((await send('POST', '/__emulator/payments', charge)).status).toBe(400)
})

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

test('refuses a time more than a hundred years away', async () => {
  for (const [path, body] of [
    ['/__emulator/clock', { set: '9999-01-01T00:00:00Z' }],
    ['/__emulator/clock', { set: '0001-01-01T00:00:00Z' }],
    ['/__emulator/clock', { advance: '99999999999d' }],
    ['/__emulator/clock', { advance: 1e308 }],
    ['/__emulator/clock', { advance: '9'.repeat(400) }],
    ['/__emulator/clock', { set: '2100-01-01T00:00:00Z', advance: '30000d' }],
    ['/__emulator/worlds', { name: 'far', frozen_at: '3000-01-01T00:00:00Z' }],
  ] as const) {
    const { refusal } = await send('POST', path, body)
    expect(refusal).toEqual([400, expect.stringContaining('within a hundred years of now')])
  }
  expect((await app.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
})

test('limits faults to 100, and the path, status and body of each', async () => {
  for (const fault of [
    { path: 'x'.repeat(201), effect: { status: 500 } },
    { effect: { status: 101 } },
    { effect: { status: 500, body: 'x'.repeat(100_001) } },
  ])
    expect((await send('POST', '/__emulator/faults', fault)).status).toBe(400)
  const fault = { path: '/newsletter/subscribe', effect: { status: 500 } }
  for (const _ of numbers(100)) expect(app.world.faults.add(fault)).not.toBeNull()
  expect((await send('POST', '/__emulator/faults', fault)).status).toBe(409)
})

describe('the journal in memory', () => {
  const held = () => JSON.stringify(app.world.journal.read())

  test('limits the size of the journal in bytes, regardless of the size of requests', async () => {
    const long = 'x'.repeat(500_000)
    const much = Object.fromEntries(numbers(5000).map((n) => [`field-${n}-${'y'.repeat(100)}`, n]))
    for (const body of [{ email: long }, much, { email: numbers(50_000) }])
      await send('POST', '/api/v1/newsletter/subscribe', body)
    await get(`/api/v1/${'z'.repeat(400)}/${'z'.repeat(400)}?${'a=1&'.repeat(1500)}`)
    expect(app.world.journal.read()).toHaveLength(4)
    expect(held().length).toBeLessThan(60_000)
    for (const _ of numbers(990)) app.world.journal.record(large, NOT_FOUND)
    expect(held().length).toBeLessThan(2_500_000)
  })

  test('does not keep the query of a stored path in memory', () => {
    setFlagsFromString('--expose-gc')
    const heap = () => {
      runInNewContext('gc')()
      return process.memoryUsage().heapUsed
    }
    const before = heap()
    for (const n of numbers(40)) {
      const url = `/api/v1/products/of/none?${'q'.repeat(900_000)}${n}`
      app.world.journal.record({ ...large, url }, NOT_FOUND)
    }
    expect(heap() - before).toBeLessThan(10_000_000)
    expect(app.world.journal.read()).toHaveLength(40)
  })

  test('explains an unknown path only when it is read, because that takes longer than the response', () => {
    const record = {} as JournalRecord
    fillRecord(record, large)
    expect(record.violations).toBe(UNEXPLAINED)
  })

  const NOT_FOUND = { status: 404, took: 1, at: 0, sent: null }
  const large = {
    method: 'POST',
    url: '/api/v1/none',
    endpoint: null,
    customerId: null,
    note: null,
    activeFaults: [],
    query: {},
    body: Object.fromEntries(numbers(40).map((n) => [`field-${n}`, 'x'.repeat(80)])),
  }
})
