/** The two packages for other projects: what goes into each, and what its manifest says. */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueFolder } from '../../fixtures/src/catalogue-folder.ts'
import { seedSources } from '../../mock-server/src/seed/seed-sources.ts'
import { root } from '../bootstrap.ts'
import { buildConsole, NEVER_LOADED, writeBrowserScripts } from '../build/build.ts'
import type { Replacement } from './bundle-package.ts'
import type { Part } from './parts.ts'

export type PackageDefinition = {
  name: string
  /** The room whose `package/` folder holds index.ts, bin.ts and README.md. */
  room: 'mock-server' | 'contracts'
  description: string
  keywords: readonly string[]
  bin: string
  /** Modules that are something else in a package than in the checkout. */
  replace: () => readonly Replacement[]
  /** Packages that the user's project must have, so that there is one copy: named by version range. */
  peers: Readonly<Record<string, { optional: boolean }>>
  /**
   * Packages that the file for `require` leaves out; all when it is null. What it does not leave out is part of it: Jest
   * cannot require the modules that Fastify's own dependencies are.
   */
  leftOut: readonly string[] | null
  /** Packages that no import shows: types that the declarations need, and files that are looked up at run time. */
  unseen: readonly string[]
  /** Adds files beside the compiled ones; their folders are named by the manifest. */
  add: (folder: string) => Promise<{ folders: readonly string[]; parts: readonly Part[] }>
}

export const PACKAGES: readonly PackageDefinition[] = [
  {
    name: '@kitabo/emulator',
    room: 'mock-server',
    description:
      "An emulator of a bookshop provider's REST API, its pictures and payments: as a program, or inside of a test.",
    keywords: ['emulator', 'mock-server', 'testing', 'rest-api', 'bookshop'],
    bin: 'kitabo-emulator',
    replace: () => [
      {
        // The scripts are in dist/browser: nothing is bundled at run time, and esbuild stays here.
        module: 'mock-server/src/http/shop/bundle-script.ts',
        contents: `export const bundleScript = async (name) => {
  throw new Error('the package lacks ' + name)
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
    // Native, large and rarely needed, or named by Fastify and never loaded.
    leftOut: ['better-sqlite3', 'sharp', 'satori', '@faker-js/faker', '@fastify/static', ...NEVER_LOADED],
    peers: {},
    unseen: ['@types/better-sqlite3', '@fontsource/young-serif'],
    add: async (folder) => {
      cpSync(join(root, 'mock-server', 'assets'), join(folder, 'assets'), { recursive: true })
      cpSync(catalogueFolder, join(folder, 'catalogue'), { recursive: true })
      const built = buildConsole()
      cpSync(built, join(folder, 'console'), {
        recursive: true,
        filter: (file) => !/[\\/]\.built-from$|\.map$|[\\/]third-party\.json/.test(file),
      })
      await writeBrowserScripts(join(folder, 'dist'))
      return { folders: ['assets', 'catalogue', 'console'], parts: partsOfConsole(built) }
    },
  },
  {
    name: '@kitabo/contract',
    room: 'contracts',
    description:
      'Declares what a REST API promises with Zod, and validates a live host against it: findings with a class, a place and an exit code.',
    keywords: ['contract-testing', 'api', 'zod', 'drift', 'validation'],
    bin: 'contract',
    // The emulator is a package of its own, for those who validate the bookshop's provider.
    replace: () => [{ module: 'mock-server/src/emulator.ts', package: '@kitabo/emulator' }],
    leftOut: null,
    peers: { zod: { optional: false }, '@kitabo/emulator': { optional: true } },
    unseen: [],
    add: async () => ({ folders: [], parts: [] }),
  },
]

/** The packages that Vite found to be part of the built console. */
function partsOfConsole(built: string): Part[] {
  const found: { name: string; version: string; identifier: string; text: string }[] = JSON.parse(
    readFileSync(join(built, 'third-party.json'), 'utf8'),
  )
  return found.map(({ name, version, identifier, text }) => ({ name, version, license: identifier, text }))
}
