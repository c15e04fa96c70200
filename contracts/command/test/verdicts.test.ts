import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostProxy, startHostProxy } from './host-proxy.ts'
import { MUTATIONS } from './mutations.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

describe('the comparison with the emulator', () => {
  const planted = (title: string) => {
    const mutation = MUTATIONS.find((each) => each.title === title)
    if (!mutation) throw new Error(`no mutation "${title}"`)
    return mutation
  }
  const bannersOf = async (mutation: ReturnType<typeof planted>, side: 'provider' | 'emulator' | 'both') => {
    const path = `/api/v1${mutation.at.split(' ')[1]}`
    const plantOn = (one: HostProxy) =>
      one.plant((response, request, handle) =>
        request.path.startsWith(path) ? mutation.mutate(response, request, handle) : undefined,
      )
    const other = await startHostProxy(started.emulator.fetch)
    started.host.plant(null)
    if (side !== 'emulator') plantOn(started.host)
    if (side !== 'provider') plantOn(other)
    const only = [mutation.endpoint]
    const counterpart = { origin: other.origin, credentials: { token: started.token }, isEmulator: true }
    const report = await started.run({ only, emulator: counterpart })
    await other.close()
    return report
  }

  test('shows which side has changed', async () => {
    const mutation = planted('an undeclared null')
    const provider = await bannersOf(mutation, 'provider')
    expect(provider.endpoints[0]?.findings.map((each) => each.verdict)).toEqual(['provider drifted'])
    const both = await bannersOf(mutation, 'both')
    expect(both.endpoints[0]?.findings.map((each) => each.verdict)).toEqual(['schema wider than both'])
    const moved = await bannersOf(mutation, 'emulator')
    expect(moved.endpoints[0]?.findings).toEqual([])
    expect(moved.endpoints[0]?.emulator.map((each) => each.verdict)).toEqual(['emulator drifted'])
    expect(moved.summary.exitCode).toBe(6)
    const alone = await started.run({ only: ['banners'] })
    expect(alone.endpoints[0]?.evidence).toMatchObject({ kind: 'live', text: 'verified live now' })
  })
})

test('an emulator that fails during a comparison is an error with its message', async () => {
  started.host.plant(null)
  const { side } = started.emulator
  const send: typeof fetch = (input, init) =>
    String(input).includes('/categories')
      ? Promise.reject(new Error('the disk is full'))
      : started.emulator.fetch(input, init)
  await expect(started.run({ emulator: { ...side, fetch: send } })).rejects.toThrow(
    'The emulator failed at categories.list: the disk is full.',
  )
  await expect(
    started.run({ emulator: { origin: 'http://127.0.0.1:1', credentials: null, isEmulator: true } }),
  ).rejects.toThrow(/^The emulator failed at config.get: the connection failed/)
})

test('shows the age of the evidence, and fails a run that verifies nothing', async () => {
  started.host.plant(null)
  const first = await started.run({ now: () => new Date('2026-11-01T00:00:00Z') })
  const anonymous = { origin: started.host.origin, credentials: null, isEmulator: false }
  const later = await started.run({
    target: anonymous,
    only: ['customer'],
    previous: first,
    now: () => new Date('2026-11-13T00:00:00Z'),
  })
  expect(later.endpoints[0]).toMatchObject({
    status: 'skipped',
    evidence: { kind: 'earlier', days: 12, text: '12 days ago' },
  })
  expect(later.summary.exitCode).toBe(5)
})
