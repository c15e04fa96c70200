/**
 * Puts a program of ours into one file, so that it starts in a fraction of a second. What it reads at run time (SQL,
 * pages, the catalogue) is found from the bundle's own place or by its package's name, so a checkout can be moved.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '../bootstrap.ts'
import { hashOf, isFresh, stamp } from './stale.ts'

/** Native, or large and loaded only when needed: they stay where they are installed. */
const EXTERNAL = ['better-sqlite3', 'esbuild', 'fixtures/images', 'fixtures/large']

/** Zod brings its messages in some fifty languages; ours are in the schemas. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' }))
  },
}

/** Fastify would load its schema compilers; serve checks by our contracts instead, and app.ts says so. */
const NEVER_LOADED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/**
 * Bundles a program unless its bundle is of the same sources.
 * @param program `entry`: its TypeScript file, `into`: the folder for its bundle, `places`: what it is built from;
 *   all below the root; `addTo` writes further files into the new folder
 * @returns the file to run
 */
export async function bundle(program: {
  entry: string
  into: string
  places: string[]
  addTo?: (folder: string) => Promise<void>
}): Promise<string> {
  const { entry, into, places, addTo } = program
  const folder = join(root, into)
  const file = join(folder, 'main.mjs')
  const hash = hashOf([...places, 'pnpm-lock.yaml', 'scripts/build/bundle.ts'])
  const isBuilt = () => isFresh(join(folder, '.built-from'), hash)
  if (isBuilt()) return file
  // Built in a draft folder and renamed, so that two builds at a time do not collide.
  const draft = mkdtempSync(`${folder}-`)
  // As other new folders: an image runs the program as another user.
  chmodSync(draft, 0o755)
  const { build } = await import('esbuild')
  await build({
    entryPoints: [join(root, entry)],
    outdir: draft,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    legalComments: 'none',
    // Half of a start is reading the source: spaces cost too. Names stay, for those who read a stack.
    minifySyntax: true,
    minifyWhitespace: true,
    external: [...NEVER_LOADED, ...EXTERNAL],
    logLevel: 'error',
    // CommonJS packages still use require and __dirname.
    banner: {
      js: "import { createRequire as _cr } from 'node:module'; const require = _cr(import.meta.url);",
    },
    plugins: [oneLanguage],
  })
  await addTo?.(draft)
  stamp(join(draft, '.built-from'), hash)
  try {
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process has built the same in the meantime.
    if (!isBuilt()) throw error
  }
  return file
}
