import { ApiError } from 'contracts/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { goOffline } from '../../test/go-offline.ts'
import { lateResponse } from '../../test/render.tsx'
import { call, isRefused, NoResponseError, retryRule } from './api.ts'
import { getToken, setToken } from './session.ts'

const rejection = () => new Response('{"errors":[]}', { status: 401 })

test('a rejection of an earlier log-in does not log the next customer out', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const late = lateResponse()
  vi.stubGlobal('fetch', () => late.response)
  setToken('token-of-amina')
  const request = call('GET /customer/info')
  setToken('token-of-david')
  late.send(rejection())
  await expect(request).rejects.toThrow()
  expect(getToken()).toBe('token-of-david')
})

test('a rejection of a request without the token does not log the customer out', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async () => rejection())
  setToken('token-of-amina')
  await expect(call('GET /customer/wish-list/', { query: { user: '1' }, withToken: false })).rejects.toThrow()
  expect(getToken()).toBe('token-of-amina')
  await expect(call('GET /customer/info')).rejects.toThrow()
  expect(getToken()).toBeNull()
})

test('a failed query is retried 3 times, after 2, 4 and 8 seconds or the time in Retry-After', () => {
  const { retry, retryDelay } = retryRule
  const failure = new TypeError('Failed to fetch')
  expect([0, 1, 2, 3].map((failures) => retry(failures, failure))).toEqual([true, true, true, false])
  expect([0, 1, 2].map((failures) => retryDelay(failures, failure))).toEqual([2_000, 4_000, 8_000])
  const busy = (retryAfterMs: number | null) =>
    Object.assign(new ApiError('GET /config', 429, {}), { retryAfterMs })
  expect([busy(0), busy(30_000), busy(null)].map((error) => retryDelay(1, error))).toEqual([0, 30_000, 4_000])
  expect(retry(0, new NoResponseError())).toBe(false)
  goOffline()
  expect(retry(0, failure)).toBe(false)
})

test.each([
  ['GET /customer/info', 30_000],
  ['POST /contact-us', 45_000],
] as const)('%s is given up after %d ms', async (key, ms) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_: unknown, { signal }: RequestInit) => {
    return new Promise((_respond, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const failed = vi.fn()
  const send = call as (key: string, input?: object) => Promise<unknown>
  send(key, { body: {} }).catch(failed)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(NoResponseError))
})

test('a request ends if its caller aborts it, before or after it was sent', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async (_: unknown, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    return new Promise((_respond, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const caller = new AbortController()
  const pending = call('GET /customer/info', { signal: caller.signal })
  caller.abort()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  await expect(call('GET /customer/info', { signal: caller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test.each([
  [{ success: false }, true],
  [{ success: true }, false],
  [{ errors: [{ code: 'stock', message: 'Sold out' }] }, true],
  [{ errors: [] }, false],
  [null, false],
])('the response %j of a command is a refusal: %s', async (response, isRefusal) => {
  expectOnConsole(/does not match its contract/)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(isRefused(response)).toBe(isRefusal)
  vi.stubGlobal('fetch', async () => Response.json(response))
  const send = call as (key: string, input?: object) => Promise<unknown>
  const sent = send('POST /contact-us', { body: {} })
  await (isRefusal
    ? expect(sent).rejects.toMatchObject({ status: 200 })
    : expect(sent).resolves.toEqual(response))
  await expect(send('GET /config')).resolves.toEqual(response)
})

test('a response that violates its contract is used, and reported on the console once per endpoint', async () => {
  expectOnConsole(/does not match its contract/)
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.resetModules()
  const { call: callAnew } = await import('./api.ts')
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No list.' }))
  const keys = ['GET /categories', 'GET /categories', 'GET /banners'] as const
  const responses = await Promise.all(keys.map((key) => callAnew(key)))
  expect(responses).toEqual(keys.map(() => ({ message: 'No list.' })))
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledTimes(2))
  await callAnew('GET /categories')
  const warnings = vi.mocked(console.warn).mock.calls.map(([text]) => String(text).split(' does')[0])
  expect(warnings.sort()).toEqual(['GET /banners', 'GET /categories'])
})

test('the wishlist is requested with a slash after the host has answered only that', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.resetModules()
  const { call: callAnew } = await import('./api.ts')
  let served = ''
  const paths: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    paths.push(pathname.replace('/api/v1', ''))
    return pathname.endsWith(served) ? Response.json([]) : new Response('{}', { status: 404 })
  })
  const read = async () => {
    paths.length = 0
    await (callAnew as (key: string) => Promise<unknown>)('GET /customer/wish-list').catch(() => {})
    return paths
  }
  served = 'nothing'
  expect(await read()).toEqual(['/customer/wish-list', '/customer/wish-list/'])
  served = '/'
  expect(await read()).toEqual(['/customer/wish-list', '/customer/wish-list/'])
  expect(await read()).toEqual(['/customer/wish-list/'])
})
