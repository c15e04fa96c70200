import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folder as packages } from './make-packages.ts'

/** Returns the path of a package's tarball. */
export const tarball = (name: 'emulator' | 'contract') => join(packages, `${name}.tgz`)

export type Run = { code: number | null; out: string }

/** A project in a temporary folder that uses only npm, and no files of this checkout. */
export type ForeignProject = {
  folder: string
  write: (files: Record<string, string>) => void
  read: (file: string) => string
  /** Runs a program in the project until it exits; returns stdout and stderr combined. */
  run: (program: string, args: readonly string[], env?: Record<string, string>) => Promise<Run>
  /** Starts a long-running program and waits until its output matches `line`. */
  start: (
    program: string,
    args: readonly string[],
    line: RegExp,
    env?: Record<string, string>,
  ) => Promise<RegExpExecArray>
  remove: () => void
}

/** @param packages arguments of `npm install`: tarballs and pinned versions. If empty, nothing is installed. */
export function foreignProject(packages: readonly string[] = []): ForeignProject {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  }
  write({ 'package.json': '{ "name": "foreign", "version": "1.0.0", "private": true }\n' })
  if (packages.length > 0) {
    const { status, stderr } = spawnSync(
      'npm',
      ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
      { cwd: folder, encoding: 'utf8', env: environment() },
    )
    if (status !== 0) throw new Error(`npm install ${packages.join(' ')} failed:\n${stderr}`)
  }
  const children: ChildProcess[] = []
  return {
    folder,
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    run: (program, args, env = {}) =>
      new Promise((done, failed) => {
        const child = spawn(program, args, { cwd: folder, env: { ...environment(), ...env } })
        let out = ''
        const add = (chunk: Buffer) => {
          out += chunk
        }
        child.stdout.on('data', add)
        child.stderr.on('data', add)
        child.on('error', failed)
        child.on('close', (code) => done({ code, out }))
      }),
    start: (program, args, line, env = {}) =>
      new Promise((up, failed) => {
        // Detached, so that the whole process group can be killed: npx starts the program in a shell.
        const child = spawn(program, args, { cwd: folder, env: { ...environment(), ...env }, detached: true })
        children.push(child)
        let out = ''
        const add = (chunk: Buffer) => {
          out += chunk
          const found = line.exec(out)
          if (found) up(found)
        }
        child.stdout.on('data', add)
        child.stderr.on('data', add)
        child.on('error', failed)
        child.on('exit', (code) =>
          failed(new Error(`${program} ${args.join(' ')} exited with code ${code}:\n${out}`)),
        )
      }),
    remove: () => {
      for (const { pid } of children) {
        try {
          if (pid !== undefined) process.kill(-pid, 'SIGKILL')
        } catch {
          // It has already exited.
        }
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the environment without the variables that npm, Vitest and this checkout set. */
function environment(): NodeJS.ProcessEnv {
  const stored = Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:npm_(?!config_(?:cache|registry|userconfig))|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|FORCE_COLOR$|KITABO_)/i.test(
        name,
      ),
  )
  return {
    ...Object.fromEntries(stored),
    npm_config_update_notifier: 'false',
    npm_config_loglevel: 'error',
    NO_COLOR: '1',
  }
}
