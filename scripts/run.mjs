/**
 * Entry point of all commands: `node scripts/run.mjs <command> [options]`, or `npm run <command> -- [options]`. Starts
 * on Node 16 or later and runs the command with a supported version.
 */
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findRuntime, runUnder, UserError } from './runtime.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const args = process.argv.slice(2)

if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs')
try {
  const runtime = findRuntime(resolve(here, '..'))
  if (runtime) runUnder(runtime, [fileURLToPath(import.meta.url), ...args])
  else {
    const { runCommand } = await import(pathToFileURL(join(here, 'commands.ts')).href)
    await runCommand(args)
  }
} catch (reason) {
  const error = /** @type {Error} */ (reason)
  process.stderr.write(`\n${error instanceof UserError ? error.message : error.stack}\n`)
  process.exitCode = 1
}
