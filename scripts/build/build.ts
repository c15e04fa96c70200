/** Builds the shop, the console and the emulator, each unless it was built from the same sources and settings. */
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
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'esbuild'
import { hashTree } from '../../fixtures/src/hash-tree.ts'
import { print, root } from '../bootstrap.ts'
import { UserError } from '../runtime.mjs'

/** Holds the hash of the sources that a folder was built from. */
const STAMP = '.built-from'

function isBuiltFrom(folder: string, hash: string): boolean {
  const file = join(folder, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/** Writes a brotli and a gzip copy beside each text file, so that nothing is compressed at every request. */
export function precompress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!/\.(js|css|html|svg|json|txt|webmanifest)$/.test(name) || !statSync(file).isFile()) continue
    const bytes = readFileSync(file)
    if (bytes.length < 512) continue
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

type Page = {
  /** Its name in messages. */
  name: string
  /** The folder of its vite.config.ts, below the root; built into its dist, or dist-<hash> for other settings. */
  folder: string
  /** The package whose Vite builds it. */
  room: string
  /** The files and folders that it is built from, below the root. */
  sources: string[]
  /** Further text that the result depends on. */
  settings?: string
}

/** @returns the folder of the built files. @throws UserError when the build fails; its output is printed then */
function buildPage({ name, folder, room, sources, settings = '' }: Page): string {
  // A build of other settings has a folder of its own: a shop that is open somewhere keeps its files.
  const suffix = settings === '' ? '' : `-${createHash('sha256').update(settings).digest('hex').slice(0, 8)}`
  const built = join(root, folder, `dist${suffix}`)
  const hash = hashTree(root, [...sources, 'contracts/src', 'pnpm-lock.yaml'], settings)
  if (isBuiltFrom(built, hash)) return built
  print(`Building the ${name} …`)
  const vite = join(root, room, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', built, '--emptyOutDir'],
    {
      cwd: join(root, folder),
      encoding: 'utf8',
      // A test that builds has another: the page would hold React's development build, and count as fresh afterwards.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) {
    const setting = /Error: (VITE_\w+ (?:must be|is no) .*)/.exec(stdout + stderr)?.[1]
    if (setting) throw new UserError(setting)
    process.stderr.write(stdout + stderr)
    throw new UserError(`The ${name} could not be built; the reason is printed above.`)
  }
  precompress(built)
  writeFileSync(join(built, STAMP), hash)
  return built
}

/** @returns the folder of the built shop */
export function buildShop(): string {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return buildPage({
    name: 'shop',
    folder: 'web',
    room: 'web',
    sources: [
      ...['web/src', 'web/public', 'contracts/cases'],
      ...['web/index.html', 'web/vite.config.ts', 'web/api-document.ts', 'web/package.json'],
      ...['web/build', 'web/service-worker'],
    ],
    settings: settings.length === 0 ? '' : JSON.stringify(settings.sort()),
  })
}

/** @returns the folder of the built console */
export function buildConsole(): string {
  return buildPage({
    name: 'console',
    folder: 'mock-server/console',
    room: 'mock-server',
    sources: [
      ...['src', 'index.html', 'vite.config.ts'].map((name) => `mock-server/console/${name}`),
      ...['mock-server/src/control', 'mock-server/package.json'],
    ],
  })
}

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
export const NEVER_LOADED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']

/**
 * Bundles a program into one file, so that it starts in a fraction of a second. What it reads at run time (SQL, pages,
 * the catalogue) is found from the bundle's own place or by its package's name, so a checkout can be moved.
 * @param program `entry`: its TypeScript file, `into`: the folder for its bundle, `sources`: what it is built from;
 *   all below the root; `addTo` writes further files into the new folder
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
  const isBuilt = () => isBuiltFrom(folder, hash)
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
  writeFileSync(join(draft, STAMP), hash)
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

/** Bundles the emulator, with the scripts that it serves to browsers beside it. @returns the file to run */
export function buildEmulator(): Promise<string> {
  return bundle({
    entry: 'mock-server/src/main.ts',
    into: 'mock-server/dist',
    sources: ['mock-server/src', 'mock-server/browser', 'fixtures/src', 'contracts/src', 'contracts/harness'],
    addTo: writeBrowserScripts,
  })
}

/** Writes the scripts that the emulator serves into `browser` below a folder. */
export async function writeBrowserScripts(folder: string): Promise<void> {
  // The image that builds the shop alone has no mock-server.
  const { bundleScript, SCRIPTS } = await import('../../mock-server/src/http/shop/bundle-script.ts')
  mkdirSync(join(folder, 'browser'), { recursive: true })
  for (const name of SCRIPTS) writeFileSync(join(folder, 'browser', `${name}.js`), await bundleScript(name))
}
