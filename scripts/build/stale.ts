/** Whether something built is older than what it was built from: decided by a hash, not by clocks. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hashTree } from '../../fixtures/src/hash-tree.ts'
import { root } from '../bootstrap.ts'

/** A hash over files and folders of the checkout and over any further text. */
export function hashOf(places: readonly string[], text = ''): string {
  return hashTree(root, places, text)
}

export function isFresh(stampFile: string, hash: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
}

export function stamp(stampFile: string, hash: string): void {
  writeFileSync(stampFile, hash)
}
