// Runs a command of this checkout: `node scripts/run.mjs FILE.ts [options]`, or a program of the root's packages, such
// as `node scripts/run.mjs vitest run`. Starts on Node 16 or later, continues with a supported version, and installs
// the packages if they are missing or outdated. Paths are relative to the root.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fetchTool, findRuntime, UserError } from './toolchain/fetch-node.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Not 1, which would mean drift to users of the contract command. The same as EXIT.internal of contracts. */
const INTERNAL_ERROR = 7

/** Installs the packages if the lock file or a manifest has changed. */
async function installPackages() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const manifests = ['.', 'contracts', 'fixtures', 'mock-server', 'web'].map((name) => `${name}/package.json`)
  const locks = ['scripts/toolchain/pnpm/package-lock.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml']
  for (const file of [...locks, ...manifests]) hash.update(readFileSync(join(root, file)))
  const stamp = hash.digest('hex')
  const stampFile = join(root, 'node_modules', '.kitabo-installed')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const program = join('node_modules', 'pnpm', 'bin', 'pnpm.mjs')
  const pnpm = await fetchTool(root, 'pnpm', program, 'Fetching pnpm with npm (once) …\n')
  process.stderr.write('Installing packages with pnpm (once) …\n')
  const args = [pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only']
  const env = { ...process.env, CI: 'true', npm_config_fetch_retries: '1' }
  // Not to stdout, which may be redirected into a file.
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (status !== 0)
    throw new UserError(
      'The packages could not be installed. The reason is printed above. They are fetched from the internet once; later starts work offline.',
    )
  writeFileSync(stampFile, stamp)
}

/**
 * Runs a program and exits with its exit code or signal. Forwards signals, except Ctrl-C in a terminal, which reaches
 * both processes.
 * @param {string} file @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
function runProgram(file, args, env = process.env) {
  const child = spawn(file, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${file} could not be started: ${error.message}\n`)
    process.exit(INTERNAL_ERROR)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code === null ? 1 : code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** @param {string | undefined} command @param {string[]} args */
async function run(command, args) {
  // Programs in node_modules/.bin run with the first Node on the path.
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  if (command === undefined) return
  if (!/\.ts$/.test(command)) {
    const { refuseConsumedTestOptions } = await import('./command-line.ts')
    refuseConsumedTestOptions(args)
    process.chdir(root)
    return runProgram(join(root, 'node_modules', '.bin', command), args)
  }
  const file = resolve(root, command)
  if (!existsSync(file)) throw new UserError(`${file} does not exist.`)
  isStarting = false
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}

if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs')
let isStarting = true
try {
  const [command, ...args] = process.argv.slice(2)
  const runtime = await findRuntime(root)
  if (runtime) {
    // Child processes run TypeScript as well.
    const NODE_OPTIONS = [process.env.NODE_OPTIONS, ...runtime.flags].filter(Boolean).join(' ')
    runProgram(runtime.file, [...runtime.flags, ...process.argv.slice(1)], { ...process.env, NODE_OPTIONS })
  } else {
    await installPackages()
    // npm forwards a second `--`.
    await run(command, args[0] === '--' ? args.slice(1) : args)
  }
} catch (reason) {
  const error = /** @type {NodeJS.ErrnoException & { isUserError?: boolean }} */ (reason)
  const isUnwritable = isStarting && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code ?? '')
  const text = isUnwritable
    ? `${error.path} cannot be written (${error.code}). The commands store the runtime, packages and results there; run them as the owner of the folder.`
    : error.stack
  process.stderr.write(`\n${error.isUserError ? error.message : text}\n`)
  process.exitCode = isStarting || !error.isUserError ? INTERNAL_ERROR : 1
}
