import { Command } from 'commander'

/** Creates a command line of the contract command or the emulator. It throws instead of exiting the process. */
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

/** Returns `Unknown option '--prot'` for commander's `error: unknown option '--prot'`. */
export function sentenceOf({ message }: Error): string {
  const [line = ''] = message.replace(/^error: /, '').split('\n')
  return line.charAt(0).toUpperCase() + line.slice(1).replace(/\.$/, '')
}
