import { Command, CommanderError } from 'commander'
import { UserError } from './user-error.ts'

/** Creates a command that throws instead of exiting the process. */
export function createCommand(name: string, summary = ''): Command {
  return new Command(name)
    .description(summary)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .allowExcessArguments(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
}

/**
 * Parses the arguments of a command and runs its action.
 * @throws UserError for an invalid argument, with a one-sentence message
 */
export async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw new UserError(sentenceOf(error))
  }
}

/** Returns `Unknown option '--prot'` for commander's `error: unknown option '--prot'`. */
export function sentenceOf({ message }: Error): string {
  const [line = ''] = message.replace(/^error: /, '').split('\n')
  return line.charAt(0).toUpperCase() + line.slice(1).replace(/\.$/, '')
}
