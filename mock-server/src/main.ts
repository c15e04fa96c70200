import { runEmulator } from './run-emulator.ts'

/** The program of a checkout. It is run, never imported. */
await runEmulator(process.argv.slice(2))
