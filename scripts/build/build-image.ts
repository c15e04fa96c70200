/** Builds what the emulator's image runs: its bundle and its console. To be run by the Dockerfile. */
import { buildConsole } from './build-console.ts'
import { buildEmulator } from './build-emulator.ts'

buildConsole()
await buildEmulator()
