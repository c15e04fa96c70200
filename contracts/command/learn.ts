import { createHmac, randomBytes } from 'node:crypto'
import { printSamples, sampleHost } from '../harness/memory/sample.ts'
import { EXIT } from '../harness/report/exit-code.ts'
import { printableJson } from '../harness/report/printable.ts'
import { credentialsFromEnvironment } from './credentials.ts'
import type { Options } from './options.ts'
import { writeText } from './report-files.ts'
import { startEmbedded } from './start-embedded.ts'

/** Samples the reads of a host and prints the suggested change of the contracts. */
export async function learn(options: Options): Promise<number> {
  const { contracts, target, only, samples, spacing, timeout, reports } = options
  const embedded = target === null ? await startEmbedded() : null
  // The key is discarded, so hashes can only be compared within one recording.
  const key = randomBytes(32)
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 12)
  try {
    const side = embedded
      ? embedded.side
      : { origin: target as string, credentials: credentialsFromEnvironment(), isEmulator: false }
    const sampled = await sampleHost({ contracts, side, only, samples, spacing, timeout, hash })
    process.stdout.write(printSamples(sampled))
    const recordings = sampled.map(({ name, recordings: bodies }) => ({ endpoint: name, responses: bodies }))
    for (const { file } of reports) writeText(file, printableJson({ target: side.origin, recordings }))
    if (sampled.length > 0) return EXIT.kept
    process.stderr.write('Nothing could be sampled: the host sent no readable response.\n')
    return EXIT.unreachable
  } finally {
    await embedded?.close()
  }
}
