import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type StartedEmulator = {
  origin: string
  data: string
  child: ChildProcess
  /** Ends the process, and deletes its folder unless the caller provided it. */
  stop: () => Promise<void>
}

type Options = {
  /** Node arguments for running the emulator. Defaults to running it from source. */
  program?: readonly string[]
  /** Folder for the database. Defaults to a temporary one. */
  data?: string | undefined
  flags?: readonly string[]
}

const FROM_SOURCE = ['scripts/run.mjs', 'scripts/start.ts', '--without-shop']

/** Spawns an emulator on a free port without waiting for it. Its output is in pipes. */
export function spawnEmulator({ program = FROM_SOURCE, data = '', flags = [] }: Options): ChildProcess {
  return spawn(process.execPath, [...program, '--port', '0', '--data', data, ...flags], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts an emulator process and waits until it listens. @throws Error with its output if it exits */
export async function startEmulator(options: Options = {}): Promise<StartedEmulator> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'kitabo-data-'))
  const child = spawnEmulator({ ...options, data })
  let output = ''
  const origin = await new Promise<string>((resolve, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const url = /(?:The shop is open|Emulator is up)\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', (code) => failed(new Error(`The emulator exited with code ${code}:\n${output}`)))
  })
  const stop = async () => {
    await endProcess(child, 'SIGTERM')
    if (options.data === undefined) rmSync(data, { recursive: true, force: true })
  }
  return { origin, data, child, stop }
}

/** Ends a process and waits for it; returns immediately if it has ended already. */
export function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((ended) => {
    if (child.exitCode !== null || child.signalCode !== null) return ended()
    child.on('exit', () => ended())
    child.kill(signal)
  })
}
