import { expect, onTestFinished, test, vi } from 'vitest'
import { expectOnStderr } from '../../test/stderr.ts'
import { openMemoryDb } from '../storage/db.ts'
import { createClock } from './clock.ts'
import { createWorld } from './world.ts'

test.each([undefined, '2026-01-01T00:00:00Z'])(
  'a restart with the clock frozen at %s resets all but the data',
  (frozenAt) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const world = createWorld({ db: openMemoryDb(), seed: 'a', clock: createClock(frozenAt) })
    const first = world.random.bytes(4)
    world.clock.set(0)
    world.clock.freeze()
    world.changeExtensions({ sections: false })
    world.faults.add({ effect: { status: 503 } })
    const { version } = world
    vi.advanceTimersByTime(5000)
    world.restart()
    expect(world.clock.isFrozen()).toBe(frozenAt !== undefined)
    expect(world.clock.now()).toBe(frozenAt === undefined ? Date.now() : Date.parse(frozenAt))
    expect(world.random.bytes(4)).toEqual(first)
    expect(world.extensions.sections).toBe(true)
    expect(world.faults.isEmpty()).toBe(true)
    expect(world.version).toBeGreaterThan(version)
  },
)

test('prints an error of background work with the name of the world', async () => {
  expectOnStderr(/^world trial: Error: a bug\n/)
  const world = createWorld({ db: openMemoryDb(), name: 'trial' })
  world.timers.after(0, () => {
    throw new Error('a bug')
  })
  await vi.waitFor(() => expect(process.stderr.write).toHaveBeenCalled())
})
