/**
 * Compares the emulator with json-server, Prism and a bare node:http server that sends the same bytes. Only the ratios
 * are comparable across machines. npm downloads the other servers and the load generator for the run. The emulator
 * validates responses as usual: the first five of each endpoint, then one in a hundred. Load is sent to 127.0.0.1 only.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmulator } from 'mock-server/emulator'
import { tokenOf } from '../../web/e2e/shopper-actions.ts'
import { buildEmulator } from '../build/build.ts'
import { commandLine, print, wholeNumber } from '../command.ts'
import {
  CONNECTIONS,
  canPin,
  firstResponse,
  type Load,
  type LoadRequest,
  load,
  measurePeers,
  start,
  stop,
  stopAll,
} from './emulator/bench-load.ts'
import { JSON_HEADERS } from './start.ts'

const BUDGETS = {
  details: 0.6,
  latest: 0.25,
  anyDetails: 0.35,
  withWrites: 0.4,
  p99: 5,
  firstResponse: 300,
  memory: 130,
  memoryWithWrites: 170,
  search: 20,
  fork: 2,
  embedded: 60,
}

const folder = mkdtempSync(join(tmpdir(), 'kitabo-bench-'))
const results: boolean[] = []

function memory(child: ChildProcess): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}

/** Compares a measurement with its budget: a maximum if there is a unit, otherwise a minimum. */
function check(title: string, value: number, bound: number, unit = ''): void {
  const ok = unit === '' ? value >= bound : value <= bound
  results.push(ok)
  print(`${ok ? 'ok    ' : 'MISSED'}  ${title}: ${value.toFixed(2)}${unit} (budget ${bound}${unit})`)
}

/**
 * Sends load to the emulator and a bare node:http server in turn, three times, so that noise affects both.
 * @param send sends load to a port
 * @returns the emulator's median p99 in milliseconds, and the bare server's result in the round with the median ratio
 */
function compare(title: string, bound: number, send: (port: number) => Load) {
  const rounds = Array.from({ length: 3 }, () => {
    const bareRow = send(8302)
    const ownRow = send(8301)
    return { ratio: ownRow.perSecond / bareRow.perSecond, ownRow, bareRow }
  })
  const middle = rounds.sort((one, other) => one.ratio - other.ratio)[1] as (typeof rounds)[number]
  const { ownRow, bareRow } = middle
  print(
    `        ${title}: ${Math.round(ownRow.perSecond)}/s, p99 ${ownRow.p99} ms; node:http ${Math.round(bareRow.perSecond)}/s, p99 ${bareRow.p99} ms`,
  )
  check(`${title}, ratio to node:http, median of 3`, middle.ratio, bound)
  return { p99: median(rounds.map((round) => round.ownRow.p99)), bareRow }
}

async function bench(seconds: number, withPeers: boolean): Promise<void> {
  const file = await buildEmulator()
  const data = join(folder, 'data')
  const emulatorArgs = (port: number, more: string[] = []) => [file, '--port', String(port), ...more]
  const paths = { details: '/api/v1/products/details/5', latest: '/api/v1/products/latest?limit=18' }

  print(
    `Load: ${CONNECTIONS} connections, ${seconds} s each${canPin ? ', server and load on separate cores' : ''}.\n`,
  )
  // Seeds the database once, so that later starts use the existing file.
  const seeding = start(process.execPath, emulatorArgs(8301, ['--data', data]))
  await firstResponse('http://127.0.0.1:8301/api/v1/banners')
  await stop(seeding)
  const starts: number[] = []
  let emulator: ChildProcess | undefined
  for (let i = 0; i < 5; i++) {
    if (emulator) await stop(emulator)
    const since = performance.now()
    emulator = start(process.execPath, emulatorArgs(8301, ['--data', data]))
    starts.push(await firstResponse('http://127.0.0.1:8301/api/v1/banners', since))
  }
  check('time from spawn to the first 200, median of 5', median(starts), BUDGETS.firstResponse, ' ms')

  const bodies: Record<string, string> = {}
  const anyDetails = await detailsOfEveryProduct()
  for (const path of [...Object.values(paths), ...anyDetails])
    bodies[path] = await (await fetch(`http://127.0.0.1:8301${path}`)).text()
  const writes = await wishesForEveryProduct(anyDetails)
  for (const { path, ...init } of writes.slice(0, 2))
    bodies[path] = await (await fetch(`http://127.0.0.1:8301${path}`, init)).text()
  writeFileSync(join(folder, 'bodies.json'), JSON.stringify(bodies))
  writeFileSync(
    join(folder, 'bare.mjs'),
    `import { createServer } from 'node:http'; import { readFileSync } from 'node:fs'
const bodies = new Map(Object.entries(JSON.parse(readFileSync(${JSON.stringify(join(folder, 'bodies.json'))}, 'utf8'))).map(([k, v]) => [k, Buffer.from(v)]))
createServer((q, r) => { const b = bodies.get(q.url); r.writeHead(b ? 200 : 404, { 'content-type': 'application/json', 'content-length': b?.length ?? 0 }); r.end(b) }).listen(8302, '127.0.0.1')`,
  )
  const bare = start(process.execPath, [join(folder, 'bare.mjs')])
  await firstResponse(`http://127.0.0.1:8302${paths.details}`)
  const bareRows: Record<string, Load> = {}
  for (const [name, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
    load(`http://127.0.0.1:8301${path}`, 1)
    load(`http://127.0.0.1:8302${path}`, 1)
    const { p99, bareRow } = compare(name, BUDGETS[name], (port) =>
      load(`http://127.0.0.1:${port}${path}`, seconds),
    )
    bareRows[name] = bareRow
    check(`${name} p99 at ${CONNECTIONS} connections, median of 3`, p99, BUDGETS.p99, ' ms')
  }
  if (!emulator) throw new Error('the emulator was never started')
  check('memory after load', memory(emulator), BUDGETS.memory, ' MB')
  const requests = anyDetails.map((path) => ({ method: 'GET', path, headers: JSON_HEADERS }))
  for (const [title, share, bound] of [
    ['details of any product', 0, BUDGETS.anyDetails],
    ['details of any product, with one write in ten requests', 0.1, BUDGETS.withWrites],
  ] as const)
    compare(title, bound, (port) => load(`http://127.0.0.1:${port}`, seconds, { requests, writes, share }))
  check('memory after load with writes', memory(emulator), BUDGETS.memoryWithWrites, ' MB')
  await stop(emulator)

  const bodyOf = (path: string) => JSON.parse(bodies[path] ?? '')
  const peerBodies = { details: bodyOf(paths.details), latest: bodyOf(paths.latest) }
  if (withPeers) await measurePeers(join(folder, 'peers'), peerBodies, bareRows, seconds)
  await stop(bare)

  await measureSearch(emulatorArgs)
  const { embedded, fork } = await measureInProcess()
  check('start of an embedded emulator, median of 9', embedded, BUDGETS.embedded, ' ms')
  check('fork of a world, median of 50', fork, BUDGETS.fork, ' ms')
}

/** Returns the paths of the details of all products. */
async function detailsOfEveryProduct(): Promise<string[]> {
  const response = await fetch('http://127.0.0.1:8301/api/v1/products/latest?limit=1000')
  const { products }: { products: { id: number }[] } = await response.json()
  return products.map(({ id }) => `/api/v1/products/details/${id}`)
}

/** Returns requests that add each product to the demo customer's wish list and remove it. */
async function wishesForEveryProduct(details: readonly string[]): Promise<LoadRequest[]> {
  const token = await tokenOf('http://127.0.0.1:8301')
  const headers = { ...JSON_HEADERS, Authorization: `Bearer ${token}` }
  return details.flatMap((path) => {
    const body = JSON.stringify({ product_ids: [Number(path.split('/').at(-1))] })
    return [
      { method: 'POST', path: '/api/v1/customer/wish-list/add', headers, body },
      { method: 'DELETE', path: '/api/v1/customer/wish-list/remove', headers, body },
    ]
  })
}

/** Measures in-process operations in milliseconds: the start of an emulator on a free port, and the fork of a world. */
async function measureInProcess(): Promise<{ embedded: number; fork: number }> {
  const starts: number[] = []
  for (let i = 0; i < 10; i++) {
    const since = performance.now()
    const started = await createEmulator({ port: 0, checks: 'sampled' })
    // Ignores the first start, which may have to write the seed.
    if (i > 0) starts.push(performance.now() - since)
    await started.close()
  }
  const emulator = await createEmulator()
  const forks = Array.from({ length: 50 }, (_, i) => {
    const since = performance.now()
    emulator.worlds.fork(`bench-${i}`)
    return performance.now() - since
  })
  await emulator.close()
  return { embedded: median(starts), fork: median(forks) }
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Measures searches for many different words in a catalogue of 100,000 products. */
async function measureSearch(emulatorArgs: (port: number, more: string[]) => string[]): Promise<void> {
  print('        seeding 100,000 products …')
  const child = start(
    process.execPath,
    emulatorArgs(8304, ['--data', join(folder, 'large'), '--products', '100000']),
  )
  const origin = 'http://127.0.0.1:8304/api/v1'
  await firstResponse(`${origin}/banners`, performance.now(), 300_000)
  const { products }: { products: { name: unknown }[] } = await (
    await fetch(`${origin}/products/latest?limit=400`)
  ).json()
  const words = [
    ...new Set(
      products.flatMap((each) => String(each.name).split(/[^\p{L}]+/u)).filter((word) => word.length >= 3),
    ),
  ]
  const queries = words.flatMap((word) => [word, word.slice(0, 3), word.slice(0, 4)])
  const times: number[] = []
  for (let i = 0; i < 600; i++) {
    const query = `${queries[i % queries.length]}${i >= queries.length ? ` ${words[i % words.length]}` : ''}`
    const since = performance.now()
    const response = await fetch(`${origin}/products/search?name=${encodeURIComponent(query)}&limit=20`)
    await response.arrayBuffer()
    times.push(performance.now() - since)
  }
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
  check('search over 100,000 products, p99', p99, BUDGETS.search, ' ms')
  await stop(child)
}

const { seconds, peers } = commandLine(
  'bench',
  'Compares the throughput of the emulator with node:http, json-server and Prism, and checks the budgets.',
)
  .option('--seconds <N>', 'duration of each load in seconds', wholeNumber, 4)
  .option('--no-peers', 'skip json-server and Prism')
  .parse()
  .opts()
// Ctrl-C does not reach the servers, because they run in separate process groups.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopAll()
    process.exit(1)
  })
try {
  await bench(seconds, peers)
} finally {
  stopAll()
  rmSync(folder, { recursive: true, force: true })
}
print(results.every(Boolean) ? '\nAll budgets are met.' : '\nSome budgets are not met.')
process.exitCode = results.every(Boolean) ? 0 : 1
