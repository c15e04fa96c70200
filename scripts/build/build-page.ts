/** Builds something for the browser when its sources or settings have changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { print, root } from '../bootstrap.ts'
import { UserError } from '../runtime.mjs'
import { hashOf, isFresh, stamp } from './stale.ts'

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

function nameOf(settings: string): string {
  return createHash('sha256').update(settings).digest('hex').slice(0, 8)
}

export type PageBuild = {
  /** Its name in messages. */
  what: string
  /** The folder of its vite.config.ts, below the root; built into its dist, or dist-<hash> for other settings. */
  folder: string
  /** Whose packages build it. */
  room: string
  /** What it is built from, below the root. */
  places: string[]
  /** Text that the result depends on as well. */
  settings?: string
}

/**
 * Builds a page unless what is there was built from the same.
 * @returns the folder of the built files
 * @throws UserError when the build fails; its output is on the screen then
 */
export function buildPage({ what, folder, room, places, settings = '' }: PageBuild): string {
  // A build of other settings has a folder of its own: a shop that is open somewhere keeps its files.
  const built = join(root, folder, settings === '' ? 'dist' : `dist-${nameOf(settings)}`)
  const stampFile = join(built, '.built-from')
  const hash = hashOf([...places, 'contracts/src', 'pnpm-lock.yaml'], settings)
  if (isFresh(stampFile, hash)) return built
  print(`Building the ${what} …`)
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
    throw new UserError(`The ${what} could not be built; the reason is printed above.`)
  }
  precompress(built)
  stamp(stampFile, hash)
  return built
}
