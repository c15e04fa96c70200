import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')
const room = (name: string) => ({
  name,
  root: resolve(root, name),
  include: ['**/*.test.ts'],
  environment: 'node',
  // Limits of waiting, not of speed: another test run on the same machine may take most of its processors.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
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
      { test: { ...room('contracts'), ...shared } },
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
      { test: room('scripts') },
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
