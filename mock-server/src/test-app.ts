import { type Client, createClient } from 'contracts/client'
import type { Catalogue } from 'fixtures/catalogue'
import { loadCatalogue } from 'fixtures/load'
import { issueToken } from './access-tokens.ts'
import { createApp } from './app.ts'
import { fixedClock } from './clock.ts'
import { memoryDb } from './db.ts'
import { createPictures, type Pictures } from './pictures.ts'
import { seed } from './seed.ts'
import { createWorld, type World } from './world.ts'

/** A whole emulator for one test: a fresh world in memory, a clock that stands still, no port. */
export type TestApp = {
  world: World
  clock: ReturnType<typeof fixedClock>
  /** Goes into the emulator in this process, whatever origin the address names. */
  fetch: typeof fetch
  /** A client for a caller with the given token, or none. */
  client: (token?: string | null) => Client
  /** A good token of a customer; of the demo account when none is named. */
  tokenOf: (customerId?: number) => string
  /** What the emulator found wrong with its own answers; empty in a healthy test. */
  broken: string[]
  close: () => Promise<void>
}

let catalogue: Catalogue | undefined
let seeded: Buffer | undefined
const pictures: Pictures = createPictures(null)

export async function createTestApp(): Promise<TestApp> {
  catalogue ??= loadCatalogue()
  const fixtures = catalogue
  const clock = fixedClock('2026-11-20T09:00:00Z')
  if (!seeded) {
    const world = createWorld({ db: memoryDb(), clock })
    seed(world, fixtures)
    seeded = world.db.serialize()
    world.db.close()
  }
  const world = createWorld({ db: memoryDb(seeded), clock })
  const broken: string[] = []
  const app = await createApp({
    world,
    pictures,
    onBrokenAnswer: (key, faults) => broken.push(`${key}: ${faults.join('; ')}`),
  })

  const fetchInto = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    request.signal.throwIfAborted()
    const payload = Buffer.from(await request.arrayBuffer())
    const answer = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: { host: url.host, ...Object.fromEntries(request.headers) },
      ...(payload.length > 0 ? { payload } : {}),
    })
    request.signal.throwIfAborted()
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const each of Array.isArray(value) ? value : [value]) headers.append(name, String(each))
    }
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    })
  }

  const demo = fixtures.customers[0]?.id ?? 1
  return {
    world,
    clock,
    fetch: fetchInto as typeof fetch,
    client: (token = null) =>
      createClient({ origin: 'http://localhost', fetch: fetchInto as typeof fetch, token: () => token }),
    tokenOf: (customerId = demo) => issueToken(world, customerId),
    broken,
    close: async () => {
      await app.close()
      world.db.close()
    },
  }
}
