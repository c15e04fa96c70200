import { EXIT } from '../../contracts/harness/exit-code.ts'
import { printable } from '../../contracts/harness/printable.ts'
import { readCommand } from './options.ts'
import { readReport } from './report-files.ts'
import { HELP, UsageError } from './usage.ts'

/**
 * Runs one command line and answers its exit code. What a command needs is loaded when it is known: an emulator takes
 * longer to load than a sentence to print.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { name, files, options } = readCommand(args)
    switch (name) {
      case 'help':
        process.stdout.write(HELP)
        return EXIT.kept
      case 'accept':
        return (await import('./accept.ts')).accept(files[0] as string, options)
      case 'learn':
        return await (await import('./learn.ts')).learn(options)
      case 'replay':
        return await (await import('./replay.ts')).replay(readReport(files[0] as string), options.port)
      default:
        return await (await import('./judge.ts')).judge(options)
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${printable(error.message)}\n`)
    return EXIT.usage
  }
}
