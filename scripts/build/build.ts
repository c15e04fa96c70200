// Builds the shop, the console and the emulator. Skips a build if its sources and settings have not changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'rolldown'
import { hashTree } from '../../fixtures/src/hash-tree.ts'
import { print, root, UserError } from '../command.ts'

/** File with the hash of the sources that a folder was built from. */
const STAMP = '.built-from'

function isBuiltFrom(folder: string, hash: string): boolean {
  const file = join(folder, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/** Age after which a temporary folder is of an interrupted build, in milliseconds. */
const DRAFT_AGE_MS = 3_600_000

/** Creates a temporary folder next to a build, so that concurrent builds do not collide. */
function createDraft(folder: string): string {
  const prefix = `${folder}-draft-`
  for (const name of readdirSync(dirname(folder))) {
    const path = join(dirname(folder), name)
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (path.startsWith(prefix) && Date.now() - modifiedAt > DRAFT_AGE_MS)
      rmSync(path, { recursive: true, force: true })
  }
  const draft = mkdtempSync(prefix)
  // Readable by everyone, because a container runs the program as a different user.
  chmodSync(draft, 0o755)
  return draft
}

/** Stamps a complete draft, and replaces the build with it. */
function publish(draft: string, folder: string, hash: string): void {
  const outdated = `${draft}-outdated`
  writeFileSync(join(draft, STAMP), hash)
  try {
    // Renames the old folder instead of removing it, because a concurrent build may be replacing it as well.
    if (existsSync(folder)) renameSync(folder, outdated)
    renameSync(draft, folder)
  } catch (error) {
    // A concurrent build has completed in the meantime.
    if (!isBuiltFrom(folder, hash)) throw error
  } finally {
    for (const temporary of [draft, outdated]) rmSync(temporary, { recursive: true, force: true })
  }
}

/** Writes a brotli and a gzip copy next to each text file, so that servers need not compress responses. */
export function precompress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!/\.(js|css|html|svg|json|txt|webmanifest|xml)$/.test(name) || !statSync(file).isFile()) continue
    const bytes = readFileSync(file)
    if (bytes.length < 512) continue
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

type BrowserApp = {
  /** Name used in messages. */
  name: string
  /** Folder with a vite.config.ts, relative to the root. The output is written to its dist, or to dist-<hash>. */
  folder: string
  /** Workspace package that provides Vite. */
  workspace: string
  /** Source files and folders, relative to the root. */
  sources: string[]
  /** Settings of the build, which are also part of the hash. */
  settings?: string
  /** The memory that the build takes at its peak, in megabytes. */
  memory?: number
}

/** @returns the output folder. @throws UserError if the build fails, after printing its output */
function buildApp({ name, folder, workspace, sources, settings = '', memory = 0 }: BrowserApp): string {
  // Uses a separate folder for builds with settings, so that a shop that is being served keeps its files.
  const suffix = settings === '' ? '' : `-${createHash('sha256').update(settings).digest('hex').slice(0, 8)}`
  const built = join(root, folder, `dist${suffix}`)
  const hash = hashTree(root, [...sources, 'contracts/src', 'pnpm-lock.yaml'], settings)
  if (isBuiltFrom(built, hash)) return built
  const available = Math.floor(Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 1e6)
  // With less, the build swaps for minutes instead of failing.
  if (available < memory)
    throw new UserError(
      `Building the ${name} takes about ${memory} MB of memory, and ${available} MB are available. Build it on another machine, or start the emulator alone with npm run emulator.`,
    )
  print(`Building the ${name} …`)
  const draft = createDraft(built)
  // The shop's build also writes a folder next to its own.
  const suffixes = ['-renderer', '']
  const vite = join(root, workspace, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', draft, '--emptyOutDir'],
    {
      cwd: join(root, folder),
      encoding: 'utf8',
      // Overrides what tests set: the first would select React's development build, the second omit the settings.
      env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
    },
  )
  if (status !== 0) {
    for (const suffix of suffixes) rmSync(draft + suffix, { recursive: true, force: true })
    const setting = /Error: (VITE_\w+ (?:must be|is no) .*)/.exec(stdout + stderr)?.[1]
    if (setting) throw new UserError(setting)
    process.stderr.write(stdout + stderr)
    throw new UserError(`The ${name} could not be built. The reason is printed above.`)
  }
  precompress(draft)
  for (const suffix of suffixes) if (existsSync(draft + suffix)) publish(draft + suffix, built + suffix, hash)
  return built
}

export function buildShop(): string {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return buildApp({
    name: 'shop',
    memory: 750,
    folder: 'web',
    workspace: 'web',
    sources: [
      'web/src',
      'web/public',
      'contracts/cases',
      'contracts/openapi.json',
      'web/index.html',
      'web/vite.config.ts',
      'web/package.json',
      'web/build',
      'web/service-worker',
    ],
    settings: settings.length === 0 ? '' : JSON.stringify(settings.sort()),
  })
}

export function buildConsole(): string {
  return buildApp({
    name: 'console',
    folder: 'mock-server/console',
    workspace: 'mock-server',
    sources: [
      ...['src', 'index.html', 'vite.config.ts'].map((name) => `mock-server/console/${name}`),
      'mock-server/src/control-api',
      'mock-server/src/provider',
      'mock-server/package.json',
    ],
  })
}

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
  const hash = hashTree(root, [...sources, 'pnpm-lock.yaml', 'scripts/build/build.ts'])
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

/** Bundles the emulator and the browser scripts that it serves. @returns the file to run */
export function buildEmulator(): Promise<string> {
  return bundle({
    entry: 'mock-server/src/main.ts',
    into: 'mock-server/dist',
    sources: [
      'mock-server/src',
      'mock-server/package.json',
      'mock-server/browser',
      'fixtures/src',
      'contracts/src',
      'contracts/harness',
      'contracts/openapi.json',
    ],
    addTo: writeBrowserScripts,
  })
}

/** Bundles the browser scripts that the emulator serves into the `browser` subfolder. */
export async function writeBrowserScripts(folder: string): Promise<void> {
  // Imported here, because the image that builds the shop has no mock-server.
  const { bundleScript, SCRIPTS } = await import('../../mock-server/src/http/static/bundle-script.ts')
  mkdirSync(join(folder, 'browser'), { recursive: true })
  for (const name of SCRIPTS) writeFileSync(join(folder, 'browser', `${name}.js`), await bundleScript(name))
}
