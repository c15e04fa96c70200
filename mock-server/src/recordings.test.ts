import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from 'contracts/api'
import { type Endpoint, endpointKey, endpointPattern } from 'contracts/endpoint'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { compareResponses, type RecordedExchange } from '../test/compare-exchanges.ts'
import { createTestApp, type TestApp } from '../test/test-app.ts'
import type { EmulatorOptions } from './emulator.ts'
import type { ExtensionName } from './provider/extensions.ts'
import { selectAll } from './world/queries.ts'

/**
 * Responses of two builds of the provider's original software, recorded on 2026-11-27 with a small invented catalogue.
 * Hosts, tokens and codes are placeholders.
 */
const readRecording = (build: string): RecordedExchange[] =>
  readFileSync(join(import.meta.dirname, `../test/recordings/${build}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Seconds that passed before an exchange, where its text contains the time that is left. */
const EXCHANGE_DELAYS: Record<string, Record<string, number>> = {
  '7.1': { 'log-in, right password while locked': 1 },
  '7.7': { 'log-in, wrong password, try 7': 1 },
}

/** Sends recorded requests with the emulator's own tokens, codes and ids. */
function createReplay(app: TestApp, recording: RecordedExchange[]) {
  const recordedIds = recording.find(({ name }) => name === 'address list')?.response.body as { id: number }[]
  let token = ''
  const addressIds = () =>
    selectAll<{ id: number }>(
      app.world,
      'SELECT id FROM addresses WHERE customer_id = (SELECT max(id) FROM customers WHERE email LIKE ?) ORDER BY id DESC',
      'amina28%',
    )
  const ownId = (id: unknown) => {
    const index = recordedIds.findIndex((row) => row.id === id)
    return index === -1 ? id : (addressIds()[index]?.id ?? id)
  }
  return async ({ request: { method, path, headers, body } }: RecordedExchange) => {
    const { messages } = await app.control('GET /outbox')
    const sent =
      typeof body === 'string' || body === null
        ? body
        : JSON.stringify(body, (key, value) => {
            if (value === '<code>')
              return messages.find(({ recipient }) => recipient === 'amina71@trial.example')?.code
            return key === 'delivery_address_id' || key === 'address_id' ? ownId(value) : value
          })
    const response = await app.fetch(`http://localhost${path}`, {
      method,
      redirect: 'manual',
      // The recordings omit the type of JSON bodies.
      headers: {
        ...(sent === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...(headers.authorization ? { authorization: headers.authorization.replace('<token>', token) } : {}),
      },
      ...(sent === null ? {} : { body: sent }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    const received = isJson ? JSON.parse(text) : text
    if (received.token) token = received.token
    return { status: response.status, headers: Object.fromEntries(response.headers), body: received }
  }
}

/** Creates the stock and the customer that the recordings begin with. */
async function seedRecordedState(app: TestApp): Promise<void> {
  await app.control('POST /stock', { body: { id: 1, stock: 40 } })
  await app.control('POST /stock', { body: { id: 4, stock: 0 } })
  const email = 'amina71@trial.example'
  const body = { f_name: 'Amina', l_name: 'Kato', email, phone: '+256772220071', password: 'secret12' }
  await app.client()('POST /auth/registration', { body })
  // On a different day than the recorded requests for codes.
  await app.client()('POST /auth/forgot-password', { body: { email_or_phone: email, type: 'email' } })
  await app.control('POST /clock', { body: { advance: '1d' } })
}

/** Names of exchanges with their differences. */
type Differences = Record<string, string[]>

async function replay(build: '7.1' | '7.7', options: EmulatorOptions): Promise<Differences> {
  const app = await createTestApp({ ...options, profile: build })
  await seedRecordedState(app)
  const recording = readRecording(build)
  const send = createReplay(app, recording)
  const found: Differences = {}
  for (const exchange of recording.filter(({ name }) => name !== LIMITED_EXCHANGE)) {
    await app.control('POST /clock', {
      body: { advance: `${EXCHANGE_DELAYS[build]?.[exchange.name] ?? 0}s` },
    })
    const differences = compareResponses(exchange.response, await send(exchange))
    if (differences.length > 0) found[exchange.name] = differences
  }
  await app.close()
  return found
}

/** Recorded with the host's limit; the others with a lifted one. */
const LIMITED_EXCHANGE = 'sixty-first request of a minute'

test.each(['7.1', '7.7'] as const)('%s without extensions responds as recorded', async (build) => {
  expect(await replay(build, { stock: true })).toEqual({})
})

/** Differences that the extensions explain, as patterns of `exchange: difference`. */
const EXPLAINED_DIFFERENCES: [ExtensionName, RegExp][] = [
  ['createdAddress', /^address add(, numbers| without token)?: \$\.(message is missing|\w+ is additional)/],
  ['discounts', /\.(original_price|has_discount|discount_percentage) is additional$/],
  ['productCategory', /\.category_id is additional$/],
  ['isbn', /\.tax number: string$/],
  ['wishlistImages', /^wish list: \$\.products\[\]\.images is additional$/],
  ['orderRedirect', /^order.*: \$\.(success|redirectUrl) is additional$/],
  ['pickupWithoutAddress', /^order, (no address|self pickup): /],
  ['largeTotals', /^order of a million: /],
]

test('both builds with extensions differ only by them, and every explanation is needed', async () => {
  const builds = await Promise.all((['7.1', '7.7'] as const).map((build) => replay(build, {})))
  const differences = builds.flatMap((build) =>
    Object.entries(build).flatMap(([name, ofExchange]) =>
      ofExchange.map((difference) => `${name}: ${difference}`),
    ),
  )
  const isExplained = (line: string) => EXPLAINED_DIFFERENCES.some(([, pattern]) => pattern.test(line))
  expect(differences.filter((line) => !isExplained(line))).toEqual([])
  const isNeeded = (pattern: RegExp) => differences.some((line) => pattern.test(line))
  expect(EXPLAINED_DIFFERENCES.filter(([, pattern]) => !isNeeded(pattern))).toEqual([])
})

const endpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))

test('each endpoint declares of which builds there are recordings of its statuses', () => {
  const seen = new Map<string, Set<string>>()
  for (const build of ['7.1', '7.7'])
    for (const { request, response } of readRecording(build)) {
      const path = request.path.split('?')[0] ?? ''
      const endpoint = endpoints.find(
        (each) => each.method === request.method && endpointPattern(each.path, '/api/v1').test(path),
      )
      if (!endpoint || !(response.status in endpoint.responses)) continue
      const key = `${endpointKey(endpoint)} ${response.status}`
      seen.set(key, (seen.get(key) ?? new Set()).add(build))
    }
  const declared = endpoints.flatMap((each) =>
    Object.entries(each.recordedIn ?? {}).map(([status, builds]) => [
      `${endpointKey(each)} ${status}`,
      builds,
    ]),
  )
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries([...seen].map(([key, builds]) => [key, [...builds]])),
  )
})

test('the sixty-first request of a minute is refused as recorded', async () => {
  const app = await createTestApp({ stock: true, throttle: true })
  const recording = readRecording('7.1')
  const send = createReplay(app, recording)
  const limited = nonEmpty(recording.filter(({ name }) => name === LIMITED_EXCHANGE))[0] as RecordedExchange
  for (let sent = 0; sent < 60; sent++) await send(limited)
  expect(compareResponses(limited.response, await send(limited))).toEqual([])
  expect(
    (await app.fetch('http://localhost/api/v1/banners')).headers.has('access-control-allow-origin'),
  ).toBe(false)
  await app.close()
})
