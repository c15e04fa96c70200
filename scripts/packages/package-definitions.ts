import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueFolder } from '../../fixtures/src/catalogue-folder.ts'
import { seedSources } from '../../mock-server/src/seed/seed-sources.ts'
import { buildConsole, writeBrowserScripts } from '../build/build.ts'
import { NEVER_LOADED } from '../build/bundle.ts'
import { root } from '../project.ts'
import type { Replacement } from './bundle-package.ts'
import { type BundledPackage, readBundledPackage } from './third-party.ts'

export type PackageDefinition = {
  name: string
  /** The workspace package whose `package/` folder contains index.ts, bin.ts and README.md. */
  workspace: 'mock-server' | 'contracts'
  description: string
  keywords: readonly string[]
  bin: string
  /** Source modules that are replaced in the published package. */
  replace: () => readonly Replacement[]
  /** Peer dependencies: packages of which a project must have a single copy. */
  peers: Readonly<Record<string, { optional: boolean }>>
  /** Not bundled into the CommonJS file; null for all. Fastify's ES modules are, because Jest can't `require` them. */
  external: readonly string[] | null
  /** Dependencies that no module imports: types used by the declarations, and files resolved at run time. */
  notImported: readonly string[]
  /** Writes additional files next to the compiled ones and returns their folders for the manifest. */
  add: (folder: string) => Promise<{ folders: readonly string[]; packages: readonly BundledPackage[] }>
}

export const PACKAGES: readonly PackageDefinition[] = [
  {
    name: '@kitabo/emulator',
    workspace: 'mock-server',
    description:
      "Emulates a bookshop provider's REST API, its images and its payments, as a program or inside a test.",
    keywords: ['emulator', 'mock-server', 'testing', 'rest-api', 'bookshop'],
    bin: 'kitabo-emulator',
    replace: () => [
      {
        // The browser scripts are prebuilt in dist/browser, so the bundler is not needed at run time.
        module: 'mock-server/src/http/static/bundle-script.ts',
        contents: `export const bundleScript = async (name) => {
  throw new Error('the package does not contain ' + name)
}`,
      },
      {
        module: 'fixtures/src/catalogue-folder.ts',
        contents: `import { join } from 'node:path'
export const catalogueFolder = join(import.meta.dirname, '..', 'catalogue')`,
      },
      {
        module: 'mock-server/src/seed/seed-sources.ts',
        contents: `export const seedSources = () => ${JSON.stringify(seedSources())}`,
      },
    ],
    // Native modules, modules that are large and rarely used, and modules that Fastify declares but never loads.
    external: ['better-sqlite3', 'sharp', 'satori', '@faker-js/faker', '@fastify/static', ...NEVER_LOADED],
    peers: {},
    notImported: ['@types/better-sqlite3', '@fontsource/young-serif'],
    add: async (folder) => {
      cpSync(join(root, 'mock-server', 'assets'), join(folder, 'assets'), { recursive: true })
      cpSync(catalogueFolder, join(folder, 'catalogue'), { recursive: true })
      const built = buildConsole()
      cpSync(built, join(folder, 'console'), {
        recursive: true,
        filter: (file) => !/[\\/]\.built-from$|\.map$|[\\/]third-party\.json/.test(file),
      })
      await writeBrowserScripts(join(folder, 'dist'))
      return { folders: ['assets', 'catalogue', 'console'], packages: packagesInConsole(built) }
    },
  },
  {
    name: '@kitabo/contract',
    workspace: 'contracts',
    description:
      'Declares a REST API with Zod and validates a live host against it. Findings have a class and a path, and set the exit code.',
    keywords: ['contract-testing', 'api', 'zod', 'drift', 'validation'],
    bin: 'kitabo-contract',
    // The emulator is a separate package, which is only needed to validate the bookshop's provider.
    replace: () => [{ module: 'mock-server/package/index.ts', package: '@kitabo/emulator' }],
    external: null,
    peers: { zod: { optional: false }, '@kitabo/emulator': { optional: true } },
    notImported: [],
    add: async () => ({ folders: [], packages: [] }),
  },
]

/** Returns the packages in the console. Vite lists those with scripts; Bootstrap is a style sheet. */
function packagesInConsole(built: string): BundledPackage[] {
  const found: { name: string; version: string; identifier: string; text: string }[] = JSON.parse(
    readFileSync(join(built, 'third-party.json'), 'utf8'),
  )
  const scripts = found.map(({ name, version, identifier, text }) => ({
    name,
    version,
    license: identifier,
    text,
  }))
  return [...scripts, readBundledPackage(join(root, 'mock-server', 'node_modules', 'bootstrap'))]
}
