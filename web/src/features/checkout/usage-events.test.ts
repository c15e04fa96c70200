import { afterEach, expect, test, vi } from 'vitest'
import { buildWith } from '../../../test/settings.ts'

const ENDPOINT = 'https://usage.example/events'

/** Imports the module with a build setting and records its requests. */
async function built(setting: string, response: () => Promise<Response>) {
  buildWith({ VITE_USAGE_EVENTS: setting })
  const send = vi.fn((_url: unknown, _init?: RequestInit) => response())
  vi.stubGlobal('fetch', send)
  return { ...(await import('./open-payment.ts')), send }
}

const accepted = async () => new Response(null, { status: 204 })

afterEach(() => vi.unstubAllGlobals())

test('nothing is posted while the setting is off', async () => {
  const { postUsageEvent, send } = await built('', accepted)
  postUsageEvent('paid')
  expect(send).not.toHaveBeenCalled()
})

test('only the event is posted to the configured endpoint, without personal data', async () => {
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

test('an endpoint that does not respond changes nothing', async () => {
  const { postUsageEvent, send } = await built(ENDPOINT, () => Promise.reject(new TypeError('No network.')))
  expect(() => postUsageEvent('closed')).not.toThrow()
  await expect(send.mock.results[0]?.value).rejects.toThrow('No network.')
})
