// Fetches Node and pnpm with npm, once, into `.data/runtime`. Must run on Node 16: plain JavaScript, no packages. The
// versions and hashes are in the folders next to this file.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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
 * @returns {Promise<{ file: string, flags: string[] } | null>}
 */
export async function findRuntime(root) {
  const version = process.versions.node
  if (!isSupported(version, OLDEST_NODE)) return { file: await fetchNode(root), flags: [] }
  const flag = '--experimental-strip-types'
  if (isSupported(version, '22.18.0') || process.execArgv.includes(flag)) return null
  return { file: process.execPath, flags: [flag, '--disable-warning=ExperimentalWarning'] }
}

/** @param {string} root @returns {Promise<string>} */
async function fetchNode(root) {
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
 * Options for npm that the user's settings must not change, such as `omit=optional`, `dry-run` or `global`. Registry,
 * proxy and certificates stay the user's.
 */
const NPM_OPTIONS = [
  '--include=optional',
  '--include=prod',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=http',
  '--dry-run=false',
  '--global=false',
  '--location=project',
  '--workspaces=false',
  '--package-lock=true',
  `--os=${process.platform}`,
  `--cpu=${process.arch}`,
  // Starts that find everything in the cache send no request, and those that are offline end soon.
  '--prefer-offline',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
]

/** Environment variables for which npm has no option that overrides them. */
const DROPPED_VARIABLES =
  /^npm_config_(omit|only|production|optional|workspace|workspaces|libc|prefix|global_prefix|local_prefix)$/i

/** Matches npm's output if it is offline. Only npm's own lines, because a program that it runs may print such a code. */
export const NPM_OFFLINE = /^npm .*(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED)/m

/** Time between two messages about a download, in milliseconds. */
const REPORT_MS = 10_000

/** The file in a program's folder that is written once the program has run. */
const VERIFIED = '.verified'

/**
 * Installs a program from scripts/toolchain once. npm verifies the download against the hashes in the lock file, but a
 * full disk can truncate the unpacked program, so it is run once before it is used.
 * @param {string} root the checkout
 * @param {'node' | 'pnpm'} name the folder in scripts/toolchain
 * @param {string} file path of the program inside the installed folder
 * @param {string} announcement printed before a download
 * @returns {Promise<string>} the absolute path of the program. Throws a UserError if npm fails.
 */
export async function fetchTool(root, name, file, announcement) {
  const source = join(root, 'scripts', 'toolchain', name)
  const hash = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
  const folder = join(root, '.data', 'runtime', `${name}-${hash.slice(0, 12)}`)
  const program = join(folder, file)
  if (existsSync(join(folder, VERIFIED)) && existsSync(program)) return program
  removeAbandoned(dirname(folder))
  if (isComplete(program)) {
    writeFileSync(join(folder, VERIFIED), '')
    return program
  }
  rmSync(folder, { recursive: true, force: true })
  process.stderr.write(announcement)
  mkdirSync(dirname(folder), { recursive: true })
  // Installed in a temporary folder and renamed, so that interrupted and concurrent installs leave no partial result.
  const draft = mkdtempSync(`${folder}-${process.pid}-`)
  try {
    for (const each of ['package.json', 'package-lock.json'])
      copyFileSync(join(source, each), join(draft, each))
    const output = await runNpm(['ci', '--prefix', draft, ...NPM_OPTIONS], name)
    // npm succeeds even if it cannot download or unpack an optional package.
    if (!isComplete(join(draft, file))) throw new UserError(fetchProblem(draft, name, output))
    writeFileSync(join(draft, VERIFIED), '')
    renameSync(draft, folder)
  } catch (failure) {
    // A concurrent start has installed it in the meantime.
    if (!existsSync(join(folder, VERIFIED))) throw failure
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return program
}

/** Whether a program is complete: it prints its version. @param {string} program */
function isComplete(program) {
  if (!existsSync(program)) return false
  const [file, args] = program.endsWith('.mjs') ? [process.execPath, [program]] : [program, []]
  // Node 16 can't run the current pnpm, but it only fetches Node.
  return spawnSync(file, [...args, '--version'], { stdio: 'ignore' }).status === 0
}

/** Removes the temporary folders of interrupted installs. @param {string} folder of the installed programs */
function removeAbandoned(folder) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const pid = /^(?:node|pnpm)-[0-9a-f]{12}-(?:(\d+)-)?\w{6}$/.exec(name)
    if (pid && !isAlive(Number(pid[1]))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Runs npm, and prints a message every ten seconds.
 * @param {string[]} args @param {string} name
 * @returns {Promise<string>} what npm printed to stderr, or why it did not start
 */
function runNpm(args, name) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([variable]) => !DROPPED_VARIABLES.test(variable)),
  )
  const started = Date.now()
  return new Promise((ended) => {
    const child = spawn('npm', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...env, npm_config_update_notifier: 'false' },
    })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    const timer = setInterval(() => {
      const seconds = Math.round((Date.now() - started) / 1000)
      process.stderr.write(`Still fetching ${name}, ${seconds} seconds so far …\n`)
    }, REPORT_MS)
    child.on('error', (error) => {
      output += error.message
    })
    child.on('close', () => {
      clearInterval(timer)
      ended(output)
    })
  })
}

/**
 * Explains why a program could not be fetched.
 * @param {string} draft the folder of the download @param {string} name @param {string} output npm's
 */
function fetchProblem(draft, name, output) {
  const full = fullDisk(draft) || (/ENOSPC/.test(output) ? "npm's cache, see npm config get cache" : null)
  if (full)
    return `${name} could not be fetched, because the disk is full: ${full}. Free about 500 MB and try again.`
  const lines = output.trim().split('\n')
  // npm reports the failed requests for an optional package, but no error.
  const failures = lines.filter((line) => /failed with|npm (?:error|ERR!) (?!A complete log)/.test(line))
  const reason = (failures.length > 0 ? failures : lines).slice(0, 5).join('\n')
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ECONNRESET/.test(
    reason,
  )
  const advice = isOffline
    ? `npm could not download ${name}. Connect to the internet and try again.`
    : `npm installed no ${name} that runs here. A setting of npm may be the reason; npm config list shows them.`
  return `${reason}\n${advice}`.trim()
}

/** Returns the folder if its disk is full, else null. @param {string} folder */
function fullDisk(folder) {
  try {
    writeFileSync(join(folder, '.probe'), Buffer.alloc(1_000_000))
    return null
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOSPC' ? folder : null
  }
}
