import { defineConfig } from 'vitest/config'

/** Tests the shop as a whole in containers and in other browsers. A test depends on those before it in its file. */
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
