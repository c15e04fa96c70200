/** Starts servers and sends load to them, for all benchmarks. Load is sent to 127.0.0.1 only. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, root, UserError } from '../../command.ts'

export const CONNECTIONS = 32
const LOAD = 'autocannon@8.0.0'
const SCRIPT = join(root, 'scripts/lab/emulator/send-load.ts')

/** Whether the server and the load generator can be pinned to different cores. */
export const canPin = existsSync('/usr/bin/taskset')
const pinned = (core: number, command: string, args: string[]): [string, string[]] =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args]
const children = new Set<ChildProcess>()

/** Starts a server in a separate process group. It runs until `stop` or `stopAll` is called. */
export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const [bin, all] = pinned(0, command, args)
  const child = spawn(bin, all, { cwd: root, stdio: 'ignore', detached: true, ...options })
  children.add(child)
  return child
}

/** Stops a server and its child processes, because npm starts programs as child processes. */
export async function stop(child: ChildProcess): Promise<void> {
  children.delete(child)
  const { pid, exitCode } = child
  if (pid === undefined || exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-pid, 'SIGTERM')
  const killTimer = setTimeout(() => process.kill(-pid, 'SIGKILL'), 2000)
  await ended
  clearTimeout(killTimer)
}

export function stopAll(): void {
  for (const child of children) void stop(child)
}

/** Waits for the first successful response. @returns the milliseconds since `since` */
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
      // The server is not listening yet.
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

/** Requests that are sent at random. */
export type Choice = {
  requests?: readonly LoadRequest[]
  /** Writes that are sent instead, with the probability `share`. */
  writes?: readonly LoadRequest[]
  share?: number
}

/** Input for the process that sends load. `duration` is in seconds. */
export type LoadInput = Choice & { url: string; connections: number; duration: number }

/**
 * Sends requests on all connections, each of which waits for a response before the next request.
 * @param duration in seconds
 * @param choice requests to send at random instead of requests to `url`
 */
export function load(url: string, duration: number, choice: Choice = {}): Load {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-load-'))
  const file = join(folder, 'sent.json')
  const sent: LoadInput = { url, duration, connections: CONNECTIONS, ...choice }
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
    throw new UserError(
      'The load generator could not be run. The first run requires access to the npm registry.',
    )
  const result = JSON.parse(stdout.slice(stdout.indexOf('{')))
  if (result.non2xx > 0 || result.errors > 0)
    throw new UserError(
      `${url}: ${result.non2xx} responses had an error status, ${result.errors} requests failed.`,
    )
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/**
 * Measures json-server and Prism with responses from the emulator, and prints the ratios to a bare node:http server.
 * @param folder for the servers' files
 * @param bareRows results of the bare server
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
