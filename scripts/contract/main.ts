import { EXIT } from '../../contracts/harness/exit-code.ts'
import { accept } from './accept.ts'
import { judge } from './judge.ts'
import { learn } from './learn.ts'
import { readCommand } from './options.ts'
import { replay } from './replay.ts'
import { readReport } from './report-files.ts'
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
        return await learn(options)
      case 'replay':
        return await replay(readReport(files[0] as string), options.port)
      default:
        return await judge(options)
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
}
