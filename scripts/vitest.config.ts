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
  // Said for each room: those that share processes must agree on it.
  maxWorkers: availableParallelism(),
})

/** The files share a process and its modules: loading those takes longer than the tests of most files. */
const shared = { isolate: false }

/** A browser in which the emulator can run, and a console that must stay quiet. Each file has modules of its own. */
const browser = {
  ...shared,
  environment: resolve(root, 'web/test/environment.ts'),
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
      { test: { ...room('contracts'), ...shared, testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { ...room('fixtures'), ...shared } },
      { test: { ...room('mock-server'), ...shared, include: ['src/**/*.test.ts'] } },
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
