import { newsletter } from 'contracts/resources/newsletter'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { app, bearer, get, send, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`

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

test('accepts a body of 1 MB, and refuses one of a byte more', async () => {
  const path = '/api/v1/newsletter/subscribe'
  const [start, end] = ['{"email":"', '"}']
  const body = (bytes: number) => start + 'x'.repeat(bytes - start.length - end.length) + end
  expect((await send('POST', path, body(1_048_576))).status).toBe(403)
  expect((await send('POST', path, body(1_048_577))).refusal).toEqual([413, '((Request body is too large))'])
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

test('refuses long e-mail addresses, for which a quadratic check would time out', async () => {
  const email = `a@${'.x'.repeat(400_000)}@`
  expect((await send('POST', '/api/v1/special-order/store', { email }, bearer())).status).toBe(422)
  const charge = { request: { customer: { email } } }
  expect((await send('POST', '/__emulator/payments', charge)).status).toBe(400)
})
