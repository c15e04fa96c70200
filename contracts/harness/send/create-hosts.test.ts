import { expect, onTestFinished, test, vi } from 'vitest'
import { account } from '../../test/notes.ts'
import { createHosts, type SendOptions } from './create-hosts.ts'
import type { Progress } from './host.ts'
import type { HostAccess } from './host-access.ts'

const BOTH = { email: 'ada@mail.test', password: 'horse-battery' }
const fetch: typeof globalThis.fetch = async () => Response.json([])
const host: HostAccess = { origin: 'http://x.test', fetch, credentials: null, isEmulator: false }
const READ = { name: 'notes.list', method: 'GET', path: '/notes' }
const open = (target: Partial<HostAccess> = {}, options: Partial<SendOptions> = {}) =>
  createHosts({ contracts: account, target: { ...host, ...target }, emulator: null, ...options })

test.each<[includesLogin: boolean, credentials: HostAccess['credentials']]>([
  [true, BOTH],
  [false, { ...BOTH, token: 'a.b.c' }],
  [false, { email: BOTH.email }],
  [false, { password: BOTH.password }],
  [false, null],
])('a run logs in: %s, with %j', (includesLogin, credentials) => {
  expect(open({ credentials }).target.planOptions.includesLogin).toBe(includesLogin)
})

test('hides the credentials of both hosts, and provides them as values', () => {
  const emulator = {
    ...host,
    credentials: { email: 'ben@mail.test', password: 'open-sesame' },
    isEmulator: true,
  }
  const { target, redactor } = open({ credentials: BOTH }, { emulator })
  expect(target.host.values).toEqual(BOTH)
  expect(open({ credentials: { token: 'a.b.c' } }).target.host.values).toEqual({})
  for (const text of [BOTH.password, 'open-sesame']) expect(redactor.isPartOfHidden(text)).toBe(true)
})

test('the host of the staging steps has no credentials, may be written to and is its own', () => {
  const { target } = open({ credentials: { ...BOTH, token: 'a.b.c' } })
  const staging = target.createStagingHost()
  expect(staging).toMatchObject({
    isStaging: true,
    values: {},
    origin: host.origin,
    credentials: null,
  })
  expect([target.host.isStaging, staging.session.currentToken(), target.host.session.currentToken()]).toEqual(
    [false, null, 'a.b.c'],
  )
  expect(staging.session).not.toBe(target.host.session)
})

test('plans the cases that the options permit', () => {
  const planOf = (options: Partial<SendOptions>, target?: Partial<HostAccess>) =>
    open(target, options).target.planOptions
  const none = { write: false, isEmulator: false, only: null, includesLogin: false, includesStaging: false }
  expect(planOf({})).toEqual(none)
  const staging = { run: 'a', mailDomain: 'a.test' }
  expect(planOf({ write: true, only: ['notes'], staging })).toEqual({
    ...none,
    write: true,
    only: ['notes'],
    includesStaging: true,
  })
  expect(planOf({}, { isEmulator: true })).toEqual({ ...none, isEmulator: true })
})

test('an emulator may be sent every case, and a live host only those without writes', async () => {
  const login = { name: 'auth.login', method: 'POST', path: '/login', body: {} }
  const write = { ...login, name: 'notes.list', path: '/notes' }
  const { target, emulator } = open({}, { emulator: { ...host, isEmulator: true } })
  await expect(target.host.session.send(write)).rejects.toThrow('not permitted')
  expect(await emulator?.host.session.send(write)).toMatchObject({ kind: 'response' })
  expect(await open({}, { write: true }).target.host.session.send(write)).toMatchObject({ kind: 'response' })
  expect(open().emulator).toBeNull()
})

test('sends the origin of the page that uses the host, by default the one of the contracts', async () => {
  const origins: (string | null)[] = []
  const recordOrigin: typeof fetch = async (_, init) => {
    origins.push(new Headers(init?.headers).get('origin'))
    return Response.json([])
  }
  const contracts = { ...account, pageOrigin: 'https://shop.test' }
  for (const pageOrigin of [undefined, 'https://other.test'])
    await open(
      { fetch: recordOrigin, ...(pageOrigin ? { pageOrigin } : {}) },
      { contracts },
    ).target.host.session.send(READ)
  expect(origins).toEqual(['https://shop.test', 'https://other.test'])
})

test('reports the progress of the target, and none of the emulator', () => {
  const events: Progress[] = []
  const { target, emulator } = open(
    {},
    { emulator: { ...host, isEmulator: true }, onProgress: (event) => events.push(event) },
  )
  target.host.onProgress({ kind: 'start', cases: 1 })
  emulator?.host.onProgress({ kind: 'start', cases: 2 })
  expect(events).toEqual([{ kind: 'start', cases: 1 }])
})

test('does not wait between requests to the emulator', async () => {
  const { emulator } = open({}, { emulator: { ...host, isEmulator: true }, spacing: 3_600_000 })
  for (let count = 0; count < 2; count++)
    expect(await emulator?.host.session.send(READ)).toMatchObject({ kind: 'response' })
})

test('waits up to 90 seconds after a response with status 429, and reports it', async () => {
  const waitFor = async (seconds: number) => {
    const controller = new AbortController()
    const events: Progress[] = []
    const onProgress = (event: Progress) => {
      events.push(event)
      controller.abort()
    }
    const headers = { 'retry-after': String(seconds) }
    const rateLimit: typeof fetch = async () => Response.json({}, { status: 429, headers })
    const { target } = open({ fetch: rateLimit }, { onProgress, signal: controller.signal })
    return [(await target.host.session.send(READ)).kind, events]
  }
  expect(await waitFor(90)).toEqual(['failed', [{ kind: 'waiting', ms: 90_000 }]])
  expect(await waitFor(91)).toEqual(['failed', []])
})

test('waits 10 seconds for a response, or as long as requested, and at least a minute for an emulator', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const silent = { ...host, fetch: () => new Promise<Response>(() => {}) }
  const timeoutsFor = async (options: Partial<SendOptions>) => {
    const { target, emulator } = open(silent, { emulator: { ...silent, isEmulator: true }, ...options })
    const replies = [target, emulator].map((planned) => planned?.host.session.send(READ))
    await vi.advanceTimersByTimeAsync(90_000)
    return (await Promise.all(replies)).map((reply) => reply?.kind === 'failed' && reply.reason)
  }
  const within = (time: string) => `no complete response within ${time}`
  expect(await timeoutsFor({})).toEqual([within('10 s'), within('60 s')])
  expect(await timeoutsFor({ timeout: 400 })).toEqual([within('400 ms'), within('60 s')])
  expect(await timeoutsFor({ timeout: 90_000 })).toEqual([within('90 s'), within('90 s')])
})
