import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// In the folder of the bundle, so that a new one starts without. Where that cannot be written to, it goes without.
enableCompileCache(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)))

/** The program of a checkout. It is run, never imported. */
const { runEmulator } = await import('./run-emulator.ts')
await runEmulator(process.argv.slice(2))
