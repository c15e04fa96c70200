// Runs end-to-end tests with the built shop. Accepts the options of `playwright test`, such as buying.spec.ts.

import { prepareEndToEnd } from './build/prepare-end-to-end.ts'
import { refuseConsumedTestOptions } from './command-line.ts'
import { runProgram } from './run-program.ts'

const args = process.argv.slice(2)
refuseConsumedTestOptions(args)
if (!args.includes('--help')) Object.assign(process.env, (await prepareEndToEnd()).env)
process.exitCode = runProgram('playwright', ['test', ...args], 'web')
