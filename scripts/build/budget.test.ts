import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { checkBudget } from './budget.ts'

const PAGE = 'src/pages/shop-page.tsx'
const MAP_PAGE = 'src/pages/pre-check/pre-check-page.tsx'
const KB = 1024
/** More than the bytes that gzip adds to a file that cannot be compressed. */
const MARGIN = 100

/** Bytes of each chunk; all chunks have random contents, which do not compress. */
type Sizes = {
  entry?: number
  shared?: number
  page?: number
  ofPage?: number
  mapPage?: number
  map?: number
}

/** Writes a build: the entry imports `shared`, the page too, and the map page loads the map later. */
function build({
  entry = 1000,
  shared = 1000,
  page = 1000,
  ofPage = 1000,
  mapPage = 1000,
  map = 1000,
}: Sizes): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-budget-'))
  const write = (file: string, bytes: number) => writeFileSync(join(folder, file), randomBytes(bytes))
  const sizes = {
    'entry.js': entry,
    'shared.js': shared,
    'page.js': page,
    'of-page.js': ofPage,
    'map-page.js': mapPage,
    'map.js': map,
  }
  for (const [file, bytes] of Object.entries(sizes)) write(file, bytes)
  mkdirSync(join(folder, 'assets'))
  for (const file of ['index.html', 'entry.css', 'assets/text-basic-400.woff2']) write(file, 1000)
  const manifest = {
    'src/entry-client.tsx': { file: 'entry.js', css: ['entry.css'], imports: ['shared'] },
    shared: { file: 'shared.js', imports: ['src/entry-client.tsx'] },
    'of-page': { file: 'of-page.js' },
    map: { file: 'map.js' },
    [PAGE]: { file: 'page.js', imports: ['shared', 'of-page'], dynamicImports: ['map'] },
    [MAP_PAGE]: { file: 'map-page.js', imports: ['shared'], dynamicImports: ['map'] },
  }
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  return folder
}

/** Returns the names of the parts that exceed their budgets, or are empty. */
function listFailedParts(folder: string): string[] {
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const isWithin = checkBudget(folder)
  vi.restoreAllMocks()
  const failed = printed.join('').match(/(?<=^FAILED {2}).*(?=:)/gm) ?? []
  expect(isWithin).toBe(failed.length === 0)
  return failed
}

test('the first load has its entry and all static imports, each once', () => {
  const half = (115 * KB) / 2
  expect(listFailedParts(build({ entry: half - MARGIN, shared: half - MARGIN }))).toEqual([])
  expect(listFailedParts(build({ entry: half, shared: half }))).toEqual(['first load, JS'])
})

test('a page has its chunks without those of the first load, and without what it loads later', () => {
  const half = (25 * KB) / 2
  const large = { shared: 50 * KB, map: 60 * KB }
  expect(listFailedParts(build({ ...large, page: half - MARGIN, ofPage: half - MARGIN }))).toEqual([])
  expect(listFailedParts(build({ ...large, page: half, ofPage: half }))).toEqual(['page.js'])
})

test('the page with the map has a larger budget, which includes the map', () => {
  expect(listFailedParts(build({ mapPage: 15 * KB, map: 60 * KB - MARGIN }))).toEqual([])
  expect(listFailedParts(build({ mapPage: 15 * KB, map: 60 * KB }))).toEqual(['map-page.js'])
})

test('a build without the page with the map, or with an empty part, fails', () => {
  const folder = build({})
  writeFileSync(join(folder, 'index.html'), '')
  writeFileSync(join(folder, 'assets/text-basic-400.woff2'), '')
  expect(listFailedParts(folder)).toEqual(['first load, fonts'])
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({ 'src/entry-client.tsx': { file: 'entry.js' } }),
  )
  expect(() => checkBudget(folder)).toThrow('The build has no src/pages/pre-check/pre-check-page.tsx.')
})
