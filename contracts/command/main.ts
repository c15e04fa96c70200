import { setFlagsFromString } from 'node:v8'
import { EXIT } from '../harness/report/exit-code.ts'
import { printable } from '../harness/report/printable.ts'
import { UsageError } from '../src/command-line.ts'
import { CHECKOUT, type Home, helpText } from './flags.ts'
import { withContracts } from './load-contracts.ts'
import { readCommandLine } from './options.ts'
import { readReport } from './report-files.ts'

/**
 * Runs a command line and returns its exit code. Subcommands are loaded on demand, because the emulator loads slowly.
 */
export async function main(args: readonly string[], home: Home = CHECKOUT): Promise<number> {
  // Responses are garbage after validation. Collecting them early keeps a run with a list of 8 MB at 200 MB instead
  // of 350.
  setFlagsFromString('--optimize-for-size')
  try {
    const { name, files, options: read } = readCommandLine(args, home)
    if (name === 'help') {
      process.stdout.write(helpText(home.command))
      return EXIT.kept
    }
    const options = await withContracts(read)
    const [file = ''] = files
    switch (name) {
      case 'accept':
        return (await import('./accept.ts')).accept(file, options)
      case 'har':
        return await (await import('./har.ts')).har(files, options)
      case 'seen':
        return await (await import('./browser-reports.ts')).seen(files, options)
      case 'history':
        return (await import('./history.ts')).history(options)
      case 'learn':
        return await (await import('./learn.ts')).learn(options)
      case 'replay':
        return await (await import('./replay.ts')).replay(readReport(file), Number(process.env.PORT) || 0)
      case 'validate':
        return await (await import('./judge.ts')).judge(options)
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${printable(error.message)}\n`)
    return EXIT.usage
  }
}
