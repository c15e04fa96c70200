/** Servers to be measured, and the load on them: what the benches share. Load goes to 127.0.0.1 only. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../bootstrap.ts'
import { UserError } from '../../runtime.mjs'

export const CONNECTIONS = 32
const LOAD = 'autocannon@8.0.0'

/** Two cores: the server on one, the load on the other, where the machine supports it. */
export const canPin = existsSync('/usr/bin/taskset')
const pinned = (core: number, command: string, args: string[]): [string, string[]] =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args]
const children = new Set<ChildProcess>()

/** Starts a server; `stop` or `stopAll` ends it. */
export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const [bin, all] = pinned(0, command, args)
  const child = spawn(bin, all, { cwd: root, stdio: 'ignore', ...options })
  children.add(child)
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  children.delete(child)
  await new Promise<void>((ended) => {
    child.on('exit', () => ended())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 2000).unref()
  })
}

/** Milliseconds from a moment to the first 200. */
export async function firstAnswer(
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
      // Not up yet.
    }
    if (performance.now() - since > timeoutMs)
      throw new UserError(`${url} gave no answer within ${timeoutMs / 1000} s.`)
    await new Promise((again) => setTimeout(again, 5))
  }
}

/** Answers per second, and the 99th percentile in milliseconds. */
export type Load = { perSecond: number; p99: number }

export type LoadRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export type RandomLoad = {
  /** The origin. */
  url: string
  connections: number
  /** Seconds. */
  duration: number
  requests: LoadRequest[]
  /** Sent instead of a request, with the probability `share`. */
  writes: LoadRequest[]
  share: number
}

/** The same request on every connection, again and again. @param duration seconds */
export function load(url: string, duration: number): Load {
  return runLoad(url, ['autocannon', '-j', '-c', String(CONNECTIONS), '-d', String(duration), url])
}

/** Requests that are picked at random for each call. @param file where to put their list */
export function randomLoad(asked: Omit<RandomLoad, 'connections'>, file: string): Load {
  writeFileSync(file, JSON.stringify({ ...asked, connections: CONNECTIONS }))
  const script = join(root, 'scripts/lab/emulator/random-load.ts')
  return runLoad(asked.url, [process.execPath, ...process.execArgv, script, file])
}

function runLoad(url: string, program: string[]): Load {
  const [bin, args] = pinned(1, 'npm', ['exec', '--yes', `--package=${LOAD}`, '--', ...program])
  const { stdout, status } = spawnSync(bin, args, {
    encoding: 'utf8',
    maxBuffer: 16e6,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (status !== 0)
    throw new UserError('The load generator could not be run; the bench needs the npm registry once.')
  const result = JSON.parse(stdout.slice(stdout.indexOf('{')))
  if (result.non2xx > 0 || result.errors > 0)
    throw new UserError(`${url}: ${result.non2xx} answers were no success, ${result.errors} failed.`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/** npm starts a peer as its child: the whole group is killed. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  children.delete(child)
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  await new Promise((freed) => setTimeout(freed, 300))
}

export function stopAll(): void {
  for (const child of children) child.kill('SIGKILL')
}
