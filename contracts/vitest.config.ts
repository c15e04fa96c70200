import { defineProject } from 'vitest/config'
import { SHARED } from '../vitest.config.ts'

export default defineProject({ test: { ...SHARED, name: 'contracts' } })
