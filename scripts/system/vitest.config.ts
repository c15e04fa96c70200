import { defineConfig } from 'vitest/config'

/** End-to-end tests of the Docker images, Firefox and WebKit. The tests of a file run in order and share state. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.spec.ts'],
    reporters: 'verbose',
    bail: 1,
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
  },
})
