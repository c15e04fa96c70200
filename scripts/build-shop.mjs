/** Builds the shop when its sources or its settings have changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, Sentence, say } from './bootstrap.mjs'

export const shopFolder = join(root, 'web', 'dist')
const stampFile = join(shopFolder, '.built-from')

function sourcesHash() {
  const hash = createHash('sha256')
  const add = (path) => {
    hash.update(path).update(readFileSync(path))
  }
  const walk = (folder) => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (!/\.test\.tsx?$/.test(entry.name)) add(path)
    }
  }
  for (const folder of ['web/src', 'web/public', 'contracts/src']) walk(join(root, folder))
  for (const file of ['web/index.html', 'web/vite.config.ts', 'web/package.json', 'pnpm-lock.yaml'])
    add(join(root, file))
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return hash.update(JSON.stringify(settings.sort())).digest('hex')
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
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return
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
  writeFileSync(stampFile, hash)
}
