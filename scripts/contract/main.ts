import { EXIT } from '../../contracts/harness/exit-code.ts'
import { accept } from './accept.ts'
import { judge } from './judge.ts'
import { readCommand } from './options.ts'
import { HELP, UsageError } from './usage.ts'

/** Runs one command line and answers its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { name, files, options } = readCommand(args)
    switch (name) {
      case 'help':
        process.stdout.write(HELP)
        return EXIT.kept
      case 'accept':
        return accept(files[0] as string, options)
      case 'learn':
      case 'replay':
        return 2
      default:
        return await judge(options)
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
}
