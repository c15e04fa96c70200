import { createEmulator, type Emulator } from 'mock-server/emulator'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDriftReports } from '../src/api/drift-reports.ts'
import { rememberResponse } from '../src/api/responses-to-check.ts'
import { env } from '../src/config/env.ts'

let emulator: Emulator
let posts: { address: string; body: string; init: RequestInit }[]

beforeEach(async () => {
  emulator = await createEmulator()
  posts = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    posts.push({ address, body: String(init.body), init })
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

test('a broken answer is reported once, by call, rule, path and build, and without a value', async () => {
  const healthy = await emulator.client()('GET /banners')
  const drifted = healthy.map((each) => ({ ...each, id: null, 'ada@kitabo.example': 1 }))
  localStorage.setItem('driftSample', '0.5')
  rememberResponse('GET /banners', 200, healthy)
  rememberResponse('GET /banners', 200, drifted)
  rememberResponse('GET /banners', 200, drifted)
  await startDriftReports()
  rememberResponse('GET /banners', 200, drifted)
  vi.advanceTimersByTime(20_000)
  expect(posts.map(({ address }) => address)).toEqual(['/reports'])
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

test('a browser outside of the share checks and posts nothing', async () => {
  localStorage.setItem('driftSample', '50')
  rememberResponse('GET /banners', 200, [{ id: null }])
  await startDriftReports()
  vi.advanceTimersByTime(20_000)
  expect(posts).toEqual([])
})
