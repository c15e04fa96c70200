import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { lateResponse } from '../../test/render.tsx'

beforeEach(() => vi.resetModules())

type Visit = { dataSaver?: string; connection?: object; isInstalled?: boolean; response?: Promise<Response> }

/** Enables offline use as in a browser. @returns the registered scripts, and the messages to the service worker */
async function enable({ dataSaver, connection, isInstalled = false, response }: Visit) {
  if (dataSaver) localStorage.setItem('dataSaver', dataSaver)
  const registered: string[] = []
  const messages: unknown[] = []
  const active = { postMessage: (message: unknown) => messages.push(message) }
  const serviceWorker = {
    controller: active,
    ready: Promise.resolve({ active }),
    register: async (script: string) => registered.push(script),
  }
  vi.stubGlobal('navigator', { onLine: true, connection, serviceWorker })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isInstalled && /standalone/.test(query) }))
  const { enableOffline } = await import('./enable-offline.ts')
  const client = new QueryClient()
  if (response) void client.fetchQuery({ queryKey: ['banners'], queryFn: () => response.then(() => []) })
  return { registered, messages, enabled: enableOffline(client) }
}

const SLOW = { effectiveType: '2g' }
const WIFI = { type: 'wifi', effectiveType: '4g' }
const MOBILE = { type: 'cellular', effectiveType: '4g' }

test.each<[title: string, visit: Visit]>([
  ['with the data saver on', { dataSaver: 'on' }],
  ['on a 2G connection', { connection: SLOW }],
])('the service worker is registered %s only in an installed shop', async (_, visit) => {
  const inBrowser = await enable(visit)
  await inBrowser.enabled
  expect(inBrowser.registered).toEqual([])
  vi.resetModules()
  const installed = await enable({ ...visit, isInstalled: true })
  await installed.enabled
  expect(installed.registered).toEqual(['/sw.js'])
})

test.each<[cached: string, title: string, visit: Visit]>([
  ['all pages', 'on an unmetered connection', { connection: WIFI }],
  ['all pages', 'in an installed shop on mobile data', { connection: MOBILE, isInstalled: true }],
  ['no further pages', 'on mobile data', { connection: MOBILE }],
  ['no further pages', 'on an unknown connection', {}],
])('the service worker caches %s %s', async (cached, _, visit) => {
  const { enabled, messages } = await enable(visit)
  await enabled
  await new Promise((handled) => setTimeout(handled))
  expect(messages).toEqual(cached === 'all pages' ? [{ type: 'cache-pages' }] : [])
})

test('the service worker is registered once the requests of the page have ended', async () => {
  const late = lateResponse()
  const { registered, enabled } = await enable({ response: late.response })
  await new Promise((idle) => setTimeout(idle, 20))
  expect(registered).toEqual([])
  late.send(new Response())
  await enabled
  expect(registered).toEqual(['/sw.js'])
})
