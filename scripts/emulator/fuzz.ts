import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { api } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { createDice } from 'mock-server/dice'
import { createEmulator } from 'mock-server/emulator'
import { hostileText, oddValue, pick, valueFor } from './random-input.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})
const requests = Number(values.requests)
const dice = createDice(`fuzz ${values.seed}`)
const declared: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))
/** What the server itself may say to a request that is none, whatever the endpoint declares. */
const OUTSIDE = new Set([302, 400, 404, 413, 414, 415, 431])
/** Bytes that the heap may have grown over the second half of the run. */
const FLAT = 4 * 1024 * 1024

const emulator = await createEmulator({ seed: `fuzz ${values.seed}`, checks: 'all' })
const token = emulator.tokenOf()
const problems: string[] = []
const statuses = new Map<number, number>()
let heapAtHalf = 0

for (let n = 0; n < requests; n++) {
  if (n === Math.floor(requests / 2)) heapAtHalf = heap()
  // The data stays a shop's: what the fuzz has written goes again.
  if (n % 2000 === 1999) emulator.worlds.reset(emulator.worlds.default)
  const about = pick(dice, declared)
  const { url, init } = hostileRequest(about)
  let response: Response
  try {
    response = await emulator.fetch(url, init)
  } catch (error) {
    // The fetch itself refuses some headers and addresses before anything is sent.
    if (error instanceof TypeError && !(error.cause instanceof Error)) continue
    problems.push(`${endpointKey(about)}: ${(error as Error).message}`)
    continue
  }
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  const text = await response.text()
  const isDeclared = String(response.status) in about.answers
  if (response.status >= 500 || !(isDeclared || OUTSIDE.has(response.status))) {
    problems.push(
      `${init.method} ${url.slice(0, 200)} answered ${response.status}: ${text.slice(0, 200)}\n  body: ${String(init.body).slice(0, 300)}`,
    )
  }
  if (/\n\s+at .*:\d+:\d+/.test(text)) problems.push(`${endpointKey(about)} sent a stack`)
}
problems.push(...emulator.broken)
const growth = heap() - heapAtHalf
if (requests >= 10_000 && growth > FLAT)
  problems.push(`the heap grew by ${Math.round(growth / 1024 / 1024)} MB over the second half`)
const whole = emulator.worlds.default.db.pragma('integrity_check', { simple: true })
if (whole !== 'ok') problems.push(`integrity_check says ${whole}`)
await emulator.close()

const told = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
process.stdout.write(
  `${requests} requests, seed ${values.seed}; ${told.join(', ')}; heap ${growth >= 0 ? '+' : ''}${(growth / 1024 / 1024).toFixed(1)} MB\n`,
)
for (const problem of problems.slice(0, 20)) process.stderr.write(`${problem}\n`)
if (problems.length > 0)
  process.stderr.write(`${problems.length} problems; --seed ${values.seed} repeats them.\n`)
process.exit(problems.length > 0 ? 1 : 0)

/** What is really held: rubbish is taken out first. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

function hostileRequest(about: Endpoint): { url: string; init: RequestInit } {
  const known = { productId: String(1 + Math.floor(dice.fraction() * 560)) }
  const path = about.path.replace(/\{\w+\}/g, () =>
    encodeURIComponent(wellFormed(dice.fraction() < 0.6 ? known.productId : hostileText(dice))),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((about.query && valueFor(about.query, dice, known)) ?? {})) {
    if (value !== undefined) query.append(wellFormed(name), wellFormed(String(value)))
  }
  if (dice.fraction() < 0.1)
    query.append(pick(dice, ['a[b][c]', 'limit[]', '__proto__[x]', 'x']), wellFormed(hostileText(dice)))
  const headers: Record<string, string> = {}
  if (dice.fraction() < 0.9) headers.Accept = 'application/json'
  if (dice.fraction() < 0.7) headers.Authorization = `Bearer ${token}`
  else if (dice.fraction() < 0.5)
    headers.Authorization = pick(dice, ['Bearer', 'Bearer x', 'Basic eA==', 'Bearer a.b.c'])
  if (dice.fraction() < 0.2) headers['Idempotency-Key'] = pick(dice, ['k', 'k2', 'x'.repeat(300), "' OR 1=1"])
  if (dice.fraction() < 0.1)
    headers['Accept-Encoding'] = pick(dice, ['br', 'gzip', 'br;q=0', '*', 'nonsense'])
  const init: RequestInit = { method: about.method, headers, redirect: 'manual' }
  if (about.method !== 'GET' && dice.fraction() < 0.95) init.body = hostileBody(about, known, headers)
  const text = query.toString()
  return { url: `http://localhost${API_PREFIX}${path}${text ? `?${text}` : ''}`, init }
}

function hostileBody(about: Endpoint, known: { productId: string }, headers: Record<string, string>): string {
  const chance = dice.fraction()
  headers['Content-Type'] =
    chance < 0.9
      ? 'application/json'
      : pick(dice, ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'nonsense'])
  if (chance > 0.95)
    return pick(dice, ['{', '[1,', 'a=1&b[0][c]=2&b[]=3', '\0', '"text"', 'null', '[]', '{"a":1}}'])
  const body = about.body && dice.fraction() < 0.92 ? valueFor(about.body, dice, known) : oddValue(dice)
  return JSON.stringify(body) ?? 'null'
}

/** Lone surrogates cannot travel in an address. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}
