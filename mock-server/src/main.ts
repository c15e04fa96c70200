import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// In the bundle's folder, so that a new build starts with an empty cache. Skipped if it is read-only.
enableCompileCache(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)))

/** The command of a checkout and of the image. Run it; do not import it. */
const { runEmulator } = await import('./run-emulator.ts')
const { CHECKOUT, IMAGE } = await import('./settings.ts')
await runEmulator(process.argv.slice(2), process.env.KITABO_HOME === 'image' ? IMAGE : CHECKOUT)
