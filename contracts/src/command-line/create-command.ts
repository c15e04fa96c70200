import { Command, type ParseOptions } from 'commander'
import { nearestName } from '../nearest-name.ts'

type Env = Record<string, string | undefined>

/** A command line that exits with an error if npm has consumed one of its options. */
export class CommandLine extends Command {
  override parse(argv?: readonly string[], options?: ParseOptions): this {
    this.#rejectConsumedOptions(argv)
    return super.parse(argv, options)
  }

  override async parseAsync(argv?: readonly string[], options?: ParseOptions): Promise<this> {
    this.#rejectConsumedOptions(argv)
    return super.parseAsync(argv, options)
  }

  #rejectConsumedOptions(argv: readonly string[] = process.argv): void {
    const declared = [this, ...this.commands].flatMap(({ options }) => options)
    const problem = explainConsumedOptions(
      declared.flatMap(({ long }) => long ?? []),
      argv,
    )
    if (problem !== null) this.error(`error: ${problem}`)
  }
}

/**
 * Explains that options before `--` are npm's: `npm start --port 9000` sets `npm_config_port` and passes on only 9000.
 * Otherwise, the command would silently run with default settings.
 * @param options the command's options, such as `--port`
 * @param args the arguments that npm passed on. An option among them is not missing, even if npm has a setting of the
 * same name
 */
export function explainConsumedOptions(
  options: readonly string[],
  args: readonly string[],
  env: Env = process.env,
): string | null {
  const { npm_command: by, npm_lifecycle_event: script } = env
  if (script === undefined || by === undefined || by === 'exec') return null
  const isConsumed = (option: string) =>
    env[`npm_config_${option.slice(2).replaceAll('-', '_')}`] !== undefined &&
    !args.some((arg) => arg === option || arg.startsWith(`${option}=`))
  const consumed = [...new Set(options)].filter(isConsumed)
  if (consumed.length === 0) return null
  const command = script === 'start' || script === 'test' ? `npm ${script}` : `npm run ${script}`
  const names = `the option${consumed.length === 1 ? '' : 's'} ${consumed.join(' and ')}`
  return `npm consumed ${names}. Add -- before ${consumed.length === 1 ? 'it' : 'them'}: ${command} -- ${consumed.join(' … ')} …`
}

/** Creates a command line of the contract command or the emulator. It throws instead of exiting the process. */
export function createCommand(name: string, summary = ''): Command {
  return new CommandLine(name)
    .description(summary)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .allowExcessArguments(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
}

/**
 * Returns commander's error message as one sentence: `Unknown option '--prot' (did you mean --port?); --help lists the
 * options.`
 */
export function formatCommandError({ message, code }: Error & { code?: string }): string {
  const [line = '', hint = ''] = message.replace(/^error: /, '').split('\n')
  const sentence = line.charAt(0).toUpperCase() + line.slice(1).replace(/\.$/, '')
  const suggestion = hint.startsWith('(Did') ? ` (did${hint.slice(4)}` : ''
  // Messages of `Command.error` already contain the solution.
  if (code === 'commander.error') return sentence
  return `${sentence}${suggestion}; --help lists the options.`
}

/** Returns an error message for a command that does not exist: `Unknown command 'hra' (did you mean har?); …` */
export function explainUnknownCommand(command: string, commands: readonly string[]): string {
  const nearest = nearestName(command, commands)
  const hint = nearest === null ? '' : ` (did you mean ${nearest}?)`
  return `Unknown command '${command}'${hint}; the commands are ${commands.slice(0, -1).join(', ')} and ${commands.at(-1)}.`
}
