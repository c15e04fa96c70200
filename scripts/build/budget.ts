// Compares the sizes of the built shop's files with budgets. Scripts and style sheets count with gzip.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { print } from '../command-line.ts'
import { root } from '../project.ts'

const KB = 1024
const ENTRY = 'src/entry-client.tsx'
const WITH_MAP = 'src/pages/pre-check/pre-check-page.tsx'

/** Prints the size of each part. @returns whether all are within their budgets @throws Error if a chunk is missing */
export function checkBudget(folder: string): boolean {
  const read = (file: string) => readFileSync(join(folder, file))
  const manifest: Manifest = JSON.parse(read('.vite/manifest.json').toString())
  const sizeOf = (files: string[]) =>
    [...new Set(files)].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
  const scriptsOf = (keys: string[]) => sizeOf(keys.map((key) => manifest[key]?.file ?? key))
  /** Adds a chunk and its static imports. */
  const withImports = (key: string, keys: string[] = []): string[] =>
    keys.includes(key)
      ? keys
      : (manifest[key]?.imports ?? []).reduce((all, each) => withImports(each, all), [...keys, key])
  for (const key of [ENTRY, WITH_MAP]) if (!manifest[key]) throw new Error(`The build has no ${key}.`)
  const first = withImports(ENTRY)
  const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.*-page\.tsx$/.test(key))
  // Other fonts are loaded only for characters outside the basic ranges.
  const fonts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /-basic.*\.woff2$/.test(file),
  )
  const parts: [name: string, bytes: number, limit: number][] = [
    // Must fit in the initial TCP congestion window of ten packets.
    ['index.html, brotli', brotliCompressSync(read('index.html')).length, 14_600],
    ['first load, JS', scriptsOf(first), 115 * KB],
    ['first load, CSS', sizeOf(first.flatMap((key) => manifest[key]?.css ?? [])), 14 * KB],
    ['first load, fonts', fonts.reduce((sum, file) => sum + read(file).length, 0), 30 * KB],
    ...pages
      .filter((key) => !first.includes(key))
      .map((key): [string, number, number] => {
        const map = key === WITH_MAP ? (manifest[key]?.dynamicImports ?? []) : []
        const chunks = [key, ...map].flatMap((each) => withImports(each))
        const added = chunks.filter((each) => !first.includes(each))
        return [manifest[key]?.file ?? key, scriptsOf(added), (key === WITH_MAP ? 75 : 25) * KB]
      }),
  ]
  const results = parts.map(([name, bytes, limit]) => {
    const isWithin = bytes > 0 && bytes <= limit
    print(`${isWithin ? '      ' : 'FAILED'}  ${name}: ${bytes} of ${limit} bytes`)
    return isWithin
  })
  return results.every(Boolean)
}

if (process.argv[1] === import.meta.filename) process.exitCode = checkBudget(join(root, 'web/dist')) ? 0 : 1
