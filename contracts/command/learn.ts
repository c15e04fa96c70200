import { createHmac, randomBytes } from 'node:crypto'
import { EXIT } from '../harness/exit-code.ts'
import { printableJson } from '../harness/printable.ts'
import { printLessons, sampleHost } from '../harness/sample.ts'
import { credentialsFromEnvironment } from './credentials.ts'
import type { Options } from './options.ts'
import { writeText } from './report-files.ts'

/** Samples the reads of a host and prints the change to the contracts that they suggest. */
export async function learn(options: Options): Promise<number> {
  const { target, only, samples, spacing, timeout, record } = options
  const embedded = target === null ? await startEmbedded() : null
  // The key is thrown away: hashes can be compared within one recording and say nothing outside it.
  const key = randomBytes(32)
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 12)
  try {
    const side = embedded
      ? embedded.side
      : { origin: target as string, credentials: credentialsFromEnvironment(), isEmulator: false }
    const lessons = await sampleHost({ side, only, samples, spacing, timeout, hash })
    process.stdout.write(printLessons(lessons))
    if (record) {
      const recordings = lessons.map(({ name, recordings: bodies }) => ({ endpoint: name, answers: bodies }))
      writeText(record, printableJson({ target: side.origin, recordings }))
    }
    if (lessons.length > 0) return EXIT.kept
    process.stderr.write('Nothing could be sampled: the host gave no answer to learn from.\n')
    return EXIT.unreachable
  } finally {
    await embedded?.close()
  }
}

/** Loaded only when it is wanted: it is most of what takes time to load. */
async function startEmbedded() {
  return (await import('./emulator.ts')).startEmbeddedEmulator()
}
