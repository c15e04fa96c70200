import { expect, test } from 'vitest'
import { runCases } from '../../cases/run-cases.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { at, set, together } from './mutation.ts'
import { plantedHost } from './planted-host.ts'
import { useTestRun } from './test-run.ts'

const started = await useTestRun()

test('the comparison with the emulator shows which side has changed', async () => {
  const nullId = (name: string) => at(name, set('$[].id', null))
  const other = plantedHost(started.emulator.fetch)
  started.host.plant(together(nullId('banners.list'), nullId('addresses.list')))
  other.plant(together(nullId('banners.list'), nullId('categories.list')))
  const emulator = { ...other, credentials: { token: started.token }, isEmulator: true }
  const only = ['banners.list', 'addresses.list', 'categories.list']
  const { endpoints, summary } = await started.run({ only, emulator })
  const verdicts = endpoints.flatMap(({ name, findings, emulator }) =>
    [...findings, ...emulator].map(({ verdict }) => `${name}: ${verdict}`),
  )
  expect(verdicts).toEqual([
    'banners.list: schema wider than both',
    'categories.list: emulator drifted',
    'addresses.list: provider drifted',
  ])
  expect(summary).toMatchObject({ exitCode: 1, emulator: 1 })
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
  const remote = { origin: 'http://127.0.0.1:1', credentials: null, isEmulator: true }
  await expect(started.run({ emulator: remote })).rejects.toThrow(
    /^The emulator failed at config.get: the connection failed/,
  )
})

test('the emulator passes every case', async () => {
  const { side, fetch } = started.emulator
  const values = side.credentials ?? {}
  const results = await runCases({ origin: side.origin, fetch, token: started.token, values })
  expect(nonEmpty(results).filter(({ outcome }) => outcome !== 'kept')).toEqual([])
})
