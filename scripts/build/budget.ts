/** Compares the gzip size of the built shop's pages with budgets. 1 KB is 1024 bytes. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { print, UserError } from '../command.ts'

const KB = 1024
const limits = { js: 115 * KB, css: 14 * KB, fonts: 30 * KB, page: 25 * KB, map: 50 * KB, html: 14_600 }
/** Fonts that every English page uses. Other fonts are loaded only for characters outside the basic ranges. */
const FACES = /-basic.*\.woff2$/
/** Manifest keys of pages. */
const PAGE = /^src\/pages\/.*-page\.tsx$/
const ENTRY = 'index.html'
const WITH_MAP = ['src/pages/pre-check-page.tsx']

type Chunk = {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

type Part = { name: string; bytes: number; limit: number; ok: boolean }

export function sizesOf(folder: string): Part[] {
  const list = join(folder, '.vite', 'manifest.json')
  if (!existsSync(list)) throw new UserError(`${list} is missing; build the shop first.`)
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(list, 'utf8'))
  const chunkOf = (key: string): Chunk => manifest[key] ?? { file: key }
  const bytes = (file: string) => {
    const content = readFileSync(join(folder, file))
    return file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length
  }
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + bytes(file), 0)
  /** Returns a chunk and its static imports. */
  const chunks = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const each of chunkOf(key).imports ?? []) chunks(each, seen)
    return seen
  }
  const files = (keys: Iterable<string>, kind: 'css' | 'assets') =>
    new Set([...keys].flatMap((key) => chunkOf(key)[kind] ?? []))
  const scripts = (keys: Iterable<string>) => new Set([...keys].map((key) => chunkOf(key).file))

  const first = chunks(ENTRY)
  const faces = new Set(Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]))
  const lines = [
    {
      // Must fit in the initial TCP congestion window of ten packets.
      name: 'index.html, brotli',
      bytes: brotliCompressSync(readFileSync(join(folder, 'index.html'))).length,
      limit: limits.html,
    },
    { name: 'first load, JS', bytes: total(scripts(first)), limit: limits.js },
    { name: 'first load, CSS', bytes: total(files(first, 'css')), limit: limits.css },
    {
      name: 'first load, fonts',
      bytes: total([...faces].filter((file) => FACES.test(file))),
      limit: limits.fonts,
    },
  ]
  for (const page of Object.keys(manifest).filter((key) => PAGE.test(key) && !first.has(key))) {
    const own = new Set([...chunks(page)].filter((key) => !first.has(key)))
    const later = WITH_MAP.includes(page) ? (chunkOf(page).dynamicImports ?? []) : []
    for (const each of later) for (const key of chunks(each)) if (!first.has(key)) own.add(key)
    const limit = limits.page + (WITH_MAP.includes(page) ? limits.map : 0)
    lines.push({ name: chunkOf(page).file, bytes: total(scripts(own)), limit })
  }
  return lines.map((line) => ({ ...line, ok: line.bytes > 0 && line.bytes <= line.limit }))
}

const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

/** Prints the size of each part. @returns whether all are within their budgets */
export function checkBudget(folder: string): boolean {
  const lines = sizesOf(folder)
  for (const { name, bytes, limit } of lines)
    print(`        ${name}: ${kilobytes(bytes)} of ${kilobytes(limit)}`)
  const over = lines.filter(({ ok }) => !ok)
  for (const { name, bytes, limit } of over) {
    print(`FAILED  ${name} is ${bytes} bytes (gzip); the budget allows ${limit}.`)
  }
  return over.length === 0
}
