/**
 * Load of requests that are picked at random for each call of each connection, for `scripts/lab/emulator/bench-load.ts`. Run with
 * autocannon on the path (`npm exec --package=autocannon`), whose own command sends the same sequence on every
 * connection.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { createRandomSource } from 'mock-server/world/random-source'
import type { LoadRequest, RandomLoad } from './bench-load.ts'

/** The part of autocannon's interface that is used. */
type Request = Omit<LoadRequest, 'share'>
type Autocannon = (options: {
  url: string
  connections: number
  duration: number
  requests: { setupRequest: (request: Request) => Request }[]
}) => Promise<unknown>

/** Picks are drawn ahead: a hash for each would load the core that the requests come from. */
const PICKS = 100_000

const { url, connections, duration, requests, writes, share }: RandomLoad = JSON.parse(
  readFileSync(process.argv[2] as string, 'utf8'),
)
const random = createRandomSource('random load')
const pick = (list: readonly LoadRequest[]) =>
  list[Math.floor(random.fraction() * list.length)] as LoadRequest
const picks = Array.from({ length: PICKS }, () =>
  writes.length > 0 && random.fraction() < share ? pick(writes) : pick(requests),
)
let next = 0

const result = await load()({
  url,
  connections,
  duration,
  requests: [{ setupRequest: (request) => ({ ...request, ...picks[next++ % PICKS] }) }],
})
process.stdout.write(JSON.stringify(result))

function load(): Autocannon {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const program = folders.map((folder) => join(folder, 'autocannon')).find((file) => existsSync(file))
  if (program === undefined) throw new Error('autocannon is not on the path.')
  const file = realpathSync(program)
  return createRequire(file)(file) as Autocannon
}
