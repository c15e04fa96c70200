import { onTestFinished, vi } from 'vitest'
import { readEnv } from '../src/config/read-env.ts'

/** Applies build settings to modules imported from now on, until the test ends. */
export function buildWith(values: Readonly<Record<string, string>>): void {
  const before = Reflect.get(globalThis, 'SHOP_SETTINGS')
  Object.assign(globalThis, { SHOP_SETTINGS: readEnv(values, true) })
  vi.resetModules()
  onTestFinished(() => {
    Object.assign(globalThis, { SHOP_SETTINGS: before })
    vi.resetModules()
  })
}
