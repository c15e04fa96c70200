/** Sends load for `bench-load.ts`. Requires autocannon on the path (`npm exec --package=autocannon`). */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, resolve } from 'node:path'
import { createRandomSource } from 'mock-server/world/random-source'
import type { LoadInput, LoadRequest } from './bench-load.ts'

/** Number of random requests chosen in advance, because a choice per request would slow down the sender. */
const PICKS = 100_000

const {
  requests = [],
  writes = [],
  share = 0,
  ...options
}: LoadInput = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'))
const random = createRandomSource('random load')
const picks = Array.from({ length: requests.length > 0 ? PICKS : 0 }, () => {
  const list = writes.length > 0 && random.fraction() < share ? writes : requests
  return list[Math.floor(random.fraction() * list.length)]
})
let next = 0
const setupRequest = (request: LoadRequest) => ({ ...request, ...picks[next++ % PICKS] })

// npm puts the .bin folder of the downloaded package on the path.
const [fetched = ''] = (process.env.PATH ?? '').split(delimiter).filter((each) => /_npx/.test(each))
const autocannon = createRequire(resolve(fetched, '..', 'index.js'))('autocannon')
const result = await autocannon({ ...options, ...(picks.length > 0 ? { requests: [{ setupRequest }] } : {}) })
process.stdout.write(JSON.stringify(result))
