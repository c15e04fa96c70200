import { Command, CommanderError, Option } from 'commander'
import { type OptionDefinition, type OptionTable, UsageError, type ValuesOf } from './command-line.ts'

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
 * @throws UsageError for an invalid argument, with a one-sentence message
 */
export async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw new UsageError(sentenceOf(error))
  }
}

/** Returns `Unknown option '--prot'` for commander's `error: unknown option '--prot'`. */
function sentenceOf({ message }: CommanderError): string {
  const [line = ''] = message.replace(/^error: /, '').split('\n')
  return line.charAt(0).toUpperCase() + line.slice(1).replace(/\.$/, '')
}

/**
 * Parses options that are declared in a table. Every table also accepts `--help`.
 * @throws UsageError for an invalid argument
 * @example
 * const { values } = parseOptions(['--port', '0'], { port: { value: 'N', summary: 'port to listen on' } })
 */
export function parseOptions<const O extends OptionTable>(
  args: readonly string[],
  table: O,
  { allowPositionals = false } = {},
): { values: ValuesOf<O> & { help?: boolean }; positionals: string[] } {
  const command = tableCommand(table).allowExcessArguments(allowPositionals).helpOption(false)
  const names = Object.keys({ ...table, help: 0 })
  try {
    command.option('-h, --help').parse(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) throw new UsageError(sentenceOf(error))
    throw error
  }
  const values = names.flatMap((name) => {
    const value = command.getOptionValue(new Option(`--${name}`).attributeName())
    return value === undefined ? [] : [[name, value]]
  })
  return { values: Object.fromEntries(values), positionals: command.args }
}

function tableCommand(table: OptionTable): Command {
  const command = createCommand('')
  for (const [name, { value, summary, multiple }] of Object.entries<OptionDefinition>(table)) {
    const option = new Option(`--${name}${value ? ` <${value}>` : ''}`, summary)
    if (multiple) option.argParser<string[]>((text, earlier = []) => [...earlier, text])
    command.addOption(option)
  }
  return command
}

/** Formats the options for the help text. */
export function optionLines(table: OptionTable): string {
  const { options } = tableCommand(table).option('-h, --help', 'print this help')
  const rows = options.map(({ flags, description }) => [flags.replace(/^-h, /, ''), description] as const)
  const width = Math.max(...rows.map(([flags]) => flags.length)) + 2
  return rows.map(([flags, summary]) => `  ${flags.padEnd(width)}${summary}`).join('\n')
}
