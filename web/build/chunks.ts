import type { Rolldown } from 'vite'
import type { Page } from './renderer.ts'

/** Font files with the basic characters. */
export const FACES = /-basic.*\.woff2$/

/** Returns the chunks of a build, and functions that find their imports and style sheets. */
export function findChunks(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The build has no entry.')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** Returns a chunk and its static imports, recursively. */
  const withImports = (fileName: string, visited = new Set<string>()): Set<string> => {
    const chunk = byFile.get(fileName)
    if (!chunk || visited.has(fileName)) return visited
    visited.add(fileName)
    for (const each of chunk.imports) withImports(each, visited)
    return visited
  }
  const sheetsOf = (files: readonly string[]) =>
    new Set(files.flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])]))
  return { chunks, entry, byFile, withImports, sheetsOf }
}

/** Returns the URLs of the scripts, style sheets and fonts of a page. The first script is the entry. */
export function pageFiles({ module }: Page, bundle: Rolldown.OutputBundle) {
  const { chunks, entry, withImports, sheetsOf } = findChunks(bundle)
  const page = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.includes('/src/pages/') && id.endsWith(`/${module}.tsx`)),
  )
  if (!page) throw new Error(`No chunk contains ${module}.tsx.`)
  const scripts = [...new Set([...withImports(entry.fileName), ...withImports(page.fileName)])]
  const urls = (files: Iterable<string>) => [...files].map((file) => `/${file}`)
  return {
    scripts: urls(scripts),
    styles: urls(sheetsOf(scripts)),
    fonts: urls(Object.keys(bundle).filter((file) => FACES.test(file))),
  }
}
