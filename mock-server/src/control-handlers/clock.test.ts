import { expect, test } from 'vitest'
import { app, send, statusOf, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

test('sets, freezes and advances the clock', async () => {
  await app.control('POST /clock', { body: { set: '2027-02-01T00:00:00Z', advance: '1h30m' } })
  expect(await app.control('GET /clock')).toEqual({ now: '2027-02-01T01:30:00.000Z', frozen: true })
  const { frozen } = await app.control('POST /clock', { body: { frozen: false } })
  expect(frozen).toBe(false)
  expect(await statusOf(app.control('POST /clock', { body: { advance: 'soon' } }))).toBe(400)
})

test('refuses a time more than a hundred years away', async () => {
  for (const [path, body] of [
    ['/__emulator/clock', { set: '9999-01-01T00:00:00Z' }],
    ['/__emulator/clock', { set: '0001-01-01T00:00:00Z' }],
    ['/__emulator/clock', { advance: '99999999999d' }],
    ['/__emulator/clock', { advance: 1e308 }],
    ['/__emulator/clock', { advance: '9'.repeat(400) }],
    ['/__emulator/clock', { set: '2100-01-01T00:00:00Z', advance: '30000d' }],
    ['/__emulator/worlds', { name: 'far', frozen_at: '3000-01-01T00:00:00Z' }],
  ] as const) {
    const { refusal } = await send('POST', path, body)
    expect(refusal).toEqual([400, expect.stringContaining('within a hundred years of now')])
  }
  expect((await app.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
})
