/** Starts servers and sends load to them, for all benchmarks. Load goes to 127.0.0.1 only. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../bootstrap.ts'
import { UserError } from '../../runtime.mjs'

export const CONNECTIONS = 32
const LOAD = 'autocannon@8.0.0'
const SCRIPT = join(root, 'scripts/lab/emulator/send-load.ts')

/** Pins the server to one core and the load to another, if the machine supports it. */
export const canPin = existsSync('/usr/bin/taskset')
const pinned = (core: number, command: string, args: string[]): [string, string[]] =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args]
const children = new Set<ChildProcess>()

/** Starts a server in its own process group; `stop` or `stopAll` ends it. */
export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const [bin, all] = pinned(0, command, args)
  const child = spawn(bin, all, { cwd: root, stdio: 'ignore', detached: true, ...options })
  children.add(child)
  return child
}

/** Ends a server and its child processes, because npm starts programs as children. */
export async function stop(child: ChildProcess): Promise<void> {
  children.delete(child)
  const { pid, exitCode } = child
  if (pid === undefined || exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-pid, 'SIGTERM')
  const hard = setTimeout(() => process.kill(-pid, 'SIGKILL'), 2000)
  await ended
  clearTimeout(hard)
}

export function stopAll(): void {
  for (const child of children) void stop(child)
}

/** Milliseconds from a given time to the first 200. */
export async function firstResponse(
  url: string,
  since = performance.now(),
  timeoutMs = 60_000,
): Promise<number> {
  for (;;) {
    try {
      const response = await fetch(url, { headers: { Accept: 'application/json' } })
      await response.arrayBuffer()
      if (response.ok) return performance.now() - since
    } catch {
      // Not listening yet.
    }
    if (performance.now() - since > timeoutMs)
      throw new UserError(`${url} gave no answer within ${timeoutMs / 1000} s.`)
    await new Promise((again) => setTimeout(again, 5))
  }
}

/** Responses per second, and the 99th percentile in milliseconds. */
export type Load = { perSecond: number; p99: number }

export type LoadRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Requests to pick from at random. */
export type Choice = {
  requests?: readonly LoadRequest[]
  /** Sent instead of a request, with the probability `share`. */
  writes?: readonly LoadRequest[]
  share?: number
}

/** Input of the sending process. `duration` is in seconds. */
export type Sent = Choice & { url: string; connections: number; duration: number }

/**
 * Sends requests one after another on every connection: to one URL, or picked at random.
 * @param duration seconds
 */
export function load(url: string, duration: number, choice: Choice = {}): Load {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-load-'))
  const file = join(folder, 'sent.json')
  const sent: Sent = { url, duration, connections: CONNECTIONS, ...choice }
  writeFileSync(file, JSON.stringify(sent))
  const program = [process.execPath, ...process.execArgv, SCRIPT, file]
  const [bin, args] = pinned(1, 'npm', ['exec', '--yes', `--package=${LOAD}`, '--', ...program])
  const { stdout, status } = spawnSync(bin, args, {
    encoding: 'utf8',
    maxBuffer: 16e6,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  rmSync(folder, { recursive: true })
  if (status !== 0)
    throw new UserError('The load generator could not be run; the bench needs the npm registry once.')
  const result = JSON.parse(stdout.slice(stdout.indexOf('{')))
  if (result.non2xx > 0 || result.errors > 0)
    throw new UserError(`${url}: ${result.non2xx} answers were no success, ${result.errors} failed.`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}
