#!/usr/bin/env node
import { join } from 'node:path'
import { runEmulator } from '../src/run-emulator.ts'

/** The program of the package: a free port, nothing kept, and the console that it brings. */
await runEmulator(process.argv.slice(2), {
  usage: 'kitabo-emulator [options]',
  port: 0,
  data: null,
  console: join(import.meta.dirname, '..', 'console'),
})
