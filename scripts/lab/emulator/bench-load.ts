/** Starts servers and sends load to them, for all benchmarks. Load goes to 127.0.0.1 only. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, root } from '../../bootstrap.ts'
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

/** Milliseconds from a start time to the first status 200. */
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
      throw new UserError(`${url} did not respond within ${timeoutMs / 1000} s.`)
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
 * Sends requests sequentially on every connection: to one URL, or picked at random.
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
    throw new UserError(`${url}: ${result.non2xx} responses were no success, ${result.errors} failed.`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/**
 * Measures two similar servers with responses of the emulator: json-server with a list and an item, Prism with an example
 * per path.
 * @param folder for their files
 * @param bareRows results of a bare node:http server
 */
export async function measurePeers(
  folder: string,
  { details, latest }: Record<'details' | 'latest', unknown>,
  bareRows: Record<string, Load>,
  seconds: number,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ latest, details }))
  const example = (body: unknown) => ({
    responses: { 200: { description: 'ok', content: { 'application/json': { example: body } } } },
  })
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'bench', version: '1' },
      paths: { '/details': { get: example(details) }, '/latest': { get: example(latest) } },
    }),
  )
  const common = ['--port', '8303', '--host', '127.0.0.1']
  const prism = ['mock', ...common, '--verboseLevel', 'silent', join(folder, 'openapi.json')]
  for (const [name, program, args] of [
    ['json-server', 'json-server@0.17.4', [...common, '--quiet', join(folder, 'db.json')]],
    ['prism', '@stoplight/prism-cli@5.14.2', prism],
  ] as const) {
    const command = ['exec', '--yes', `--package=${program}`, '--', name, ...args]
    const child = start('npm', command, { cwd: folder })
    try {
      await firstResponse('http://127.0.0.1:8303/details', performance.now(), 180_000)
      for (const [key, bare] of Object.entries(bareRows)) {
        load(`http://127.0.0.1:8303/${key}`, 1)
        const row = load(`http://127.0.0.1:8303/${key}`, seconds)
        const ratio = row.perSecond / bare.perSecond
        print(`        ${name} ${key}: ${ratio.toFixed(2)} of node:http, p99 ${row.p99} ms`)
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      print(`        ${name}: not measured: ${error.message}`)
    }
    await stop(child)
  }
}
