import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { InstallDefaults } from './settings.ts'

// The cache is in the bundle's folder, so that a new build starts with an empty one. Node ignores it if it is
// read-only.
enableCompileCache(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)))

/** Entry point in a checkout and in the container image. It runs on import. */
const { runEmulator } = await import('./run-emulator.ts')
const { GIT_CHECKOUT, DEV_SERVER, CONTAINER_IMAGE } = await import('./settings.ts')
const installations: Record<string, InstallDefaults> = { image: CONTAINER_IMAGE, development: DEV_SERVER }
await runEmulator(process.argv.slice(2), installations[process.env.KITABO_HOME ?? ''] ?? GIT_CHECKOUT)
