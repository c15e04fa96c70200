/** Compiles a package: ES modules for `import` and its program, and one CommonJS file for `require`. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { root } from '../bootstrap.ts'
import { packageOf } from './package-types.ts'
import type { Part } from './parts.ts'

/** A replacement for a module of the checkout: other contents, or another package. */
export type Replacement = { module: string } & ({ contents: string } | { package: string })

const ROOMS = /^(?:contracts|fixtures|mock-server)\//
const SOURCES = /[\\/](?:contracts|fixtures|mock-server)[\\/].*\.ts$/

/**
 * @param room workspace package whose `package/` folder contains index.ts and bin.ts
 * @param folder folder of the published package; `dist` is written there
 * @param leftOut packages external to the CommonJS file; null for all
 * @returns imported packages and bundled packages
 */
export async function bundlePackage(
  room: string,
  folder: string,
  replacements: readonly Replacement[],
  leftOut: readonly string[] | null,
): Promise<{ imported: string[]; parts: Part[] }> {
  const from = createRequire(join(root, room, 'package.json'))
  const shared: BuildOptions & { metafile: true } = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node22',
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [withRooms(from), replacing(replacements)],
  }
  const modules = await build({
    ...shared,
    entryPoints: { index: `${room}/package/index.ts`, bin: `${room}/package/bin.ts` },
    outdir: join(folder, 'dist'),
    packages: 'external',
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
  })
  const required = await build({
    ...shared,
    entryPoints: [`${room}/package/index.ts`],
    outfile: join(folder, 'dist', 'index.cjs'),
    ...(leftOut === null ? { packages: 'external' } : { external: [...leftOut] }),
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  })
  const results = [modules.metafile, required.metafile]
  return {
    imported: [...new Set(results.flatMap(importedPackages))].sort(),
    parts: results.flatMap(partsOf),
  }
}

/** `packages: 'external'` excludes every bare specifier; the workspace packages are bundled nevertheless. */
function withRooms(from: NodeJS.Require): Plugin {
  return {
    name: 'with-rooms',
    setup(each) {
      each.onResolve({ filter: ROOMS }, ({ path }) => ({ path: from.resolve(path) }))
    },
  }
}

function replacing(replacements: readonly Replacement[]): Plugin {
  const found = (path: string) =>
    replacements.find(({ module }) => relative(root, path).replaceAll(sep, '/') === module)
  return {
    name: 'replacing',
    setup(each) {
      each.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const other = found(join(resolveDir, path))
        return other && 'package' in other ? { path: other.package, external: true } : undefined
      })
      each.onLoad({ filter: SOURCES }, ({ path }) => {
        const other = found(path)
        return other && 'contents' in other ? { contents: other.contents, loader: 'js' } : undefined
      })
    },
  }
}

/** Returns the packages that a bundle imports, without Node's modules. */
function importedPackages({ outputs }: Metafile): string[] {
  const paths = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  )
  return paths.filter((path) => !path.startsWith('node:')).map(packageOf)
}

/** Returns the packages bundled into a result. */
function partsOf({ inputs }: Metafile): Part[] {
  const folders = new Set(
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  )
  return [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each))
    const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : ''
    return { name, version, license, text }
  })
}
