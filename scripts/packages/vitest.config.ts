import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The packages as other projects use them: installed by npm into empty folders. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'test'),
  test: {
    include: ['*.spec.ts'],
    globalSetup: resolve(import.meta.dirname, 'test', 'make-packages.ts'),
    // Installing and starting other people's tools is most of it.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // npm's own work takes both cores.
    fileParallelism: false,
  },
})
