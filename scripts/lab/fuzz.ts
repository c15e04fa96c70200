import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createEmulator, type Emulator } from 'mock-server/emulator'
import { createRandomSource, type RandomSource } from 'mock-server/world/random-source'
import { print } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import {
  CONTROL,
  driftReport,
  hostileRequest,
  OTHERS,
  PROVIDER,
  type Target,
} from './emulator/hostile-request.ts'
import { pick } from './emulator/random-input.ts'

/** Undeclared statuses that are valid for a malformed request. */
const OUTSIDE = new Set([302, 400, 404, 413, 414, 415, 431])
/** Maximum CPU time per request in the emulator's thread, in milliseconds. Measured on Node 24 or later. */
const MAX_BUSY_MS = 400
/** Maximum heap growth in the second half of the run, in bytes. */
const MAX_HEAP_GROWTH = 4 * 1024 * 1024

/** @returns the exit code: 1 if a response was invalid */
async function fuzz(requests: number, seed: string): Promise<number> {
  const random = createRandomSource(`fuzz ${seed}`)
  const emulator = await createEmulator({ seed: `fuzz ${seed}`, checks: 'all' })
  const token = emulator.tokenOf()
  const images = emulator.worlds.default.db
    .prepare('SELECT file FROM images ORDER BY file LIMIT 20')
    .pluck()
    .all() as string[]
  const problems: string[] = []
  const statuses = new Map<number, number>()
  let heapAtHalf = 0

  for (let n = 0; n < requests; n++) {
    if (n === Math.floor(requests / 2)) heapAtHalf = heap()
    // Resets the database, so that written rows do not accumulate.
    if (n % 2000 === 1999) emulator.worlds.reset(emulator.worlds.default)
    if (n % 50 === 49) problems.push(...(await playDrift(emulator, random)))
    const chance = random.fraction()
    const about = pick(random, chance < 0.6 ? PROVIDER : chance < 0.8 ? CONTROL : OTHERS)
    const known = { productId: String(1 + Math.floor(random.fraction() * 560)), images, token }
    const { url, init } = hostileRequest(about, random, known)
    let response: Response
    const before = busyMs()
    try {
      response = await emulator.fetch(url, init)
    } catch (error) {
      // Skips headers and URLs that `fetch` rejects without sending a request.
      if (error instanceof TypeError && !(error.cause instanceof Error)) continue
      problems.push(`${about.name}: ${(error as Error).message}`)
      continue
    }
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const text = await response.text()
    const busy = Math.round(busyMs() - before)
    if (busy > MAX_BUSY_MS) problems.push(`${init.method} ${url.slice(0, 200)} took ${busy} ms`)
    const isExpected = about.statuses === null || about.statuses.has(String(response.status))
    if (response.status >= 500 || !(isExpected || OUTSIDE.has(response.status))) {
      problems.push(
        `${init.method} ${url.slice(0, 200)} responded with ${response.status}: ${text.slice(0, 200)}\n  body: ${String(init.body).slice(0, 300)}`,
      )
    }
    if (!isScript(about) && /\n\s+at .*:\d+:\d+/.test(text))
      problems.push(`${about.name} returned a stack trace`)
  }
  problems.push(...(await tryWildcards(emulator)), ...emulator.broken)
  const growth = heap() - heapAtHalf
  if (requests >= 10_000 && growth > MAX_HEAP_GROWTH)
    problems.push(`the heap grew by ${Math.round(growth / 1024 / 1024)} MB over the second half`)
  const integrity = emulator.worlds.default.db.pragma('integrity_check', { simple: true })
  if (integrity !== 'ok') problems.push(`the database is damaged: ${integrity}`)
  await emulator.close()

  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  print(
    `${requests} requests, seed ${seed}; ${counts.join(', ')}; heap ${growth >= 0 ? '+' : ''}${(growth / 1024 / 1024).toFixed(1)} MB`,
  )
  for (const problem of problems.slice(0, 20)) process.stderr.write(`${problem}\n`)
  if (problems.length > 0)
    process.stderr.write(`${problems.length} problems. Reproduce them with --seed ${seed}.\n`)
  return problems.length > 0 ? 1 : 0
}

/**
 * Returns the CPU time of this thread in milliseconds, without password hashing (in worker threads) and other
 * processes.
 */
function busyMs(): number {
  const { user = 0, system = 0 } = process.threadCpuUsage?.() ?? {}
  return (user + system) / 1000
}

/** Returns the heap size after garbage collection, in bytes. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  // V8 frees hidden classes, which refer to keys, only after several garbage collections.
  for (let n = 0; n < 4; n++) runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** Whether a response is a script, which may contain text that looks like a stack trace. */
function isScript({ path }: Target): boolean {
  return path.endsWith('.js') || path.includes('/chat/')
}

/** Requests long paths in a world with the maximum number of faults, whose patterns are as slow as possible. */
async function tryWildcards(emulator: Emulator): Promise<string[]> {
  const problems: string[] = []
  const { control, fetch } = emulator.inWorld('wildcards')
  for (let n = 0; n < 100; n++)
    await control('POST /faults', { body: { path: `/${'*a'.repeat(90)}b`, effect: { status: 500 } } })
  for (const length of [1900, 15_500]) {
    const before = busyMs()
    await fetch(`http://localhost/api/v1/${'a'.repeat(length)}`)
    const busy = Math.round(busyMs() - before)
    if (busy > MAX_BUSY_MS) problems.push(`100 faults and a path of ${length} characters took ${busy} ms`)
  }
  return problems
}

/** Loads a report with unusual findings into a separate world. Requests to that world must not fail. */
async function playDrift(emulator: Emulator, random: RandomSource): Promise<string[]> {
  const { control, fetch } = emulator.inWorld('drift')
  const report = driftReport(random)
  const isLoaded = await control('POST /drift', { body: { report } }).then(
    () => true,
    () => false,
  )
  if (!isLoaded) return []
  const problems: string[] = []
  for (const path of ['/api/v1/banners', '/api/v1/products/latest?limit=2', '/api/v1/customer/info']) {
    const response = await fetch(`http://localhost${path}`, { redirect: 'manual' })
    if ((await response.text()) === '{"message":"Server Error"}')
      problems.push(`${path} failed with the drift ${JSON.stringify(report).slice(0, 500)}`)
  }
  return problems
}

export const command = defineCommand({
  summary:
    'Sends schema-derived and hostile requests to the emulator in this process. Fails on a 500, a contract violation or a memory leak.',
  options: {
    requests: { value: 'N', summary: 'number of requests (20000)' },
    seed: { value: 'TEXT', summary: 'seed; the same seed generates the same requests (1)' },
  },
  run: ({ requests, seed = '1' }) => fuzz(wholeNumber('requests', requests, 20_000), seed),
})
