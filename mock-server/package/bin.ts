#!/usr/bin/env node
import { join } from 'node:path'
import { explainOldNode } from 'contracts/command-line/old-node'

/** The package's command: listens on a free port, in memory, with the bundled console. */
const problem = explainOldNode('The emulator')
if (problem !== null) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  // Imported after the check, because old versions cannot load these modules.
  const { runEmulator } = await import('../src/run-emulator.ts')
  await runEmulator(process.argv.slice(2), {
    usage: 'kitabo-emulator [options]',
    port: 0,
    portVariable: 'PORT',
    data: null,
    console: join(import.meta.dirname, '..', 'console'),
  })
}
