import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { lateResponse } from '../../test/render.tsx'

vi.mock('../api/response-cache.ts', async (original) => ({
  ...(await original<typeof import('../api/response-cache.ts')>()),
  cacheOffline: vi.fn(),
}))

beforeEach(() => vi.resetModules())

type Visit = {
  dataSaver?: string
  connection?: object
  isInstalled?: boolean
  response?: Promise<Response>
  /** Whether a service worker already controls the page. */
  isControlled?: boolean
  isRefused?: boolean
}

/** Enables offline use as in a browser. @returns the registered scripts, and the messages to the service worker */
async function enable({ dataSaver, connection, response, ...visit }: Visit) {
  const { isInstalled = false, isControlled = true, isRefused = false } = visit
  if (dataSaver) localStorage.setItem('dataSaver', dataSaver)
  const registered: string[] = []
  const messages: unknown[] = []
  const active = { postMessage: (message: unknown) => messages.push(message) }
  const serviceWorker = {
    controller: isControlled ? active : null,
    ready: Promise.resolve({ active }),
    register: async (script: string) => {
      if (isRefused) throw new DOMException('Site data is blocked.', 'SecurityError')
      return registered.push(script)
    },
  }
  vi.stubGlobal('navigator', { onLine: true, connection, serviceWorker })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isInstalled && /standalone/.test(query) }))
  const { enableOffline } = await import('./enable-offline.ts')
  const client = new QueryClient()
  if (response) void client.fetchQuery({ queryKey: ['banners'], queryFn: () => response.then(() => []) })
  return { registered, messages, enabled: enableOffline(client), enableAgain: () => enableOffline(client) }
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

test('the service worker is registered once, on whichever pages follow', async () => {
  const { registered, enabled, enableAgain } = await enable({})
  await enabled
  await enableAgain()
  expect(registered).toEqual(['/sw.js'])
})

test('a browser that refuses the service worker shows the shop without it', async () => {
  const { enabled, messages } = await enable({ isRefused: true })
  await enabled
  await new Promise((handled) => setTimeout(handled))
  expect(messages).toEqual([])
  expect(console.info).toHaveBeenCalledWith(expect.stringMatching(/not cached for offline use.*blocked/))
})

test('files that were loaded before the service worker are cached, too', async () => {
  const files = [{ name: 'https://shop.example/a.js' }, { name: 'https://shop.example/b.css' }]
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      report: (list: { getEntries: () => object[] }) => void
      constructor(report: (list: { getEntries: () => object[] }) => void) {
        this.report = report
      }
      observe = ({ type, buffered }: PerformanceObserverInit) => {
        if (type === 'resource' && buffered) this.report({ getEntries: () => files })
      }
    },
  )
  for (const isControlled of [true, false]) {
    vi.resetModules()
    const { enabled, messages } = await enable({ isControlled })
    await enabled
    await new Promise((handled) => setTimeout(handled))
    expect(messages).toEqual(
      isControlled ? [] : [{ type: 'cache-loaded', urls: files.map(({ name }) => name) }],
    )
  }
})

test('caches the responses that a page already has, but not those of a customer who has logged out', async () => {
  const { cacheOffline, offlineCache } = await import('../api/response-cache.ts')
  const { getSession } = await import('../api/session.ts')
  const cached: unknown[] = []
  vi.mocked(cacheOffline).mockImplementation(
    ({ queryKey }, response) => void cached.push({ queryKey, response }),
  )
  const client = new QueryClient()
  const keys = [['banners'], ['customer', getSession(), 'orders'], ['customer', 'logged-out', 'orders']]
  for (const key of keys) client.setQueryData(key, ['data'], { updatedAt: 5_000 })
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { register: async () => undefined } })
  const { enableOffline } = await import('./enable-offline.ts')
  await enableOffline(client)
  const response = { data: ['data'], at: 5_000 }
  await vi.waitFor(() => expect(cached).toEqual(keys.slice(0, 2).map((queryKey) => ({ queryKey, response }))))
  expect(offlineCache.isStarted).toBe(true)
})
