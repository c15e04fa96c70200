import { createEmulator, type Emulator, type EmulatorOptions } from '../src/emulator.ts'
import type { Clock } from '../src/world/clock.ts'
import type { World } from '../src/world/world.ts'

/** An emulator for tests: in memory, with a frozen clock and a fixed seed, without a port. */
export type TestApp = Emulator & { world: World; clock: Clock }

export async function createTestApp(options: EmulatorOptions = {}): Promise<TestApp> {
  const emulator = await createEmulator({
    seed: 'test',
    frozenAt: '2026-11-20T09:00:00Z',
    checks: 'all',
    payments: { retryAfter: [10, 20] },
    ...options,
  })
  return { ...emulator, world: emulator.worlds.default, clock: emulator.worlds.default.clock }
}
