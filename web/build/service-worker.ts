import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { CachedFiles } from '../service-worker/files.ts'
import { FACES, findChunks } from './chunks.ts'
import { compileScript } from './compile-script.ts'
import { SCRIPT_TARGETS } from './targets.ts'

/** Rarely used code: checks, QR codes. It is not cached; offline, the shop shows a message instead. */
const RARE = /contract-check|\/uqr\//

/** A worker that unregisters an earlier build's worker and deletes its caches. */
const REMOVAL = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

type Options = {
  /** Origin of images if it differs from the shop's; otherwise ''. */
  imageHost: string
  /** If false, writes a worker that removes the worker of an earlier build. */
  isOn: boolean
}

/** Writes sw.js: the service worker of web/service-worker with the list of this build's files. */
export function serviceWorker({ imageHost, isOn }: Options): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const compile = () =>
        compileScript(this.environment.getTopLevelConfig(), 'service-worker/worker.ts', 'shopWorker', {
          target: SCRIPT_TARGETS,
          define: {
            SHOP_FILES: JSON.stringify(listCachedFiles(bundle, imageHost)),
            'process.env.NODE_ENV': '"production"',
          },
        })
      const code = isOn ? await compile() : REMOVAL
      await writeFile(resolve(dir, 'sw.js'), code)
    },
  }
}

/** Returns the files to cache: those that every page needs, and the code of all pages. */
export function listCachedFiles(bundle: Rolldown.OutputBundle, imageHost: string): CachedFiles {
  const { chunks, entry, byFile, withImports, sheetsOf } = findChunks(bundle)
  const isPage = (fileName: string) =>
    byFile.get(fileName)?.moduleIds.some((id) => /\/src\/pages\/|contract-check/.test(id)) ?? false
  const first = withImports(entry.fileName)
  // Lazy-loaded menus, popovers and messages.
  const parts = [...first]
    .flatMap((file) => byFile.get(file)?.dynamicImports ?? [])
    // For a standalone style sheet, the build lists a chunk that it does not write.
    .filter((file) => byFile.has(file) && !isPage(file))
  const shell = new Set([...first, ...parts.flatMap((file) => [...withImports(file)])])
  const rare = chunks.filter(({ moduleIds }) => moduleIds.some((id) => RARE.test(id)))
  const rareFiles = new Set(rare.flatMap(({ fileName }) => [...withImports(fileName)]))
  const pages = chunks
    .map(({ fileName }) => fileName)
    .filter((file) => !shell.has(file) && !rareFiles.has(file))
  const withStyles = (files: readonly string[]) => [...files, ...sheetsOf(files)]
  const faces = Object.keys(bundle).filter((file) => FACES.test(file))
  const paths = (files: Iterable<string>) => [...files].map((file) => `/${file}`).sort()
  const lists = {
    entry: `/${entry.fileName}`,
    shellFiles: paths([...withStyles([...shell]), ...faces]),
    pages: paths(withStyles(pages)),
    imageHosts: imageHost === '' ? [] : [imageHost],
  }
  const build = createHash('sha256').update(JSON.stringify(lists)).digest('hex').slice(0, 12)
  return { cache: `files-${build}`, ...lists }
}
