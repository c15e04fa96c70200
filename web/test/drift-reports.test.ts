import { createEmulator, type Emulator } from 'mock-server/emulator'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDriftReports } from '../src/api/drift-reports.ts'
import { rememberResponse } from '../src/api/responses-to-check.ts'
import { env } from '../src/config/env.ts'

let emulator: Emulator
let posts: { url: string; body: string; init: RequestInit }[]

beforeEach(async () => {
  emulator = await createEmulator()
  posts = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    posts.push({ url, body: String(init.body), init })
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  localStorage.clear()
  vi.spyOn(env, 'driftReports', 'get').mockReturnValue('/reports')
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await emulator.close()
})

test('a contract violation is reported once, with endpoint, rule, path and build, but without values', async () => {
  const healthy = await emulator.client()('GET /banners')
  const drifted = healthy.map((each) => ({ ...each, id: null, 'ada@kitabo.example': 1 }))
  localStorage.setItem('driftSample', '0.5')
  rememberResponse('GET /banners', 200, healthy)
  rememberResponse('GET /banners', 200, drifted)
  rememberResponse('GET /banners', 200, drifted)
  await startDriftReports()
  rememberResponse('GET /banners', 200, drifted)
  vi.advanceTimersByTime(20_000)
  expect(posts.map(({ url }) => url)).toEqual(['/reports'])
  expect(JSON.parse(posts[0]?.body ?? '')).toEqual({
    build: 'unnamed',
    findings: [{ call: 'GET /banners', rule: 'null', where: '$[].id' }],
  })
  expect(posts[0]?.init).toMatchObject({
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  })
})

test('a browser outside the sample checks and posts nothing', async () => {
  localStorage.setItem('driftSample', '50')
  rememberResponse('GET /banners', 200, [{ id: null }])
  await startDriftReports()
  vi.advanceTimersByTime(20_000)
  expect(posts).toEqual([])
})
