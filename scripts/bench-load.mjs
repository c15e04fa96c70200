/** Servers to be measured, and the load on them: what the benches share. Load goes to 127.0.0.1 only. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, Sentence } from './bootstrap.mjs'

export const CONNECTIONS = 32
const LOAD = 'autocannon@8.0.0'

/** Two cores: the server on one, the load on the other, where the machine can say so. */
export const canPin = existsSync('/usr/bin/taskset')
const pinned = (core, command, args) =>
  canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args]
const children = new Set()

/** A server of its own, ended by `stop` or at the latest by `stopAll`. */
export function start(command, args, options = {}) {
  const [bin, all] = pinned(0, command, args)
  const child = spawn(bin, all, { cwd: root, stdio: 'ignore', ...options })
  children.add(child)
  return child
}

export async function stop(child) {
  children.delete(child)
  await new Promise((ended) => {
    child.on('exit', ended)
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 2000).unref()
  })
}

/** Milliseconds from a moment to the first 200. */
export async function firstAnswer(url, since = performance.now(), patience = 60_000) {
  for (;;) {
    try {
      const response = await fetch(url, { headers: { Accept: 'application/json' } })
      await response.arrayBuffer()
      if (response.ok) return performance.now() - since
    } catch {
      // Not up yet.
    }
    if (performance.now() - since > patience)
      throw new Sentence(`${url} gave no answer within ${patience / 1000} s.`)
    await new Promise((again) => setTimeout(again, 5))
  }
}

/** @param duration seconds @returns answers per second, and the 99th percentile in milliseconds */
export function load(url, duration) {
  const [bin, args] = pinned(1, 'npm', [
    'exec',
    '--yes',
    `--package=${LOAD}`,
    '--',
    'autocannon',
    '-j',
    '-c',
    String(CONNECTIONS),
    '-d',
    String(duration),
    url,
  ])
  const { stdout, status } = spawnSync(bin, args, {
    encoding: 'utf8',
    maxBuffer: 16e6,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (status !== 0)
    throw new Sentence('The load generator could not be run; the bench needs the npm registry once.')
  const result = JSON.parse(stdout.slice(stdout.indexOf('{')))
  if (result.non2xx > 0 || result.errors > 0)
    throw new Sentence(`${url}: ${result.non2xx} answers were no success, ${result.errors} failed.`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/** npm starts a peer as its child: the whole group goes. */
export async function stopGroup(child) {
  children.delete(child)
  process.kill(-child.pid, 'SIGKILL')
  await new Promise((freed) => setTimeout(freed, 300))
}

export function stopAll() {
  for (const child of children) child.kill('SIGKILL')
}
