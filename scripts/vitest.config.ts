import { defineProject } from 'vitest/config'
import { COMMON } from '../vitest.config.ts'

/** One process per file, because these tests start programs. */
export default defineProject({ test: { ...COMMON, name: 'scripts' } })
