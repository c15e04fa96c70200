import { defineProject } from 'vitest/config'
import { SHARED } from '../vitest.config.ts'

/** The console has its own configuration. */
export default defineProject({
  test: { ...SHARED, name: 'mock-server', include: ['src/**/*.test.ts'], setupFiles: 'test/stderr.ts' },
})
