import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { Report } from '../../harness/report/report.ts'
import { readsOf } from '../../src/contracts.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { startEmbeddedEmulator } from '../emulator.ts'
import { asIf, at, edit, hangUp, header, json, PAGE, rotating, set, status, text, where } from './mutation.ts'
import { type Mutate, plantedHost } from './planted-host.ts'
import { findingsOf, startTestRun, type TestRun } from './test-run.ts'

const CORS = 'access-control-allow-'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
  // Requests each image once in advance. Images are rendered on the first request, which would distort the response
  // times below.
  await started.run()
})
afterAll(() => started.close())

test('a healthy host has no findings, and every read is verified', async () => {
  started.host.plant(null)
  const report = await started.run()
  expect(findingsOf(report)).toEqual([])
  expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
  const verified = Object.keys(readsOf(providerContracts)).length
  expect(report.summary).toMatchObject({ exitCode: 0, verified })
  expect(Report.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  const written = await started.run({ write: true })
  expect(findingsOf(written)).toEqual([])
  expect(written.summary).toMatchObject({ exitCode: 0, error: 0 })
})

/** A mutation of an endpoint and its only finding. */
type Drift = [endpoint: string, title: string, finding: string, mutate: Mutate]

const NONE = undefined
const hasToken = (token: string) => ({ authorization: `Bearer ${token}` })
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** One mutation for each rule about a single response, where the cases and image folders evaluate it. */
const RESPONSES: readonly Drift[] = [
  ['products.latest', 'prices as strings', 'breaking $.products[].price', edit('$.products[].price', String)],
  [
    'config.get',
    'a negative rate',
    'behaviour $.delivery_management.shipping_per_km',
    set('$.delivery_management.shipping_per_km', -500),
  ],
  ['banners.list', 'a hash of a password', 'behaviour $[].password', set('$[].password', '$2y$10$abcdefgh')],
  ['homepage.sections', 'a new field', 'additive $.data[].colour', set('$.data[].colour', 'red')],
  ['orders.list', 'a new enum value', 'behaviour $[].order_status', set('$[].order_status', 'refunded')],
  [
    'orders.list',
    'a line that is no JSON',
    'breaking $[].details[].product_details',
    set('$[].details[].product_details', '{"name":'),
  ],
  ['customer.info', 'another error body', 'breaking $.message', withoutToken(text('{}'))],
  ['banners.list', 'a server error', 'behaviour $status', status(500)],
  [
    'config.get',
    'CORS for another origin',
    `behaviour $headers.${CORS}origin`,
    header(`${CORS}origin`, 'https://a.example'),
  ],
  ['customer.info', 'shared caching', 'behaviour $headers.cache-control', header('cache-control', 'public')],
  [
    'addresses.list',
    'no token required',
    'behaviour $status',
    withoutToken((_, __, handle) => handle(hasToken(started.token))),
  ],
  [
    'wishlist.list',
    'a redirect to another host',
    'behaviour $redirect',
    (response) => ({ ...response, status: 307, headers: { location: 'http://127.0.0.1:9/steal?token=1' } }),
  ],
  ['homepage.sections', 'a reported failure', 'breaking $.success', set('$.success', false)],
  [
    'products.details',
    'an error for every product',
    'breaking $',
    json(() => ({ errors: { code: 'a', message: 'b' } })),
  ],
  [
    'homepage.sections',
    'truncated JSON',
    'breaking $',
    (response) => ({ ...response, body: response.body.subarray(0, 500) }),
  ],
  ['banners.list', 'four million nested levels', 'breaking $', text('['.repeat(3.9e6) + ']'.repeat(3.9e6))],
  [
    'config.get',
    'a deep undeclared field',
    'additive $.deep',
    (response) => ({
      ...response,
      body: Buffer.from(response.body.toString().replace('{', `{"deep":${deep(1e5)},`)),
    }),
  ],
  ['config.get', 'a closed connection', 'behaviour $connection', hangUp],
  ['images.banner', 'an HTML page', 'behaviour $headers.content-type', text(PAGE, 'text/html')],
  ['images.storedProduct', 'an empty image', 'breaking $', text('')],
]

const LATER = /offset=2/
const more = edit('$.total_size', (total) => total + 3)

/** One mutation for each result of each probe. */
const PROBES: readonly Drift[] = [
  [
    'products.latest',
    'a limit that is ignored',
    'behaviour $.products',
    asIf(/limit=4&offset=1|limit=4&/, ''),
  ],
  [
    'products.latest',
    'a page number that is ignored',
    'behaviour $.products[].id',
    asIf(/offset=\d+/, 'offset=1'),
  ],
  ['products.latest', 'no second page', 'behaviour $.products', where(LATER, set('$.products', []))],
  ['products.latest', 'rows after the last page', 'behaviour $.products', asIf('offset=99999', 'offset=1')],
  [
    'products.latest',
    'another order each time',
    'behaviour $.products',
    where(/latest$/, rotating('$.products')),
  ],
  [
    'products.search',
    'another order each time',
    'behaviour $.products',
    where(/name=(?!z)[^&]*$/, rotating('$.products')),
  ],
  [
    'wishlist.list',
    'another order each time',
    'behaviour $.products',
    where(/list$/, rotating('$.products')),
  ],
  ['categories.list', 'another order each time', 'behaviour $', rotating('$')],
  ['banners.list', 'another order each time', 'behaviour $', rotating('$')],
  ['homepage.sections', 'another order each time', 'behaviour $.data', rotating('$.data')],
  ['homepage.sections', 'items in another order each time', 'behaviour $.data', rotating('$.data[].items')],
  ['products.latest', 'another total on page 2', 'behaviour $.total_size', where(LATER, more)],
  ['products.search', 'another total on page 2', 'behaviour $.total_size', where(LATER, more)],
  ['wishlist.list', 'another total on page 2', 'behaviour $.total_size', where(LATER, more)],
  [
    'products.latest',
    'fewer rows than its total',
    'behaviour $.total_size',
    edit('$.total_size', (total) => total + 40),
  ],
  [
    'products.latest',
    'a row that no page has',
    'behaviour $.products',
    where(
      /limit=4&offset=2/,
      edit('$.products', ([first, ...rows]) => [{ ...first, id: 99_999 }, ...rows]),
    ),
  ],
  [
    'products.search',
    'a search that depends on case',
    'behaviour $.total_size',
    asIf(/name=[A-Z]+$/, 'name=qqqqzzzz'),
  ],
  [
    'products.search',
    'a search for all words',
    'behaviour $.total_size',
    asIf(/name=\w+\+\w+$/, 'name=qqqqzzzz'),
  ],
  [
    'banners.list',
    'a product that does not exist',
    'behaviour $[].product_id',
    edit('$[].product_id', (_, banner) => {
      banner.category_id = null
      return 888_888
    }),
  ],
  [
    'homepage.sections',
    'a product that does not exist',
    'behaviour $.data[].items[].id',
    json(({ data }) => void Object.assign(data[0].items[0], { id: 888_888 })),
  ],
  ['products.search', 'all products for any word', 'behaviour $.total_size', asIf(/name=[^&]*/, '')],
  ['products.search', 'no product for any word', 'behaviour $.products', asIf(/name=[^&]*/, 'name=qqqqzzzz')],
  ['products.details', 'a product for every id', 'behaviour $', asIf('999999999', '7')],
  [
    'products.details',
    'the same product for every id',
    'behaviour $.product.id',
    where(/\/(?!9{9})\d+$/, asIf(/\d+$/, '7')),
  ],
  ['products.details', 'errors for listed products', 'behaviour $', afterFirst(asIf(/\d+$/, '999999999'))],
  ['categories.childes', 'a vanished list', 'breaking $status', where(/childes\/(?!9{9})/, status(404))],
  ['categories.products', 'products of an unknown category', 'behaviour $', asIf('999999999', '1')],
  ['categories.childes', 'children of an unknown category', 'behaviour $', asIf('999999999', '1')],
  [
    'products.latest',
    'image URLs that do not exist',
    'behaviour $.products[].image_fullpath[]',
    edit('$.products[].image_fullpath', ([link]) => [link.replace('/storage/', '/media/')]),
  ],
  [
    'images.product',
    'an image for every name',
    'behaviour $status',
    where(/no-picture/, (response) => ({
      ...response,
      status: 200,
      headers: { 'content-type': 'image/webp' },
      body: Buffer.from('RIFF0000WEBP'),
    })),
  ],
]

/** One mutation for each permission that a preflight must contain. */
const PREFLIGHTS: readonly Drift[] = [
  ['customer.info', 'a rejected preflight', 'behaviour $status', status(405)],
  [
    'auth.login',
    'another origin',
    `behaviour $headers.${CORS}origin`,
    header(`${CORS}origin`, 'https://a.example'),
  ],
  [
    'customer.info',
    '* but not the token',
    `behaviour $headers.${CORS}headers`,
    header(`${CORS}headers`, '*'),
  ],
  [
    'orders.place',
    'no Idempotency-Key',
    `behaviour $headers.${CORS}headers`,
    header(`${CORS}headers`, 'authorization, content-type'),
  ],
  [
    'wishlist.remove',
    'no DELETE',
    `behaviour $headers.${CORS}methods`,
    header(`${CORS}methods`, 'GET, POST'),
  ],
]

describe('a planted mutation has exactly the expected findings:', () => {
  /** Validates the resource of the finding, because a mutation concerns no other, and two more that respond. */
  const expectFinding = async (mutate: Mutate, expected: string, options = {}) => {
    started.host.plant(mutate)
    const [resource = ''] = expected.split('.')
    const report = await started.run({ only: [resource, 'config', 'banners'], ...options })
    expect(findingsOf(report)).toEqual([expected])
    expect(report.summary.exitCode).toBe(expected.includes(' additive ') ? 0 : 1)
  }

  test.each(nonEmpty([...RESPONSES, ...PROBES]))('%s: %s', (name, _, finding, mutate) =>
    expectFinding(at(name, mutate), `${name} ${finding}`),
  )
  test.each(nonEmpty(PREFLIGHTS))('a preflight for %s: %s', (name, _, finding, mutate) =>
    expectFinding(at(name, mutate, 'OPTIONS'), `${name} ${finding}`),
  )
  test.each<Drift>([
    ['addresses.add', 'an address without its id', 'breaking $.id', edit('$.id', () => NONE)],
    [
      'wishlist.remove',
      'another status',
      'behaviour $status',
      (response) => (response.status === 200 ? { ...response, status: 202 } : NONE),
    ],
    ['addresses.delete', 'another error body', 'breaking $.errors', json(() => ({ errors: {} }), 403)],
  ])('%s, with writes: %s', (name, _, finding, mutate) =>
    expectFinding(at(name, mutate), `${name} ${finding}`, { write: true, only: null }),
  )

  test('images that are missing from both folders', () =>
    expectFinding(where(/^(\/storage)?\/product\//, status(404)), 'images.product behaviour $status'))

  test('a renamed token, with the login', async () => {
    started.host.plant(
      at(
        'auth.login',
        json(({ token, ...body }) => ({ ...body, access_token: token })),
      ),
    )
    const report = await started.run({ target: started.withPassword(), only: ['auth'] })
    expect(findingsOf(report)).toEqual(['auth.login additive $.access_token', 'auth.login breaking $.token'])
  })

  test('another account than the one that logged in, with the login', async () => {
    started.host.plant(at('customer.info', set('$.email', 'somebody@kitabo.example')))
    const report = await started.run({ target: started.withPassword(), only: ['auth', 'customer'] })
    expect(findingsOf(report)).toEqual(['customer.info behaviour $.email'])
  })

  test('a missing order id of an emulator, which is sent all cases', async () => {
    const emulator = await startEmbeddedEmulator()
    const host = plantedHost(emulator.fetch)
    host.plant(
      at(
        'orders.place',
        edit('$.order_id', () => undefined),
      ),
    )
    const { fetch, origin } = host
    const only = ['orders']
    const report = await started.run({ only, write: true, target: { ...emulator.side, origin, fetch } })
    expect(findingsOf(report)).toEqual(['orders.place breaking $.order_id'])
    expect(report.summary.exitCode).toBe(6)
    await emulator.close()
  })

  test('a response timeout', async () => {
    started.host.plant(at('categories.list', () => new Promise(() => {})))
    const report = await started.run({ timeout: 100, only: ['categories', 'config'] })
    expect(findingsOf(report)).toEqual(['categories.list behaviour $connection'])
  })

  test('a permanent rate limit is an error', async () => {
    const headers = { 'retry-after': '3600' }
    started.host.plant(at('banners.list', (response) => ({ ...response, status: 429, headers })))
    const report = await started.run({ only: ['banners', 'config'] })
    expect(findingsOf(report)).toEqual([])
    expect(report.endpoints.filter((each) => each.status === 'error').map(({ name }) => name)).toEqual([
      'banners.list',
    ])
    expect(report.summary.exitCode).toBe(4)
  })
})

function withoutToken(mutate: Mutate): Mutate {
  return (response, request, handle) => (request.hasToken ? undefined : mutate(response, request, handle))
}

/** Mutates all responses except the first. */
function afterFirst(mutate: Mutate): Mutate {
  let requested = 0
  return (response, request, handle) => (requested++ === 0 ? response : mutate(response, request, handle))
}
