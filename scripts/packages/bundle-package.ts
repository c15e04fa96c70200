/**
 * Compiles a package into ES modules for `import` and for its program, and into one CommonJS file for `require`. Writes
 * the type declarations that are reachable from its index twice: for `import` and for `require`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { bin, root, UserError } from '../command.ts'
import { type Part, partIn } from './parts.ts'

/** A replacement for a module in the checkout: other contents, or a package. */
export type Replacement = { module: string } & ({ contents: string } | { package: string })

const WORKSPACES = /^(?:contracts|fixtures|mock-server)\//
const SOURCES = /[\\/](?:contracts|fixtures|mock-server)[\\/].*\.ts$/

/**
 * @param workspace workspace package whose `package/` folder contains index.ts and bin.ts
 * @param folder folder of the published package; `dist` is written there
 * @param external packages that are not bundled into the CommonJS file; null for all
 * @returns imported packages and bundled packages
 */
export async function bundlePackage(
  workspace: string,
  folder: string,
  replacements: readonly Replacement[],
  external: readonly string[] | null,
): Promise<{ imported: string[]; parts: Part[] }> {
  const from = createRequire(join(root, workspace, 'package.json'))
  const shared: BuildOptions & { metafile: true } = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node22',
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [bundlingWorkspaces(from), replacing(replacements)],
  }
  const modules = await build({
    ...shared,
    entryPoints: { index: `${workspace}/package/index.ts`, bin: `${workspace}/package/bin.ts` },
    outdir: join(folder, 'dist'),
    packages: 'external',
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
  })
  const required = await build({
    ...shared,
    entryPoints: [`${workspace}/package/index.ts`],
    outfile: join(folder, 'dist', 'index.cjs'),
    ...(external === null ? { packages: 'external' } : { external: [...external] }),
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

/** `packages: 'external'` excludes every bare specifier, but the workspace packages must be bundled. */
function bundlingWorkspaces(from: NodeJS.Require): Plugin {
  return {
    name: 'workspaces',
    setup(each) {
      each.onResolve({ filter: WORKSPACES }, ({ path }) => ({ path: from.resolve(path) }))
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

/** Returns the packages that a bundle imports, without Node's own modules. */
function importedPackages({ outputs }: Metafile): string[] {
  const paths = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  )
  return paths.filter((path) => !path.startsWith('node:')).map(packageOf)
}

function partsOf({ inputs }: Metafile): Part[] {
  const folders = new Set(
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  )
  return [...folders].map((folder) => partIn(join(root, folder)))
}

/** Matches module specifiers in declarations. */
const SPECIFIER = /((?:\bfrom|\bimport\(|\bimport|\bmodule) ?)(['"])([^'"]+)\2/g

export function emitDeclarations(into: string): void {
  const { status, stdout } = spawnSync(
    bin('tsc'),
    ['-p', 'scripts/packages/tsconfig.types.json', '--outDir', into],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new UserError(`tsc could not write the type declarations of the packages:\n${stdout}`)
}

/**
 * Copies the declarations that are reachable from a package's index.
 * @param declarations output folder of `emitDeclarations`
 * @returns the packages that the declarations import
 */
export function copyDeclarations(declarations: string, workspace: string, folder: string): string[] {
  const reached = new Set<string>()
  const packages = new Set<string>()
  const open = [join(declarations, workspace, 'package', 'index.d.ts')]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const [, , , name = ''] of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
      const target = declarationOf(declarations, file, name)
      if (target !== null) open.push(target)
      else if (!name.startsWith('node:')) packages.add(packageOf(name))
    }
  }
  for (const file of reached) {
    const text = readFileSync(file, 'utf8')
    for (const [kind, types, ending] of [
      ['types', '.d.ts', '.js'],
      ['types-cjs', '.d.cts', '.cjs'],
    ] as const) {
      const to = join(folder, kind, relative(declarations, file).replace(/\.d\.ts$/, types))
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(
        to,
        text.replace(SPECIFIER, (all, before, quote, name) => {
          const target = declarationOf(declarations, file, name)
          return target === null ? all : before + quote + pathTo(file, target, ending) + quote
        }),
      )
    }
  }
  return [...packages].sort()
}

/** Resolves a specifier to a declaration file; null for a different package. */
function declarationOf(declarations: string, from: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name.replace(/\.ts$/, '.d.ts'))
  if (!WORKSPACES.test(name)) return null
  const source = createRequire(join(root, 'mock-server', 'package.json')).resolve(name)
  return join(declarations, relative(root, source).replace(/\.ts$/, '.d.ts'))
}

function pathTo(from: string, target: string, ending: string): string {
  const path = relative(dirname(from), target)
    .replaceAll(sep, '/')
    .replace(/\.d\.ts$/, ending)
  return path.startsWith('.') ? path : `./${path}`
}

/** `@scope/name/part` -> `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
