import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../command.ts'

/** The figures in the documents, each with the declaration that it repeats. */
const FIGURES: [document: string, phrases: string[], file: string, declaration: string][] = [
  ['CONTRIBUTING.md', ['Up to two end-to-end tests'], 'scripts/test.ts', 'MAX_FLAKY = 2'],
  [
    'CONTRIBUTING.md',
    ['19 options, other verbs 7'],
    'contracts/command/test/flags.test.ts',
    "'validate' ? 19 : 7",
  ],
  ['CONTRIBUTING.md', ['at least two days old'], 'pnpm-workspace.yaml', 'minimumReleaseAge: 2880'],
  ['SECURITY.md', ['at least two days old'], 'pnpm-workspace.yaml', 'minimumReleaseAge: 2880'],
  ['docs/deployment.md', ['at most two minutes'], 'web/build/host-source.ts', 'MAX_WAIT_MS = 120_000'],
  [
    'docs/deployment.md',
    ['more than 9,000 pages', 'at most 9,000'],
    'web/build/hosts/netlify.ts',
    'MAX_RULES = 9000',
  ],
  ['docs/deployment.md', ['20,000 files'], 'web/build/hosts/cloudflare.ts', 'MAX_FILES = 20_000'],
  [
    'docs/deployment.md',
    ['2,000 characters per header line'],
    'web/build/hosts/cloudflare.ts',
    'MAX_HEADER_LINE = 2000',
  ],
  [
    'docs/search.md',
    ['up to 4 seconds'],
    'web/src/features/search/index/rank-response.ts',
    'INDEX_TIMEOUT_MS = 4000',
  ],
  ['docs/search.md', ['Up to four'], 'web/src/features/search/index/rank.ts', 'MAX_BEFORE = 4'],
  ['docs/search.md', ['up to six'], 'web/src/features/search/index/rank.ts', 'MAX_AFTER = 6'],
  ['docs/search.md', ['up to 12'], 'web/src/features/search/index/rank.ts', 'MAX_ALONE = 12'],
  [
    'docs/search.md',
    ['10,000 products'],
    'web/src/features/search/index/shop-index.ts',
    'MAX_PRODUCTS = 10_000',
  ],
  ['docs/search.md', ['slices of 8 ms'], 'web/src/features/search/index/page-index.ts', 'SLICE_MS = 8'],
  ['docs/search.md', ['up to 150 responses'], 'web/src/api/offline-store.ts', 'MAX_ENTRIES = 150'],
  [
    'docs/search.md',
    ['for 30 days'],
    'web/src/api/offline-store.ts',
    'MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000',
  ],
  [
    'web/README.md',
    ['up to 200 images', 'for 30 days'],
    'web/service-worker/images.ts',
    'maxEntries: 200, maxAgeSeconds: 30 *',
  ],
  ['web/README.md', ['three seconds'], 'web/service-worker/worker.ts', 'PAGE_TIMEOUT_MS = 3000'],
  ['web/README.md', ['0.9 seconds'], 'web/src/load-app.ts', 'setTimeout(start, 900)'],
  ['web/README.md', ['six seconds'], 'web/src/api/offline-cache.ts', 'RESPONSE_TIMEOUT_MS = 6000'],
  ['contracts/README.md', ['After 60 requests'], 'contracts/harness/check/probe.ts', 'MAX_REQUESTS = 60'],
  ['contracts/README.md', ['up to 90 s in total'], 'contracts/harness/send/open-hosts.ts', '?? 90_000'],
  [
    'contracts/README.md',
    ['limited to 8 MB'],
    'contracts/harness/send/request.ts',
    'SIZE_LIMIT = 8 * 1024 * 1024',
  ],
  ['contracts/README.md', ['up to 25 findings'], 'scripts/lab/impact.ts', 'MAX_FINDINGS = 25'],
  [
    'docs/findings.md',
    ['larger than 8 MB'],
    'contracts/harness/send/request.ts',
    'SIZE_LIMIT = 8 * 1024 * 1024',
  ],
  ['docs/findings.md', ['The limit is 5 s'], 'contracts/harness/check/response.ts', 'SLOW_AFTER_MS = 5000'],
  ['mock-server/README.md', ['Bodies: 1 MB'], 'mock-server/src/app.ts', 'bodyLimit: 1_048_576'],
  ['mock-server/README.md', ['64 levels'], 'mock-server/src/http/request/read-json.ts', 'MAX_DEPTH = 64'],
  [
    'mock-server/README.md',
    ['10,000 values'],
    'mock-server/src/http/request/read-json.ts',
    'MAX_VALUES = 10_000',
  ],
  [
    'mock-server/README.md',
    ['multipart: 64 KB'],
    'mock-server/src/http/request/parse-body.ts',
    'MULTIPART_BYTES = 64 * 1024',
  ],
  ['mock-server/README.md', ['Paths: 2,000'], 'mock-server/src/http/request-hooks.ts', 'MAX_PATH = 2000'],
  ['mock-server/README.md', ['Outbox: 2 MB'], 'mock-server/src/world/outbox.ts', 'MAX_BYTES = 2_000_000'],
  [
    'mock-server/README.md',
    ['grow by 32 MB'],
    'mock-server/src/world/worlds.ts',
    'MAX_GROWTH = 32 * 1024 * 1024',
  ],
  [
    'mock-server/README.md',
    ['512 MB together'],
    'mock-server/src/world/worlds.ts',
    'MAX_BYTES = 512 * 1024 * 1024',
  ],
  [
    'mock-server/README.md',
    ['last thousand requests'],
    'mock-server/src/journal/journal.ts',
    'MAX_ENTRIES = 1000',
  ],
  [
    'mock-server/README.md',
    ['N = 2^15, p = 3'],
    'mock-server/src/world/passwords.ts',
    'N: 2 ** 15, r: 8, p: 3',
  ],
]

test.each(FIGURES)('%s repeats %o as in %s', (document, phrases, file, declaration) => {
  const text = readFileSync(join(root, document), 'utf8').replace(/\s+/g, ' ')
  expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([])
  expect(readFileSync(join(root, file), 'utf8')).toContain(declaration)
})
