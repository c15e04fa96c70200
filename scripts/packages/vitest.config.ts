import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests the packages the way other projects use them: installed by npm into empty folders. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'test'),
  test: {
    include: ['*.spec.ts'],
    globalSetup: resolve(import.meta.dirname, 'test', 'setup.ts'),
    // Installing and starting third-party tools takes most of the time.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // A single npm install already uses both cores of the CI machine.
    fileParallelism: false,
  },
})
