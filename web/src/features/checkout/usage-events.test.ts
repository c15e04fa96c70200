import { afterEach, expect, test, vi } from 'vitest'
import { buildWith } from '../../../test/settings.ts'

const ENDPOINT = 'https://usage.example/events'

/** Imports the module with a build setting and a mock of `fetch`. */
async function built(setting: string, response: () => Promise<Response>) {
  buildWith({ VITE_USAGE_EVENTS: setting })
  const send = vi.fn((_url: unknown, _init?: RequestInit) => response())
  vi.stubGlobal('fetch', send)
  return { ...(await import('./payment-window.ts')), send }
}

const accepted = async () => new Response(null, { status: 204 })

afterEach(() => vi.unstubAllGlobals())

test('posts nothing if the setting is empty', async () => {
  const { postUsageEvent, send } = await built('', accepted)
  postUsageEvent('paid')
  expect(send).not.toHaveBeenCalled()
})

test('posts only the event to the configured endpoint, without personal data', async () => {
  localStorage.setItem('authToken', 'secret')
  const { postUsageEvent, send } = await built(ENDPOINT, accepted)
  postUsageEvent('paid')
  expect(send).toHaveBeenCalledExactlyOnceWith(ENDPOINT, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"event":"paid"}',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  })
})

test('ignores a network error', async () => {
  const { postUsageEvent, send } = await built(ENDPOINT, () => Promise.reject(new TypeError('No network.')))
  expect(() => postUsageEvent('closed')).not.toThrow()
  await expect(send.mock.results[0]?.value).rejects.toThrow('No network.')
})
