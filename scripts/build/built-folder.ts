// Folders of finished builds. Each is replaced as a whole, so that concurrent builds and interrupted ones leave a
// complete folder.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** File with the hash of the sources that a folder was built from. */
const STAMP = '.built-from'

export function isBuiltFrom(folder: string, hash: string): boolean {
  const file = join(folder, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/** Age after which a temporary folder is of an interrupted build, in milliseconds. */
const DRAFT_AGE_MS = 3_600_000

/** Creates a temporary folder next to a build, so that concurrent builds do not collide. */
export function createDraft(folder: string): string {
  const prefix = `${folder}-draft-`
  for (const name of readdirSync(dirname(folder))) {
    const path = join(dirname(folder), name)
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (path.startsWith(prefix) && Date.now() - modifiedAt > DRAFT_AGE_MS)
      rmSync(path, { recursive: true, force: true })
  }
  const draft = mkdtempSync(prefix)
  // Readable by everyone, because a container runs the program as a different user.
  chmodSync(draft, 0o755)
  return draft
}

/** Stamps a complete draft, and replaces the build with it. */
export function publish(draft: string, folder: string, hash: string): void {
  const outdated = `${draft}-outdated`
  writeFileSync(join(draft, STAMP), hash)
  try {
    // Renames the old folder instead of removing it, because a concurrent build may be replacing it as well.
    if (existsSync(folder)) renameSync(folder, outdated)
    renameSync(draft, folder)
  } catch (error) {
    // A concurrent build has completed in the meantime.
    if (!isBuiltFrom(folder, hash)) throw error
  } finally {
    for (const temporary of [draft, outdated]) rmSync(temporary, { recursive: true, force: true })
  }
}
