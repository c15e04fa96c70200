/**
 * Fetches Node and pnpm with npm, once, into `.data/runtime`. Must run on Node 16: plain JavaScript, no packages. The
 * versions and hashes are in the folders next to this file.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** better-sqlite3 13 requires Node-API 10 (Node 22.14). Earlier versions exit without a message. */
export const OLDEST_NODE = '22.14.0'

/** The `UserError` of contracts, for versions of Node that cannot load it. */
export class UserError extends Error {
  isUserError = true
}

/** @param {string} version @param {string} oldest both in the format of process.versions.node */
const isSupported = (version, oldest) => version.localeCompare(oldest, 'en', { numeric: true }) >= 0

/**
 * Returns the Node binary and flags with which to restart the command, or null if this process can run it.
 * @param {string} root the checkout
 * @returns {{ file: string, flags: string[] } | null}
 */
export function findRuntime(root) {
  const version = process.versions.node
  if (!isSupported(version, OLDEST_NODE)) return { file: fetchNode(root), flags: [] }
  const flag = '--experimental-strip-types'
  if (isSupported(version, '22.18.0') || process.execArgv.includes(flag)) return null
  return { file: process.execPath, flags: [flag, '--disable-warning=ExperimentalWarning'] }
}

/** @param {string} root @returns {string} */
function fetchNode(root) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  // npm has no current Node 24 of the same name for Apple silicon.
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${platform}-${process.arch}`
  const manifest = JSON.parse(readFileSync(join(root, 'scripts/toolchain/node/package.json'), 'utf8'))
  const wanted = manifest.optionalDependencies[name]
  const problem = `Kitabo requires Node ${OLDEST_NODE} or later, but this is ${process.versions.node}.`
  if (!wanted) throw new UserError(`${problem} npm provides no ${name}. Install one from nodejs.org.`)
  const file = join('node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  return fetchTool(root, 'node', file, `${problem} Downloading Node ${wanted} with npm (once) …\n`)
}

/**
 * Installs a program from scripts/toolchain once. npm verifies the download against the hashes in the lock file.
 * @param {string} root the checkout
 * @param {'node' | 'pnpm'} name the folder in scripts/toolchain
 * @param {string} file path of the program inside the installed folder
 * @param {string} announcement printed before a download
 * @returns {string} the absolute path of the program. Throws a UserError if npm fails.
 */
export function fetchTool(root, name, file, announcement) {
  const source = join(root, 'scripts', 'toolchain', name)
  const hash = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
  const folder = join(root, '.data', 'runtime', `${name}-${hash.slice(0, 12)}`)
  const program = join(folder, file)
  if (existsSync(program)) return program
  process.stderr.write(announcement)
  mkdirSync(dirname(folder), { recursive: true })
  // Installed in a temporary folder and renamed, so that interrupted and concurrent installs leave no partial result.
  const draft = mkdtempSync(`${folder}-`)
  for (const each of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, each), join(draft, each))
  const args = ['ci', '--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund']
  const { stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, npm_config_update_notifier: 'false' },
  })
  // npm succeeds even if it cannot download an optional package.
  const isFetched = existsSync(join(draft, file))
  try {
    if (isFetched) renameSync(draft, folder)
  } catch (failure) {
    if (!existsSync(program)) throw failure
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  if (isFetched) return program
  const reason = error ? error.message : stderr.trim().split('\n').slice(-5).join('\n')
  throw new UserError(`${reason}\nnpm could not download ${name}. Connect to the internet and try again.`)
}
