/**
 * Puts a program of ours into one file, so that it starts in a fraction of a second. Each source keeps its own
 * import.meta.url: what lies beside it (SQL, pages, the catalogue) is read from where it is.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { root } from './bootstrap.ts'
import { hashOf, isFresh, stamp } from './stale.ts'

/** Native or large, and loaded only when needed: they stay where they are installed. */
const OUTSIDE: Record<string, string> = {
  'better-sqlite3': 'mock-server',
  sharp: 'fixtures',
  satori: 'fixtures',
  '@faker-js/faker': 'fixtures',
}

const outside: Plugin = {
  name: 'outside',
  setup(build) {
    build.onResolve(
      { filter: /^(better-sqlite3|sharp|satori|@faker-js\/faker)$/ },
      async ({ path, kind, pluginData }) => {
        if (pluginData === 'asked') return undefined
        // As the importing room would resolve it: by import or by require, each has a file of its own.
        const found = await build.resolve(path, {
          kind,
          resolveDir: join(root, OUTSIDE[path] ?? '.'),
          pluginData: 'asked',
        })
        return found.errors.length > 0 ? found : { path: pathToFileURL(found.path).href, external: true }
      },
    )
  },
}

/** Zod brings its messages in some fifty languages; ours are in the schemas. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' }))
  },
}

/** Fastify would load its schema compilers; serve checks by our contracts instead, and app.ts says so. */
const NEVER_LOADED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

const ownUrl: Plugin = {
  name: 'own-url',
  setup(build) {
    build.onLoad({ filter: /(mock-server|fixtures|contracts|scripts)[\\/].*\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const source = readFileSync(path, 'utf8')
      return {
        contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
        loader: 'ts',
      }
    })
  },
}

/**
 * Bundles a program unless its bundle is of the same sources in the same place: the bundle holds absolute paths.
 * @param program `entry`: its TypeScript file, `into`: the folder for its bundle, `places`: what it is built from;
 *   all below the root
 * @returns the file to run
 */
export async function bundle(program: { entry: string; into: string; places: string[] }): Promise<string> {
  const { entry, into, places } = program
  const folder = join(root, into)
  const file = join(folder, 'main.mjs')
  const stampFile = join(folder, '.built-from')
  const hash = hashOf([...places, 'pnpm-lock.yaml', 'scripts/bundle.ts'], root)
  if (isFresh(stampFile, hash)) return file
  rmSync(folder, { recursive: true, force: true })
  const { build } = await import('esbuild')
  await build({
    entryPoints: [join(root, entry)],
    outdir: folder,
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
    external: NEVER_LOADED,
    logLevel: 'error',
    // CommonJS packages still use require and __dirname.
    banner: {
      js: "import { createRequire as _cr } from 'node:module'; const require = _cr(import.meta.url);",
    },
    plugins: [outside, oneLanguage, ownUrl],
  })
  stamp(stampFile, hash)
  return file
}
