/** Prepares a fresh clone with Node and npm only: npm fetches the pinned pnpm, which installs the packages. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fetchTool, UserError } from './runtime.mjs'

export const root = resolve(import.meta.dirname, '..')
const WORKSPACES = ['contracts', 'fixtures', 'mock-server', 'web']
const stampFile = join(root, 'node_modules', '.kitabo-installed')
const logFile = join(root, '.data', 'install.log')

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function inputsHash(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const files = [
    'scripts/toolchain/pnpm/package-lock.json',
    'package.json',
    'pnpm-workspace.yaml',
    'pnpm-lock.yaml',
    ...WORKSPACES.map((workspace) => `${workspace}/package.json`),
  ]
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function runPnpm(pnpm: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [pnpm, ...args], {
      cwd: root,
      env: { ...process.env, CI: 'true', npm_config_fetch_retries: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const started = Date.now()
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk
    }
    // npm and pnpm show progress only in terminals, so a line is printed every five seconds.
    const progress = setInterval(() => print(`  … ${Math.round((Date.now() - started) / 1000)} s`), 5000)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      clearInterval(progress)
      done({ code: 1, output: `${output}\n${error.message}` })
    })
    child.on('close', (code) => {
      clearInterval(progress)
      done({ code: code ?? 1, output })
    })
  })
}

/** Explains a failed install and suggests a fix. A full disk comes first, because it causes network errors too. */
export function diagnoseInstall(output: string): string {
  if (/ENOSPC/.test(output)) return 'The disk is full. Free some space and run this again.'
  if (/EACCES|EPERM|EROFS/.test(output))
    return `The packages could not be written to ${root}. Grant this user write access to the folder and run this again.`
  if (/ERR_PNPM_OUTDATED_LOCKFILE|frozen-lockfile/.test(output))
    return 'pnpm-lock.yaml does not match a package.json. Run pnpm install without --frozen-lockfile and commit the lock file.'
  if (/spawn npm ENOENT|npm: not found/.test(output))
    return 'npm was not found. Install Node from nodejs.org, which includes npm.'
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL/.test(output)
  )
    return 'The packages could not be fetched. Connect to the internet and run this again (later starts work offline).'
  return 'The packages could not be installed. The end of the output is printed above.'
}

/** Returns the error with which better-sqlite3 fails to load, or null if it loads. */
function sqliteProblem(): string | null {
  const code = "const D = require('better-sqlite3'); new D(':memory:').close()"
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: join(root, 'mock-server'),
    encoding: 'utf8',
  })
  return status === 0 ? null : (/Error: .*/.exec(stderr)?.[0] ?? `exit code ${status}`)
}

/** Installs the packages if the lock file or a manifest has changed. @throws UserError with a suggested fix */
export async function bootstrap(): Promise<void> {
  const hash = inputsHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return

  print('Installing packages with pnpm (once) …')
  const pnpm = fetchTool(root, 'pnpm', join('node_modules', 'pnpm', 'bin', 'pnpm.mjs'))
  const { code, output } = await runPnpm(pnpm, ['install', '--frozen-lockfile'])
  mkdirSync(dirname(logFile), { recursive: true })
  writeFileSync(logFile, output)
  if (code !== 0) {
    process.stderr.write(`${output.trimEnd().split('\n').slice(-15).join('\n')}\n`)
    throw new UserError(`${diagnoseInstall(output)} Complete output: ${logFile}`)
  }
  const problem = sqliteProblem()
  if (problem !== null)
    throw new UserError(
      `better-sqlite3 does not load on ${process.platform} ${process.arch}, Node ${process.versions.node} (${problem}). It provides binaries for Linux, macOS and Windows on x64 and arm64.`,
    )
  writeFileSync(stampFile, hash)
  print('Packages are installed.')
}

/** Returns the path of a program that is installed in a workspace package, by default in the root. */
export function bin(name: string, workspace = '.'): string {
  const file = join(root, workspace, 'node_modules', '.bin', name)
  return process.platform === 'win32' && existsSync(`${file}.cmd`) ? `${file}.cmd` : file
}

/** Runs a program of a workspace package in its folder and in this terminal. @returns its exit code */
export function runProgram(name: string, args: string[], workspace = '.'): number {
  const cwd = join(root, workspace)
  const { status, error } = spawnSync(bin(name, workspace), args, { cwd, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
