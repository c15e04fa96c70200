// Installs the packages into empty folders with npm, and tests them with real clients. Accepts the options of vitest.
import { buildConsole } from './build/build.ts'
import { runProgram } from './run-program.ts'
import { findChromium } from './toolchain/programs.ts'

const args = process.argv.slice(2)
if (!args.includes('--help')) {
  buildConsole()
  process.env.CHROMIUM_PATH = await findChromium()
}
process.exitCode = runProgram('vitest', ['run', '--config=scripts/packages/vitest.config.ts', ...args])
