import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')
const workspace = (name: string) => ({
  name,
  root: resolve(root, name),
  include: ['**/*.test.ts'],
  environment: 'node',
  // Long timeouts, because another test run on the same machine may use most of its cores.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // Set per project, because projects that share processes must agree on it.
  maxWorkers: availableParallelism(),
})

/** Test files share a process and its modules, because loading the modules takes longer than most tests. */
const shared = { isolate: false }

/** A DOM environment in which the emulator can run. Console output fails tests. Modules are isolated per file. */
const browser = {
  ...shared,
  environment: resolve(root, 'web/test/environment.ts'),
  setupFiles: [resolve(root, 'web/test/fresh-start.ts'), resolve(root, 'web/test/setup.ts')],
  sequence: { setupFiles: 'list' as const },
  // Page tests allocate a lot of memory quickly.
  execArgv: ['--max-semi-space-size=64'],
}

export default defineConfig({
  root,
  test: {
    // Uses all cores. By default, Vitest leaves one idle, which is half of a machine with two cores.

    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...workspace('contracts'), ...shared } },
      { test: { ...workspace('fixtures'), ...shared } },
      { test: { ...workspace('mock-server'), ...shared, include: ['src/**/*.test.ts'] } },
      {
        extends: resolve(root, 'mock-server/console/vite.config.ts'),
        test: {
          ...workspace('mock-server/console'),
          name: 'console',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          ...browser,
        },
      },
      { test: workspace('scripts') },
      {
        extends: resolve(root, 'web/vite.config.ts'),
        test: {
          ...workspace('web'),
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'build/**/*.test.ts', 'test/**/*.test.tsx'],
          ...browser,
        },
      },
    ],
  },
})
