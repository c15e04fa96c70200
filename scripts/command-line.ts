// The command lines of the npm scripts: their output, options, and environment variables with a port.
import { type Command, InvalidArgumentError } from 'commander'
import {
  CommandLine,
  explainConsumedOptions,
  formatCommandError,
} from '../contracts/src/command-line/create-command.ts'
import { UserError } from '../contracts/src/command-line/user-error.ts'

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Creates a command line. @param name as in `npm run NAME` */
export function commandLine(name: string, description: string): Command {
  return new CommandLine(`npm run ${name} --`)
    .description(description)
    .configureOutput({ writeErr: () => {} })
    .exitOverride((error) => {
      if (error.exitCode !== 0) process.stderr.write(`${formatCommandError(error)}\n`)
      process.exit(error.exitCode)
    })
}

/** The usual options of Vitest and Playwright, to which the commands `unit` and `e2e` pass on theirs. */
const TEST_OPTIONS = [
  '--bail',
  '--changed',
  '--coverage',
  '--grep',
  '--grep-invert',
  '--headed',
  '--last-failed',
  '--list',
  '--project',
  '--repeat-each',
  '--reporter',
  '--retries',
  '--retry',
  '--shard',
  '--trace',
  '--ui',
  '--update',
  '--watch',
  '--workers',
]

/** @throws UserError if npm has kept an option of a test runner for itself */
export function refuseConsumedTestOptions(args: readonly string[]): void {
  const problem = explainConsumedOptions(TEST_OPTIONS, args)
  if (problem !== null) throw new UserError(problem)
}

/** Parses a positive integer. */
export function parsePositiveInteger(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.')
  return Number(text)
}

/** Reads a variable with a port. @throws UserError if it is not a port number */
export function portOf(variable: string, fallback: number): number {
  const text = process.env[variable] || String(fallback)
  const port = parsePort(text)
  if (port === null)
    throw new UserError(`${variable} must be a port number from 1 to 65535, found "${text}".`)
  return port
}

/** Parses the value of an option. @throws InvalidArgumentError if it is not a port number */
export function parsePortOption(text: string): number {
  const port = parsePort(text)
  if (port === null) throw new InvalidArgumentError('It must be a port number from 1 to 65535.')
  return port
}

function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d+$/.test(text) && port >= 1 && port <= 65_535 ? port : null
}
