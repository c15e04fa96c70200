/** Whether something built is older than what it was built from: decided by a hash, not by clocks. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.ts'

/** A hash over files and folders of the checkout, tests left out, and over any further text. */
export function hashOf(places: string[], text = ''): string {
  const hash = createHash('sha256').update(text)
  const add = (path: string) => {
    hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  const walk = (folder: string) => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (!/\.test\.tsx?$/.test(entry.name)) add(path)
    }
  }
  for (const place of places) {
    const path = join(root, place)
    if (/\.\w+$/.test(place)) add(path)
    else walk(path)
  }
  return hash.digest('hex')
}

export function isFresh(stampFile: string, hash: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
}

export function stamp(stampFile: string, hash: string): void {
  writeFileSync(stampFile, hash)
}
