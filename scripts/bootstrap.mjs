/**
 * Brings a fresh clone to where the rest can run, with Node and npm only: the pinned pnpm is fetched by npm
 * itself, the packages are installed, better-sqlite3 is seen to load. Does nothing when nothing has changed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..')
const PNPM = '12.21.0'
const OLDEST_NODE = [20, 19]
const ROOMS = ['contracts', 'fixtures', 'mock-server', 'web']
const stampFile = join(root, 'node_modules', '.kitabo-installed')
const logFile = join(root, '.data', 'install.log')

/** A fault that the person at the keyboard can mend: printed as one sentence, without a stack. */
export class Sentence extends Error {}

/** Prints the sentence of a fault, or the stack of a surprise, and ends the process. */
export function fail(error) {
  process.stderr.write(`\n${error instanceof Sentence ? error.message : error.stack}\n`)
  process.exit(1)
}

export function say(text) {
  process.stdout.write(`${text}\n`)
}

function inputsHash() {
  const hash = createHash('sha256').update(
    `${process.platform} ${process.arch} node ${process.versions.modules} pnpm ${PNPM}`,
  )
  const files = [
    'package.json',
    'pnpm-workspace.yaml',
    'pnpm-lock.yaml',
    ...ROOMS.map((room) => `${room}/package.json`),
  ]
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function environment() {
  const header = join(dirname(dirname(process.execPath)), 'include', 'node', 'node.h')
  return {
    ...process.env,
    CI: 'true',
    npm_config_fetch_retries: '1',
    npm_config_update_notifier: 'false',
    // Where Node's own headers lie beside it, node-gyp need not fetch them.
    ...(existsSync(header) ? { npm_config_nodedir: dirname(dirname(dirname(header))) } : {}),
  }
}

function pnpm(args) {
  return new Promise((done) => {
    const child = spawn('npm', ['exec', '--yes', `--package=pnpm@${PNPM}`, '--', 'pnpm', ...args], {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const started = Date.now()
    let output = ''
    let told = Date.now()
    const keep = (chunk) => {
      output += chunk
    }
    // npm and pnpm draw for terminals; here a line now and then says that it still works, and on what.
    const pulse = setInterval(() => {
      if (Date.now() - told < 5000) return
      told = Date.now()
      const seconds = Math.round((Date.now() - started) / 1000)
      const compiling = /better-sqlite3 install/.test(output.slice(-4000))
      say(`  … ${seconds} s${compiling ? ', building better-sqlite3 from source (about a minute)' : ''}`)
    }, 1000)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      clearInterval(pulse)
      done({ code: 1, output: `${output}\n${error.message}` })
    })
    child.on('close', (code) => {
      clearInterval(pulse)
      done({ code: code ?? 1, output })
    })
  })
}

/** What went wrong with an install, in one sentence with what to do. */
function diagnose(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|network/i.test(
      output,
    )
  ) {
    return 'The packages could not be fetched: connect to the internet once and run this again (later starts need no network).'
  }
  if (/not found: make|find Python|not found: g\+\+|gyp ERR/i.test(output)) {
    return 'better-sqlite3 could not be built: install python3, make and g++ (Debian: apt-get install python3 make g++) and run this again.'
  }
  if (/EACCES|EROFS|ENOSPC/.test(output)) {
    return `The packages could not be written below ${root}: make room or give this user the right to write there, and run this again.`
  }
  return 'The packages could not be installed; the end of the output stands above.'
}

function sqliteLoads() {
  const code = "const D = require('better-sqlite3'); new D(':memory:').close()"
  return (
    spawnSync(process.execPath, ['-e', code], { cwd: join(root, 'mock-server'), stdio: 'ignore' }).status ===
    0
  )
}

async function runPnpm(args) {
  const { code, output } = await pnpm(args)
  mkdirSync(dirname(logFile), { recursive: true })
  writeFileSync(logFile, output)
  if (code === 0) return
  process.stderr.write(`${output.trimEnd().split('\n').slice(-15).join('\n')}\n`)
  throw new Sentence(`${diagnose(output)} Whole output: ${logFile}`)
}

/** Throws a Sentence when the machine lacks something. */
export async function bootstrap() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Sentence(
      `Kitabo needs Node ${OLDEST_NODE.join('.')} or later, this is ${process.versions.node}; install a newer one from nodejs.org.`,
    )
  }
  const hash = inputsHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return

  say(`Installing packages with pnpm ${PNPM} (once; one or two minutes) …`)
  await runPnpm(['install', '--frozen-lockfile'])
  if (!sqliteLoads()) {
    say('Building better-sqlite3 for this Node …')
    await runPnpm(['rebuild', 'better-sqlite3'])
    if (!sqliteLoads())
      throw new Sentence(
        `better-sqlite3 does not load on this Node; delete node_modules and run this again. Output: ${logFile}`,
      )
  }
  writeFileSync(stampFile, hash)
  say('Packages are in place.')
}
