// Builds the shop, the console and the emulator. Skips a build if its sources and settings have not changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { UserError } from '../../contracts/src/command-line/user-error.ts'
import { hashTree } from '../../mock-server/src/seed/hash-tree.ts'
import { print } from '../command-line.ts'
import { root } from '../project.ts'
import { createDraft, isBuiltFrom, publish } from './built-folder.ts'
import { bundle } from './bundle.ts'

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
  const settingsSuffix =
    settings === '' ? '' : `-${createHash('sha256').update(settings).digest('hex').slice(0, 8)}`
  const built = join(root, folder, `dist${settingsSuffix}`)
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
