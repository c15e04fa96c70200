// Shared by the npm scripts: root folder, version, output, parsing of options, and running programs.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import {
  CommandLine,
  explainConsumedOptions,
  formatCommandError,
} from '../contracts/src/command-line/create-command.ts'
import { UserError } from '../contracts/src/command-line/user-error.ts'

export { OLDEST_NODE } from './toolchain/fetch-node.mjs'
export { UserError }

export const root = resolve(import.meta.dirname, '..')

/** Version of the project, which is also the version of its packages and releases. */
export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

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

/** Reads a variable with a port. @throws UserError if it is no port number */
export function portOf(variable: string, fallback: number): number {
  const text = process.env[variable] || String(fallback)
  const port = parsePort(text)
  if (port === null)
    throw new UserError(`${variable} must be a port number from 1 to 65535, found "${text}".`)
  return port
}

/** Parses the value of an option. @throws InvalidArgumentError if it is no port number */
export function parsePortOption(text: string): number {
  const port = parsePort(text)
  if (port === null) throw new InvalidArgumentError('It must be a port number from 1 to 65535.')
  return port
}

function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d+$/.test(text) && port >= 1 && port <= 65_535 ? port : null
}

/** Returns the path of a program that is installed in a workspace package, by default in the root. */
export const bin = (name: string, workspace = '.') => join(root, workspace, 'node_modules', '.bin', name)

/** Runs a package's program with the package as working directory and inherited stdio. @returns its exit code */
export function runProgram(name: string, args: readonly string[], workspace = '.'): number {
  const cwd = join(root, workspace)
  const { status, error } = spawnSync(bin(name, workspace), args, { cwd, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
