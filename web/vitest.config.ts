import { defineProject, mergeConfig } from 'vitest/config'
import { BROWSER } from '../vitest.config.ts'
import viteConfig from './vite.config.ts'

const include = ['{src,build,test}/**/*.test.{ts,tsx}']

export default defineProject((environment) =>
  mergeConfig(viteConfig(environment), { test: { ...BROWSER, name: 'web', include } }),
)
