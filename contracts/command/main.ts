import { setFlagsFromString } from 'node:v8'
import { type Command, CommanderError, type Option } from 'commander'
import { EXIT, EXIT_MEANINGS } from '../harness/report/exit-code.ts'
import {
  createCommand,
  explainUnknownCommand,
  formatCommandError,
} from '../src/command-line/create-command.ts'
import { explainOldNode } from '../src/command-line/old-node.ts'
import { toPrintable } from '../src/command-line/printable.ts'
import { UserError } from '../src/command-line/user-error.ts'
import { addAcceptCommand } from './accept.ts'
import { addHarCommand } from './har.ts'
import { addHistoryCommand } from './history.ts'
import { type Installation, REPOSITORY } from './installation.ts'
import { addValidateCommand } from './validate.ts'

/** Runs the command line of this process and exits. */
export async function runProcess(installation?: Installation): Promise<void> {
  // Makes V8 collect garbage earlier. A run that validates a list of 8 MB then uses 200 MB of memory instead of 350
  // MB. Set for the command's own process only, because it slows down everything else, such as tests that call main.
  setFlagsFromString('--optimize-for-size')
  guardProcess()
  exitSoon(await main(process.argv.slice(2), installation))
}

/**
 * Keeps the exit code of this process: errors of stdout and stderr, such as a closed pipe or a full disk, are ignored,
 * and an uncaught error exits with 7 instead of 1.
 */
function guardProcess(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => {
    process.stderr.write(stackOf(error))
    process.exit(EXIT.internal)
  })
}

/** Time in milliseconds that background compilation has to finish. */
const EXIT_DELAY_MS = 100

/**
 * Exits the process after a short delay. Trap: `process.exit` deadlocks while a background compilation is waiting for
 * a garbage collection (https://github.com/nodejs/node/issues/54918).
 */
function exitSoon(code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(), EXIT_DELAY_MS)
}

/** Runs a command line and returns its exit code. */
export async function main(
  args: readonly string[],
  installation: Installation = REPOSITORY,
): Promise<number> {
  let code: number = EXIT.kept
  const program = createProgram(installation, (result) => {
    code = result
  })
  try {
    const oldNode = explainOldNode('The command')
    if (oldNode !== null) throw new UserError(oldNode)
    // npm and pnpm may pass on the `--` separator.
    await runCommand(
      program,
      args.filter((arg) => arg !== '--'),
    )
    return code
  } catch (error) {
    if (!(error instanceof UserError)) {
      process.stderr.write(stackOf(error))
      return EXIT.internal
    }
    process.stderr.write(`${toPrintable(error.message)}\n`)
    return EXIT.usage
  }
}

/**
 * Parses the arguments of a command and runs its action.
 * @throws UserError for an invalid argument, with a one-sentence message
 */
async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const [first] = command.args
    const names = command.commands.map((verb) => verb.name())
    if (error.code === 'commander.excessArguments' && first !== undefined && !names.includes(first))
      throw new UserError(explainUnknownCommand(first, names))
    if (error.exitCode !== 0) throw new UserError(formatCommandError(error))
  }
}

/** Returns the stack trace of an error as printable lines. */
function stackOf(error: unknown): string {
  const { stack, message } = error instanceof Error ? error : new Error(String(error))
  return `\n${(stack ?? message).split('\n').map(toPrintable).join('\n')}\n`
}

/** @param finish receives the exit code */
export function createProgram(installation: Installation, finish: (code: number) => void): Command {
  const program = createCommand(
    installation.command,
    'Validates a host against the contracts; by default, the embedded emulator.',
  )
  addValidateCommand(program, installation, finish)
  addAcceptCommand(program, finish)
  addHistoryCommand(program, installation.historyFile, finish)
  addHarCommand(program, installation, finish)
  program.hook('preSubcommand', refuseEarlierOptions)
  const verbs = program.commands.map((command) => `\n${command.helpInformation()}`)
  return program.addHelpText('after', `${verbs.join('')}${NOTES}`)
}

/** @throws for an option before the verb, which the verb would not see */
function refuseEarlierOptions(program: Command, verb: Command): void {
  const isGiven = (option: Option) => program.getOptionValueSource(option.attributeName()) === 'cli'
  const name = program.options.find(isGiven)?.long
  const verbName = verb.name()
  if (name) program.error(`${name} must follow ${verbName}: ${program.name()} ${verbName} ${name} …`)
}

const NOTES = `
Credentials, from the environment only: PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD (one login).
For --staging: PROVIDER_CODE is a fixed one-time code; PROVIDER_CODE_COMMAND prints the code sent to $CONTRACT_EMAIL;
PROVIDER_MAIL_DOMAIN is the domain of registered accounts (default: kitabo.example).
Without --write, only GETs declared as read-only, preflights and that login are sent.

Exit codes:
${Object.entries(EXIT_MEANINGS)
  .map(([code, meaning]) => `  ${code.padEnd(8)}  ${meaning}\n`)
  .join('')}`
