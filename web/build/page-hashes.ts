import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What earlier runs have written: the hash of what each page was made from, by the page's path. */
export type PageHashes = {
  get: (path: string) => string | undefined
  paths: () => string[]
  /** Appended at once, so that a run that is stopped goes on where it was. */
  set: (path: string, hash: string) => void
  /** Forgets all other pages and rewrites the file. */
  keepOnly: (paths: ReadonlySet<string>) => void
}

/** @param file lines of `[path, hash]`; the last line of a path counts */
export function openPageHashes(file: string): PageHashes {
  const hashes = new Map<string, string>()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  for (const line of lines) {
    try {
      const [path, hash] = JSON.parse(line) as [string, string]
      hashes.set(path, hash)
    } catch {
      // The last line of a run that was stopped.
    }
  }
  return {
    get: (path) => hashes.get(path),
    paths: () => [...hashes.keys()],
    set: (path, hash) => {
      hashes.set(path, hash)
      appendFileSync(file, `${JSON.stringify([path, hash])}\n`)
    },
    keepOnly: (paths) => {
      for (const path of hashes.keys()) if (!paths.has(path)) hashes.delete(path)
      writeFileSync(file, [...hashes].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    },
  }
}
