import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'
import { hashTree } from '../../mock-server/src/seed/hash-tree.ts'
import { root } from '../project.ts'
import { createDraft, isBuiltFrom, publish } from './built-folder.ts'

/** Native modules, and large modules that are loaded on demand. They are resolved at run time. */
const EXTERNAL = ['better-sqlite3', 'rolldown', 'fixtures/images', 'fixtures/large']

/** Removes Zod's messages in about fifty languages, because the schemas declare their own messages. */
const oneLanguage: Plugin = {
  name: 'one-language',
  load: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ },
    handler: () => 'export {}',
  },
}

/** Fastify's schema compilers, which are not needed because the contracts validate requests (see app.ts). */
export const NEVER_LOADED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/**
 * Bundles a program into one file, so that it starts in a fraction of a second. Files read at run time (SQL, pages,
 * the catalogue) are resolved relative to the bundle or by package name, so a checkout can be moved.
 * @param program `entry`: TypeScript file; `into`: output folder; `sources`: files that determine whether to rebuild.
 * All paths are relative to the root. `addTo` writes additional files into the output folder.
 * @returns the file to run
 */
export async function bundle(program: {
  entry: string
  into: string
  sources: string[]
  addTo?: (folder: string) => Promise<void>
}): Promise<string> {
  const { entry, into, sources, addTo } = program
  const folder = join(root, into)
  const file = join(folder, 'main.mjs')
  const hash = hashTree(root, [...sources, 'pnpm-lock.yaml', 'scripts/build/bundle.ts'])
  if (isBuiltFrom(folder, hash)) return file
  const draft = createDraft(folder)
  try {
    const { build } = await import('rolldown')
    await build({
      input: join(root, entry),
      platform: 'node',
      transform: { target: 'node22' },
      external: [...NEVER_LOADED, ...EXTERNAL],
      plugins: [oneLanguage],
      logLevel: 'silent',
      output: {
        dir: draft,
        format: 'esm',
        entryFileNames: 'main.mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // Removes whitespace, because parsing takes half of the start time. Keeps names for stack traces.
        minify: { compress: false, mangle: false, codegen: true },
        comments: false,
      },
    })
    await addTo?.(draft)
  } catch (error) {
    rmSync(draft, { recursive: true })
    throw error
  }
  publish(draft, folder, hash)
  return file
}
