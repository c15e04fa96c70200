// Compiles a package with tsdown: ES modules for `import` and for its program, CommonJS for `require`, and one file of
// type declarations for each of the two.
import { copyFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'tsdown'
import { root } from '../project.ts'
import { type BundledPackage, readBundledPackage } from './third-party.ts'

/** A replacement for a module in the checkout: other contents, or a package. */
export type Replacement = { module: string } & ({ contents: string } | { package: string })

const WORKSPACES = /^(?:contracts|fixtures|mock-server)\//
const isForeign = (id: string) => /^[\w@]/.test(id) && !WORKSPACES.test(id)

/** Returns the tsdown options shared by all outputs of a package. */
function outputOf(workspace: string, folder: string, plugins: Rolldown.Plugin[]): InlineConfig {
  return {
    config: false,
    cwd: root,
    platform: 'node',
    target: 'node22',
    outDir: join(folder, 'dist'),
    tsconfig: join(root, 'scripts/packages/tsconfig.types.json'),
    clean: false,
    report: false,
    logLevel: 'error',
    plugins,
    entry: { index: `${workspace}/package/index.ts`, bin: `${workspace}/package/bin.ts` },
    format: 'esm',
    dts: false,
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
    deps: { neverBundle: isForeign, alwaysBundle: WORKSPACES },
  }
}

/** Compiles only the ES modules of a package, which takes a fraction of the time. For tests that run them. */
export async function bundleModules(
  workspace: string,
  folder: string,
  replacements: readonly Replacement[],
): Promise<void> {
  await build(outputOf(workspace, folder, [replaceModules(replacements)]))
}

/**
 * @param workspace workspace package whose `package/` folder contains index.ts and bin.ts
 * @param folder folder of the published package; `dist` is written there
 * @param external packages that are not bundled into the CommonJS files; null for all
 * @returns imported packages and bundled packages
 */
export async function bundlePackage(
  workspace: string,
  folder: string,
  replacements: readonly Replacement[],
  external: readonly string[] | null,
): Promise<{ imported: string[]; packages: BundledPackage[] }> {
  const imported = new Set<string>()
  const bundled = new Set<string>()
  const recording: Rolldown.Plugin = {
    name: 'recording',
    generateBundle(_, chunks) {
      for (const chunk of Object.values(chunks)) {
        if (chunk.type !== 'chunk') continue
        for (const id of [...chunk.imports, ...chunk.dynamicImports])
          if (isForeign(id) && !isBuiltin(id) && !(id in chunks)) imported.add(packageOf(id))
        for (const id of chunk.moduleIds) {
          const [found] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []
          if (found) bundled.add(found)
        }
      }
    },
  }
  const index = `${workspace}/package/index.ts`
  const output = outputOf(workspace, folder, [replaceModules(replacements), recording])
  await build({ ...output, dts: { entry: index } })
  copyFileSync(join(folder, 'dist/index.d.ts'), join(folder, 'dist/index.d.cts'))
  const { outExtensions: _, ...common } = output
  await build({
    ...common,
    entry: { index },
    format: 'cjs',
    plugins: [replaceModules(replacements), recording, requiredDefaults],
    deps:
      external === null
        ? { neverBundle: isForeign, alwaysBundle: WORKSPACES }
        : { neverBundle: [...external], alwaysBundle: (id) => !external.includes(id) },
  })
  return { imported: [...imported].sort(), packages: [...bundled].map(readBundledPackage) }
}

/**
 * Lets `require` of an ES module's CommonJS build, such as satori's, find its default export. Trap: because this
 * repository consists of ES modules, the bundler imports as Node does, where the default export of any CommonJS file is
 * all of its exports. Without the flag, it is `exports.default` if the file is marked as compiled.
 */
const requiredDefaults: Rolldown.Plugin = {
  name: 'required-defaults',
  renderChunk: (code) => code.replaceAll(/(__toESM\(\w+), 1\)/g, '$1)'),
}

function replaceModules(replacements: readonly Replacement[]): Rolldown.Plugin {
  const replacementOf = (path: string) =>
    replacements.find(({ module }) => relative(root, path).replaceAll(sep, '/') === module)
  return {
    name: 'replacing',
    resolveId(id, importer) {
      const other = importer && id.startsWith('.') ? replacementOf(resolve(importer, '..', id)) : undefined
      return other && 'package' in other ? { id: other.package, external: true } : undefined
    },
    load(id) {
      const other = replacementOf(id)
      return other && 'contents' in other ? other.contents : undefined
    },
  }
}

/** Returns a package's name: `@scope/name/part` -> `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
