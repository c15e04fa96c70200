/** Builds the shop when its sources or its settings have changed since the last build. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, Sentence, say } from './bootstrap.mjs'
import { hashOf, isFresh, stamp } from './stale.mjs'

export const shopFolder = join(root, 'web', 'dist')
const stampFile = join(shopFolder, '.built-from')

function sourcesHash() {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  const files = [
    'web/index.html',
    'web/vite.config.ts',
    'web/api-document.ts',
    'web/early-calls.ts',
    'web/package.json',
    'pnpm-lock.yaml',
  ]
  return hashOf(
    ['web/src', 'web/public', 'contracts/src', 'contracts/cases', ...files],
    JSON.stringify(settings.sort()),
  )
}

/** Writes a brotli and a gzip twin beside each text file: compressed once, sent as they lie. */
function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
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

/** Throws a Sentence when the build fails; its output is on the screen then. */
export function buildShop() {
  const hash = sourcesHash()
  if (isFresh(stampFile, hash)) return
  say('Building the shop …')
  const vite = join(root, 'web', 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    encoding: 'utf8',
  })
  if (status !== 0) {
    process.stderr.write(stdout + stderr)
    throw new Sentence('The shop could not be built; the reason stands above.')
  }
  precompress(shopFolder)
  stamp(stampFile, hash)
}
