import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests the packages as other projects use them: installed by npm into empty folders. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'test'),
  test: {
    include: ['*.spec.ts'],
    globalSetup: resolve(import.meta.dirname, 'test', 'make-packages.ts'),
    // Most of the time is installing and starting third-party tools.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // npm uses both cores.
    fileParallelism: false,
  },
})
