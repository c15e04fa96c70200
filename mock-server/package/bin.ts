#!/usr/bin/env node
import { join } from 'node:path'
import { runEmulator } from '../src/run-emulator.ts'

/** The package's command: listens on a free port, in memory, with the bundled console. */
await runEmulator(process.argv.slice(2), {
  usage: 'kitabo-emulator [options]',
  port: 0,
  data: null,
  console: join(import.meta.dirname, '..', 'console'),
})
