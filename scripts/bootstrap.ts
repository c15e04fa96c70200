/** Prepares a fresh clone with Node and npm only: npm fetches the pinned pnpm, which installs the packages. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fetchTool, UserError } from './runtime.mjs'

export const root = resolve(import.meta.dirname, '..')
const WORKSPACES = ['contracts', 'fixtures', 'mock-server', 'web']
const stampFile = join(root, 'node_modules', '.kitabo-installed')

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
  const { status } = spawnSync(
    process.execPath,
    [pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'],
    {
      cwd: root,
      env: { ...process.env, CI: 'true', npm_config_fetch_retries: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0)
    throw new UserError(
      'The packages could not be installed. The reason is printed above. They are fetched from the internet once; later starts work offline.',
    )
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

/** Runs a package's program with the package as working directory and inherited stdio. @returns its exit code */
export function runProgram(name: string, args: string[], workspace = '.'): number {
  const cwd = join(root, workspace)
  const { status, error } = spawnSync(bin(name, workspace), args, { cwd, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
