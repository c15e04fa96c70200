import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, set } from './mutation.ts'
import { plantedHost } from './planted-host.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

describe('the comparison with the emulator', () => {
  const nullId = at('banners.list', set('$[].id', null))
  const compare = (side: 'provider' | 'emulator' | 'both') => {
    const other = plantedHost(started.emulator.fetch)
    started.host.plant(side === 'emulator' ? null : nullId)
    other.plant(side === 'provider' ? null : nullId)
    const emulator = { ...other, credentials: { token: started.token }, isEmulator: true }
    return started.run({ only: ['banners'], emulator })
  }

  test('shows which side has changed', async () => {
    const provider = await compare('provider')
    expect(provider.endpoints[0]?.findings.map((each) => each.verdict)).toEqual(['provider drifted'])
    const both = await compare('both')
    expect(both.endpoints[0]?.findings.map((each) => each.verdict)).toEqual(['schema wider than both'])
    const moved = await compare('emulator')
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
  const anonymous = { ...started.host, credentials: null, isEmulator: false }
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
