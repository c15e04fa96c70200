import { defineProject, mergeConfig } from 'vitest/config'
import { BROWSER } from '../../vitest.config.ts'
import viteConfig from './vite.config.ts'

export default mergeConfig(viteConfig, defineProject({ test: { ...BROWSER, name: 'console' } }))
