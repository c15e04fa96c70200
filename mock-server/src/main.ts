import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The cache is in the bundle's folder, so that a new build starts with an empty one. Node ignores it if it is read-only.
enableCompileCache(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)))

/** Entry point in a checkout and in the container image. It runs on import. */
const { runEmulator } = await import('./run-emulator.ts')
const { CHECKOUT, IMAGE } = await import('./settings.ts')
await runEmulator(process.argv.slice(2), process.env.KITABO_HOME === 'image' ? IMAGE : CHECKOUT)
