import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folder as tarballs } from './setup.ts'

/** Returns the path of a package's tarball. */
export const tarball = (name: 'emulator' | 'contract') => join(tarballs, `${name}.tgz`)

export type Run = { code: number | null; out: string }
type Command = readonly [program: string, args: readonly string[]]

/** A project in a temporary folder that uses only npm, and no files of this checkout. */
export type ForeignProject = ReturnType<typeof createForeignProject>

/**
 * Creates a project, and installs packages in it.
 * @param packages arguments of `npm install`: tarballs and pinned versions. If empty, nothing is installed.
 */
export function createForeignProject(packages: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  }
  write({ 'package.json': '{ "name": "foreign", "version": "1.0.0", "private": true }\n' })
  if (packages.length > 0) {
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
    const { status, stderr } = spawnSync('npm', ['install', ...options, ...packages], {
      cwd: folder,
      encoding: 'utf8',
      env: environment(),
    })
    if (status !== 0) throw new Error(`npm install ${packages.join(' ')} failed:\n${stderr}`)
  }
  const children = new Set<ChildProcess>()
  /** Starts a program and passes its output so far to `read`. Detached, because npx starts it in a shell. */
  const launch = ([program, args]: Command, read: (out: string) => void) => {
    const child = spawn(program, args, { cwd: folder, env: environment(), detached: true })
    children.add(child)
    let out = ''
    const add = (chunk: Buffer) => {
      out += chunk
      read(out)
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', add)
    return once(child, 'close').then(([code]): Run => {
      children.delete(child)
      return { code, out }
    })
  }
  return {
    folder,
    write,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    /** Runs a program in the project until it exits; returns stdout and stderr combined. */
    run: (...command: Command): Promise<Run> => launch(command, () => {}),
    /** Starts a long-running program and waits until its output matches `line`. */
    start: (program: string, args: readonly string[], line: RegExp) =>
      new Promise<RegExpExecArray>((up, failed) => {
        const ended = launch([program, args], (out) => {
          const match = line.exec(out)
          if (match) up(match)
        })
        void ended.then(({ code, out }) =>
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
  const foreign =
    /^(?:npm_(?!config_(?:cache|registry|userconfig))|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|FORCE_COLOR$|KITABO_)/i
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    npm_config_update_notifier: 'false',
    npm_config_loglevel: 'error',
    NO_COLOR: '1',
  }
}
