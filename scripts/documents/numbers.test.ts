import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../project.ts'
import { listFiles } from './document-code.ts'

/**
 * The numbers in the documents, each with the text of the declaration that it repeats: most are private to their
 * modules.
 */
const NUMBERS: Record<string, [phrase: string, declaration: string][]> = {
  'CONTRIBUTING.md': [
    ['Up to two end-to-end tests', 'MAX_FLAKY = 2'],
    ['19 options, other verbs 7', "'validate' ? 19 : 7"],
    ['at least two days old', 'minimumReleaseAge: 2880'],
  ],
  'SECURITY.md': [['at least two days old', 'minimumReleaseAge: 2880']],
  'docs/deployment.md': [
    ['at most two minutes', 'MAX_WAIT_MS = 120_000'],
    ['more than 9,000 pages', 'MAX_RULES = 9000'],
    ['at most 9,000', 'MAX_RULES = 9000'],
    ['20,000 files', 'MAX_FILES = 20_000'],
    ['2,000 characters per header line', 'MAX_HEADER_LINE = 2000'],
  ],
  'docs/search.md': [
    ['up to 4 seconds', 'INDEX_TIMEOUT_MS = 4000'],
    ['Up to four', 'MAX_BEFORE = 4'],
    ['up to six', 'MAX_AFTER = 6'],
    ['up to 12', 'MAX_ALONE = 12'],
    ['10,000 products', 'MAX_PRODUCTS = 10_000'],
    ['slices of 8 ms', 'SLICE_MS = 8'],
    ['up to 150 responses', 'MAX_ENTRIES = 150'],
    ['for 30 days', 'MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000'],
  ],
  'web/README.md': [
    ['up to 200 images', 'maxEntries: 200'],
    ['for 30 days', 'maxAgeSeconds: 30 *'],
    ['three seconds', 'PAGE_TIMEOUT_MS = 3000'],
    ['0.9 seconds', 'START_TIMEOUT_MS = 900'],
    ['six seconds', 'SLOW_AFTER_MS = 6000'],
  ],
  'contracts/README.md': [
    ['has sent 60 requests', 'MAX_REQUESTS = 60'],
    ['at most 90 s in total', '?? 90_000'],
    ['limited to 8 MB', 'SIZE_LIMIT = 8 * 1024 * 1024'],
  ],
  'docs/findings.md': [
    ['larger than 8 MB', 'SIZE_LIMIT = 8 * 1024 * 1024'],
    ['The limit is 5 s', 'SLOW_AFTER_MS = 5000'],
  ],
  'mock-server/README.md': [
    ['| body | 1 MB', 'bodyLimit: 1_048_576'],
    ['64 levels', 'MAX_DEPTH = 64'],
    ['10,000 values', 'MAX_VALUES = 10_000'],
    ['multipart: 64 KB', 'MULTIPART_BYTES = 64 * 1024'],
    ['| path | 2,000', 'MAX_PATH_LENGTH = 2000'],
    ['| outbox | 500 messages', 'MAX_MESSAGES = 500'],
    ['messages and 2 MB', 'MAX_OUTBOX_BYTES = 2_000_000'],
    ['| world | 32 MB', 'MAX_WORLD_GROWTH_BYTES = 32 * 1024 * 1024'],
    ['512 MB together', 'MAX_TOTAL_BYTES = 512 * 1024 * 1024'],
    ['last thousand requests', 'MAX_ENTRIES = 1000'],
    ['N = 2^15, p = 3', 'N: 2 ** 15, r: 8, p: 3'],
  ],
}

/** The lines of all sources and of the configuration of pnpm. */
const lines = listFiles('*.ts', 'pnpm-workspace.yaml')
  .filter((file) => file !== 'scripts/documents/numbers.test.ts')
  .flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))

test.each(Object.entries(NUMBERS))('the numbers in %s repeat one declaration each', (document, numbers) => {
  const text = readFileSync(join(root, document), 'utf8').replace(/\s+/g, ' ')
  for (const [phrase, declaration] of numbers) {
    expect(text).toContain(phrase)
    const declaring = lines.filter((line) => /^(?!\w)/.test(line.split(declaration)[1] ?? 'none'))
    expect(declaring, declaration).toHaveLength(1)
  }
})
