// Compares the emulator with a bare node:http server that sends the same bytes. Only the ratios are comparable across
// machines. The emulator validates responses as usual: the first five of each endpoint, then one in a hundred.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request, Result } from 'autocannon'
import { createEmulator } from 'mock-server/emulator'
import { createRandomSource } from 'mock-server/world/random-source'
import { UserError } from '../../contracts/src/command-line/user-error.ts'
import { tokenOf } from '../../web/driver/shopper-actions.ts'
import { startEmulator } from '../../web/driver/start-emulator.ts'
import { buildEmulator } from '../build/build.ts'
import { commandLine, parsePositiveInteger, print } from '../command-line.ts'
import { root } from '../project.ts'
import { checkLimit, JSON_HEADERS, median, startBuilt } from './lab.ts'

/** Ratios to a bare server, and limits in milliseconds and megabytes. */
const BUDGETS = {
  detailsRatio: 0.6,
  latestRatio: 0.25,
  anyDetailsRatio: 0.35,
  withWritesRatio: 0.4,
  p99Ms: 5,
  firstResponseMs: 300,
  memoryMb: 130,
  memoryWithWritesMb: 170,
  searchMs: 20,
  forkMs: 2,
  embeddedMs: 60,
}
const CONNECTIONS = 32
/** Number of random requests chosen in advance, because a choice per request would slow down the sender. */
const PICKS = 20_000
const PATHS = { details: '/api/v1/products/details/5', latest: '/api/v1/products/latest?limit=18' }

/** Runs a process on one core, so that the servers and the load do not compete. */
function pin(pid: number | undefined, core: number): void {
  if (existsSync('/usr/bin/taskset')) spawnSync('taskset', ['-apc', String(core), String(pid)])
}

function readMemoryMb({ pid }: ChildProcess): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}

const measureMs = async (act: () => Promise<unknown>) => {
  const since = performance.now()
  await act()
  return performance.now() - since
}

/** Sends requests in turn on all connections, each of which waits for a response before the next one. */
async function sendLoad(origin: string, duration: number, requests: readonly Request[]) {
  const child = fork(join(import.meta.dirname, 'send-load.ts'))
  pin(child.pid, 1)
  child.send({ url: origin, connections: CONNECTIONS, duration, requests })
  const [result]: Result[] = await once(child, 'message')
  if (!result) throw new Error('The load generator sent no result.')
  if (result.non2xx > 0 || result.errors > 0)
    throw new UserError(
      `${origin}: ${result.non2xx} responses had an error status, ${result.errors} requests failed.`,
    )
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/**
 * Sends load to the emulator and a bare server in turn, three times, so that noise affects both.
 * @returns the emulator's median p99 in milliseconds
 */
async function compareWithBare(
  title: string,
  limit: number,
  send: (isBare: boolean) => ReturnType<typeof sendLoad>,
): Promise<number> {
  const rounds: { ratio: number; p99: number }[] = []
  for (let round = 1; round <= 3; round++) {
    const bare = await send(true)
    const own = await send(false)
    print(
      `        ${title}: ${Math.round(own.perSecond)}/s, p99 ${own.p99} ms; node:http ${Math.round(bare.perSecond)}/s, p99 ${bare.p99} ms`,
    )
    rounds.push({ ratio: own.perSecond / bare.perSecond, p99: own.p99 })
  }
  checkLimit(`${title}, ratio to node:http, median of 3`, median(rounds.map(({ ratio }) => ratio)), {
    limit,
    isMinimum: true,
  })
  return median(rounds.map(({ p99 }) => p99))
}

/** Starts a server that sends the emulator's responses from memory. @param bodies by path */
async function startBare(bodies: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'))
  child.send(bodies)
  const [port]: number[] = await once(child, 'message')
  pin(child.pid, 0)
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

async function measureStart(file: string, data: string): Promise<void> {
  const times: number[] = []
  for (let start = 0; start < 6; start++) {
    let stop = async () => {}
    const time = await measureMs(async () => {
      const emulator = await startBuilt(file, data)
      stop = emulator.stop
      await fetch(`${emulator.origin}/api/v1/banners`)
    })
    await stop()
    // Ignores the first start, which seeds the database.
    if (start > 0) times.push(time)
  }
  checkLimit('time from spawn to the first 200, median of 5', median(times), {
    limit: BUDGETS.firstResponseMs,
    unit: ' ms',
  })
}

/** Reads of all products, and writes to the wishlist of the demo account. */
async function productRequests(origin: string): Promise<RandomRequests> {
  const { products } = await (await fetch(`${origin}/api/v1/products/latest?limit=1000`)).json()
  const ids = (products as { id: number }[]).map(({ id }) => id)
  const reads = ids.map(
    (id): Request => ({ method: 'GET', path: `/api/v1/products/details/${id}`, headers: JSON_HEADERS }),
  )
  const wishHeaders = { ...JSON_HEADERS, Authorization: `Bearer ${await tokenOf(origin)}` }
  const wishes = ids.flatMap((id): Request[] => {
    const options = { headers: wishHeaders, body: JSON.stringify({ product_ids: [id] }) }
    return [
      { method: 'POST', path: '/api/v1/customer/wish-list/add', ...options },
      { method: 'DELETE', path: '/api/v1/customer/wish-list/remove', ...options },
    ]
  })
  return { reads, wishes }
}

/** Returns the loads with requests for random products, each with the minimum of its ratio to a bare server. */
function randomLoads({ reads, wishes }: RandomRequests) {
  const random = createRandomSource('random load')
  const pick = (list: readonly Request[]) => list[Math.floor(random.fraction() * list.length)] as Request
  const picks = (share: number) =>
    Array.from({ length: PICKS }, () => pick(random.fraction() < share ? wishes : reads))
  return [
    { title: 'details of any product', requests: picks(0), limit: BUDGETS.anyDetailsRatio },
    {
      title: 'details of any product, with one write in ten requests',
      requests: picks(0.1),
      limit: BUDGETS.withWritesRatio,
    },
  ]
}

async function measureLoad(file: string, data: string, seconds: number): Promise<void> {
  const { origin, child, stop } = await startBuilt(file, data)
  try {
    pin(child.pid, 0)
    const random = await productRequests(origin)
    const bare = await startBare(await readBodies(origin, random))
    try {
      await compareLoads({ origin, child, bareOrigin: bare.origin }, random, seconds)
    } finally {
      bare.stop()
    }
  } finally {
    await stop()
  }
}

type RandomRequests = { reads: Request[]; wishes: Request[] }

/** Returns the emulator's responses to all requests that are sent as a load, by path. */
async function readBodies(
  origin: string,
  { reads, wishes }: RandomRequests,
): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {}
  const requests = [
    ...Object.values(PATHS).map((path): Request => ({ path })),
    ...reads,
    ...wishes.slice(0, 2),
  ]
  for (const { path = '', ...init } of requests)
    bodies[path] = await (await fetch(origin + path, init as RequestInit)).text()
  return bodies
}

async function compareLoads(
  { origin, child, bareOrigin }: { origin: string; child: ChildProcess; bareOrigin: string },
  random: RandomRequests,
  seconds: number,
): Promise<void> {
  for (const [name, path] of Object.entries(PATHS) as [keyof typeof PATHS, string][]) {
    const send = (isBare: boolean, duration = seconds) =>
      sendLoad(isBare ? bareOrigin : origin, duration, [{ path }])
    // Warms both servers up.
    await send(true, 1)
    await send(false, 1)
    const p99 = await compareWithBare(name, BUDGETS[`${name}Ratio`], send)
    checkLimit(`${name} p99 at ${CONNECTIONS} connections, median of 3`, p99, {
      limit: BUDGETS.p99Ms,
      unit: ' ms',
    })
  }
  checkLimit('memory after load', readMemoryMb(child), { limit: BUDGETS.memoryMb, unit: ' MB' })
  for (const { title, requests, limit } of randomLoads(random))
    await compareWithBare(title, limit, (isBare) => sendLoad(isBare ? bareOrigin : origin, seconds, requests))
  checkLimit('memory after load with writes', readMemoryMb(child), {
    limit: BUDGETS.memoryWithWritesMb,
    unit: ' MB',
  })
}

/** Measures operations in this process: the start of an emulator on a free port, and the fork of a world. */
async function measureInProcess(): Promise<void> {
  const starts: number[] = []
  for (let start = 0; start < 9; start++) {
    let close = async () => {}
    const time = await measureMs(async () => {
      close = (await createEmulator({ port: 0, checks: 'sampled' })).close
    })
    await close()
    starts.push(time)
  }
  checkLimit('start of an embedded emulator, median of 9', median(starts), {
    limit: BUDGETS.embeddedMs,
    unit: ' ms',
  })
  const emulator = await createEmulator()
  const forks = Array.from({ length: 50 }, (_, index) => {
    const since = performance.now()
    emulator.worlds.fork(`bench-${index}`)
    return performance.now() - since
  })
  await emulator.close()
  checkLimit('fork of a world, median of 50', median(forks), { limit: BUDGETS.forkMs, unit: ' ms' })
}

/** Measures searches for many different words in a catalogue of 100,000 products. */
async function measureSearch(file: string): Promise<void> {
  print('        seeding 100,000 products …')
  const { origin, stop } = await startEmulator({ program: [file], flags: ['--products', '100000'] })
  const times: number[] = []
  try {
    const { products } = await (await fetch(`${origin}/api/v1/products/latest?limit=400`)).json()
    const text = (products as { name: unknown }[]).map(({ name }) => name).join(' ')
    const words = [...new Set(text.split(/[^\p{L}]+/u))].filter((word) => word.length >= 3)
    const queries = words.flatMap((word) => [word, word.slice(0, 3), word.slice(0, 4)])
    for (let i = 0; i < 600; i++) {
      const query = `${queries[i % queries.length]}${i >= queries.length ? ` ${words[i % words.length]}` : ''}`
      const url = `${origin}/api/v1/products/search?name=${encodeURIComponent(query)}&limit=20`
      times.push(await measureMs(async () => (await fetch(url)).arrayBuffer()))
    }
  } finally {
    await stop()
  }
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  checkLimit('search over 100,000 products, p99', p99, { limit: BUDGETS.searchMs, unit: ' ms' })
}

/** The number of rounds in which two revisions are measured in turn. */
const ROUNDS = 5

/** Builds the emulator of a git revision in a separate worktree below .data. @throws UserError if that fails */
function buildRevision(revision: string): string {
  const folder = join(root, '.data', 'compare')
  const run = (program: string, args: string[], cwd: string) => {
    const { status, stdout } = spawnSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new UserError(`The emulator of ${revision} could not be built.`)
    return stdout.trim().split('\n').at(-1) ?? ''
  }
  if (existsSync(folder)) run('git', ['checkout', '--detach', '--force', revision], folder)
  // Forced, because git still has the worktree on record after .data was deleted.
  else run('git', ['worktree', 'add', '--detach', '-f', folder, revision], root)
  print(`        building ${revision} …`)
  run(process.execPath, ['scripts/run.mjs', 'scripts/start.ts', '--help'], folder)
  const source =
    "import { buildEmulator } from './scripts/build/build.ts'; console.log(await buildEmulator())"
  return run(process.execPath, ['--input-type=module', '--eval', source], folder)
}

/** Starts an emulator, and measures the throughput of each load after a second of warm-up, and the memory after all. */
async function measureLoads(file: string, seconds: number) {
  const { origin, child, stop } = await startBuilt(file)
  try {
    pin(child.pid, 0)
    const loads: { title: string; requests: readonly Request[] }[] = [
      ...Object.entries(PATHS).map(([title, path]) => ({ title, requests: [{ path }] })),
      ...randomLoads(await productRequests(origin)),
    ]
    const perSecond: Record<string, number> = {}
    for (const { title, requests } of loads) {
      await sendLoad(origin, 1, requests)
      perSecond[title] = (await sendLoad(origin, seconds, requests)).perSecond
    }
    return { perSecond, usedMemory: readMemoryMb(child) }
  } finally {
    await stop()
  }
}

/**
 * Measures this checkout and another revision in turn, and prints the ratios. Only they are comparable. Each round
 * starts both emulators again, in the other order, because two processes of one revision can differ by 10 %.
 */
async function compareWith(revision: string, seconds: number): Promise<void> {
  const ownFile = await buildEmulator()
  const otherFile = buildRevision(revision)
  const ratios: Record<string, number[]> = {}
  const memory: { own: number[]; other: number[] } = { own: [], other: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const firstOther = round % 2 === 1 ? await measureLoads(otherFile, seconds) : undefined
    const own = await measureLoads(ownFile, seconds)
    const other = firstOther ?? (await measureLoads(otherFile, seconds))
    for (const [title, value] of Object.entries(own.perSecond)) {
      ratios[title] ??= []
      ratios[title].push(value / (other.perSecond[title] ?? Number.NaN))
    }
    memory.own.push(own.usedMemory)
    memory.other.push(other.usedMemory)
  }
  for (const [title, values] of Object.entries(ratios)) {
    const [least, most] = [Math.min(...values), Math.max(...values)]
    print(
      `        ${title}: ${median(values).toFixed(2)} of ${revision} (${least.toFixed(2)} to ${most.toFixed(2)} in ${ROUNDS} rounds)`,
    )
  }
  print(
    `        memory after load: ${Math.round(median(memory.own))} MB, ${revision} ${Math.round(median(memory.other))} MB`,
  )
}

const { seconds, compare: revision } = commandLine(
  'bench',
  'Compares the throughput of the emulator with node:http, and checks the budgets.',
)
  .option('--seconds <N>', 'duration of each load in seconds', parsePositiveInteger, 4)
  .option('--compare <REV>', 'measure this checkout and a git revision in turn, and print the ratios')
  .parse()
  .opts()
const data = mkdtempSync(join(tmpdir(), 'kitabo-bench-'))
try {
  if (revision === undefined) {
    const file = await buildEmulator()
    await measureStart(file, data)
    await measureLoad(file, data, seconds)
    await measureSearch(file)
    await measureInProcess()
  } else await compareWith(revision, seconds)
} finally {
  rmSync(data, { recursive: true, force: true })
}
