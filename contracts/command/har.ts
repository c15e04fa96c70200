import { judgeHar } from '../harness/check/check-har.ts'
import { Har } from '../harness/check/har.ts'
import { UsageError } from '../src/command-line.ts'
import type { EmbeddedEmulator } from './emulator.ts'
import type { Options } from './options.ts'
import { readAs, readBaseline } from './report-files.ts'
import { findRemote, startEmbedded } from './start-embedded.ts'
import { writeReports } from './write-reports.ts'

/**
 * Validates recorded traffic and writes the reports. Sends nothing to the host.
 * @returns the exit code
 */
export async function har(files: readonly string[], options: Options): Promise<number> {
  const memory = readBaseline(options.baseline)
  const hars = files.map((file) => readAs(file, 'a HAR', (content) => Har.parse(content)))
  let embedded: EmbeddedEmulator | undefined
  try {
    const emulator = async () => {
      if (options.emulator !== 'embedded') return findRemote(options.emulator)
      embedded = await startEmbedded()
      return embedded.side
    }
    const report = await judgeHar(hars, {
      ...options,
      memory,
      emulator: options.emulator === 'none' ? null : emulator,
    })
    if (report === null) {
      const whose = options.target === null ? 'of the API' : `of ${options.target}`
      throw new UsageError(`${files.join(', ')}: no recorded response is ${whose}.`)
    }
    writeReports(report, options)
    return report.summary.exitCode
  } finally {
    await embedded?.close()
  }
}
