import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')
const room = (name: string) => ({
  name,
  root: resolve(root, name),
  include: ['**/*.test.ts'],
  environment: 'node',
  testTimeout: 20_000,
})

/** A browser in which the emulator can run, and a console that must stay quiet. Its files share a process. */
const browser = {
  environment: resolve(root, 'web/test/environment.ts'),
  isolate: false,
  setupFiles: [resolve(root, 'web/test/fresh-start.ts'), resolve(root, 'web/test/setup.ts')],
  sequence: { setupFiles: 'list' as const },
  // Pages and their tests leave much behind at once.
  execArgv: ['--max-semi-space-size=64'],
}

export default defineConfig({
  root,
  test: {
    // All processors: Vitest would leave one idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    projects: [
      // Most tests of the contract command are a whole run of the harness against a host on a port.
      { test: { ...room('contracts'), testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: room('fixtures') },
      { test: { ...room('mock-server'), include: ['src/**/*.test.ts'] } },
      {
        extends: resolve(root, 'mock-server/console/vite.config.ts'),
        test: {
          ...room('mock-server/console'),
          name: 'console',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          ...browser,
        },
      },
      { test: { ...room('scripts'), testTimeout: 60_000 } },
      {
        extends: resolve(root, 'web/vite.config.ts'),
        test: {
          ...room('web'),
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'build/**/*.test.ts', 'test/**/*.test.tsx'],
          ...browser,
        },
      },
    ],
  },
})
