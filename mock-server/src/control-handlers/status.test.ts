import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../test/test-app.ts'

test('reports the configuration and state of the emulator and of the world of the request', async () => {
  const emulator = await createTestApp({ strict: true, profile: '7.7', products: 30 })
  onTestFinished(emulator.close)
  emulator.worlds.fork('other', { build: '7.1' })
  expect(await emulator.control('GET /status')).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    profile: '7.7',
    strict: true,
    uptime: expect.any(Number),
    memory: expect.any(Number),
    products: 30,
    worlds: 2,
    world: expect.objectContaining({ name: 'default', profile: '7.7' }),
    demo_account: { email: 'demo@kitabo.example', password: 'kitabo-demo' },
    shop: false,
    broken_responses: [],
  })
  const inOther = await emulator.inWorld('other').control('GET /status')
  expect(inOther).toMatchObject({ profile: '7.1', world: { name: 'other' } })
})

test('counts whole seconds since the start, and memory in bytes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const emulator = await createTestApp()
  onTestFinished(emulator.close)
  vi.advanceTimersByTime(61_400)
  const { uptime, memory } = await emulator.control('GET /status')
  expect(uptime).toBe(61)
  expect(memory).toBeGreaterThan(1_000_000)
})
