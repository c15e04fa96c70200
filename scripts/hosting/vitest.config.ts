import { defineConfig } from 'vitest/config'

/** Deploys the build with the programs and tools of real hosts. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.spec.ts'],
    reporters: 'verbose',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 900_000,
  },
})
