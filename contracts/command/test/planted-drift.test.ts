import { describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { Report } from '../../harness/report/report.ts'
import { liveReadsOf } from '../../src/contracts.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { asIf, at, edit, header, json, PAGE, rotating, set, status, text, where } from './mutation.ts'
import type { Mutate } from './planted-host.ts'
import { findingsOf, useTestRun } from './test-run.ts'

const CORS = 'access-control-allow-'

const started = await useTestRun()
// Requests each image once in advance. Images are rendered on the first request, which would distort the response times.
await started.run()

test('a healthy host has no findings, and every read is verified', async () => {
  started.host.plant(null)
  const report = await started.run()
  expect(findingsOf(report)).toEqual([])
  expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
  const verified = Object.keys(liveReadsOf(providerContracts)).length
  expect(report.summary).toMatchObject({ exitCode: 0, verified })
  expect(Report.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  const written = await started.run({ write: true })
  expect(findingsOf(written)).toEqual([])
  expect(written.summary).toMatchObject({ exitCode: 0, error: 0 })
})

/** A mutation of an endpoint's responses, and its only finding, by class and path. */
type Drift = [endpoint: string, finding: string, title: string, mutate: Mutate]

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** One mutation for each rule about a single response, where the cases and image folders evaluate it. */
const RESPONSES: readonly Drift[] = [
  [
    'config.get',
    'behaviour $.delivery_management.shipping_per_km',
    'a negative rate',
    set('$.delivery_management.shipping_per_km', -500),
  ],
  ['banners.list', 'behaviour $[].password', 'a hash', set('$[].password', '$2y$10$abcdefgh')],
  ['orders.list', 'behaviour $[].order_status', 'a new enum value', set('$[].order_status', 'refunded')],
  [
    'orders.list',
    'breaking $[].details[].product_details',
    'no JSON',
    set('$[].details[].product_details', '{"name":'),
  ],
  ['customer.info', 'breaking $.message', 'another error body', withoutToken(text('{}'))],
  [
    'config.get',
    'behaviour $headers.cache-control',
    'a second too long',
    header('cache-control', 'max-age=3601'),
  ],
  ['customer.info', 'behaviour $headers.cache-control', 'shared caching', header('cache-control', 'public')],
  [
    'addresses.list',
    'behaviour $status',
    'no token required',
    withoutToken((_, __, handle) => handle({ authorization: `Bearer ${started.token}` })),
  ],
  ['homepage.sections', 'breaking $.success', 'a reported failure', set('$.success', false)],
  [
    'products.details',
    'breaking $',
    'an error for every product',
    json(() => ({ errors: { code: 'a', message: 'b' } })),
  ],
  ['banners.list', 'breaking $', 'four million nested levels', text('['.repeat(3.9e6) + ']'.repeat(3.9e6))],
  [
    'config.get',
    'additive $.deep',
    'a deep undeclared field',
    (response, ...call) =>
      text(response.body.toString().replace('{', `{"deep":${deep(1e5)},`))(response, ...call),
  ],
  ['images.banner', 'behaviour $headers.content-type', 'an HTML page', text(PAGE, 'text/html')],
  ['images.storedProduct', 'breaking $', 'an empty image', text('')],
]

const LATER = /offset=2/
const more = edit('$.total_size', (total) => total + 3)

/** One mutation for each result of each probe. */
const PROBES: readonly Drift[] = [
  [
    'products.latest',
    'behaviour $.products',
    'a limit that is ignored',
    asIf(/limit=4&offset=1|limit=4&/, ''),
  ],
  [
    'products.latest',
    'behaviour $.products[].id',
    'a page number that is ignored',
    asIf(/offset=\d+/, 'offset=1'),
  ],
  ['products.latest', 'behaviour $.products', 'no second page', where(LATER, set('$.products', []))],
  ['products.latest', 'behaviour $.products', 'rows after the last page', asIf('offset=99999', 'offset=1')],
  [
    'products.latest',
    'behaviour $.products',
    'another order each time',
    where(/latest$/, rotating('$.products')),
  ],
  [
    'products.search',
    'behaviour $.products',
    'another order each time',
    where(/name=(?!z)[^&]*$/, rotating('$.products')),
  ],
  [
    'wishlist.list',
    'behaviour $.products',
    'another order each time',
    where(/list$/, rotating('$.products')),
  ],
  ['categories.list', 'behaviour $', 'another order each time', rotating('$')],
  ['banners.list', 'behaviour $', 'another order each time', rotating('$')],
  ['homepage.sections', 'behaviour $.data', 'another order each time', rotating('$.data')],
  ['homepage.sections', 'behaviour $.data', 'items in another order each time', rotating('$.data[].items')],
  ['products.latest', 'behaviour $.total_size', 'another total on page 2', where(LATER, more)],
  ['products.search', 'behaviour $.total_size', 'another total on page 2', where(LATER, more)],
  ['wishlist.list', 'behaviour $.total_size', 'another total on page 2', where(LATER, more)],
  [
    'products.latest',
    'behaviour $.total_size',
    'fewer rows than its total',
    edit('$.total_size', (total) => total + 40),
  ],
  [
    'products.latest',
    'behaviour $.products',
    'a row that no page has',
    where(
      /limit=4&offset=2/,
      edit('$.products', ([first, ...rows]) => [{ ...first, id: 99_999 }, ...rows]),
    ),
  ],
  [
    'products.search',
    'behaviour $.total_size',
    'a search that depends on case',
    asIf(/name=[A-Z]+$/, 'name=qqqqzzzz'),
  ],
  [
    'products.search',
    'behaviour $.total_size',
    'a search for all words',
    asIf(/name=\w+\+\w+$/, 'name=qqqqzzzz'),
  ],
  [
    'banners.list',
    'behaviour $[].product_id',
    'a product that does not exist',
    edit('$[].product_id', (_, banner) => Object.assign(banner, { category_id: null }) && 888_888),
  ],
  [
    'homepage.sections',
    'behaviour $.data[].items[].id',
    'a product that does not exist',
    json(({ data }) => void Object.assign(data[0].items[0], { id: 888_888 })),
  ],
  ['products.search', 'behaviour $.total_size', 'all products for any word', asIf(/name=[^&]*/, '')],
  ['products.search', 'behaviour $.products', 'no product for any word', asIf(/name=[^&]*/, 'name=qqqqzzzz')],
  [
    'products.search',
    'behaviour $.products',
    'products without the word',
    asIf(/name=(?!z)[^&]*/, 'name=pencil'),
  ],
  [
    'products.search',
    'behaviour $.products[].id',
    'a page number that is ignored',
    asIf(/offset=\d+/, 'offset=1'),
  ],
  ['products.search', 'behaviour $.products', 'a limit that is ignored', asIf('limit=1&offset=2', '')],
  [
    'wishlist.list',
    'behaviour $.products[].id',
    'a page number that is ignored',
    asIf(/offset=\d+/, 'offset=1'),
  ],
  ['products.details', 'behaviour $', 'a product for every id', asIf('999999999', '7')],
  [
    'products.details',
    'behaviour $.product.id',
    'the same product for every id',
    where(/\/(?!9{9})\d+$/, asIf(/\d+$/, '7')),
  ],
  ['products.details', 'behaviour $', 'errors for listed products', afterFirst(asIf(/\d+$/, '999999999'))],
  ['categories.childes', 'breaking $status', 'a vanished list', where(/childes\/(?!9{9})/, status(404))],
  ['categories.products', 'behaviour $', 'products of an unknown category', asIf('999999999', '1')],
  ['categories.childes', 'behaviour $', 'children of an unknown category', asIf('999999999', '1')],
  [
    'products.latest',
    'behaviour $.products[].image_fullpath[]',
    'image URLs that do not exist',
    edit('$.products[].image_fullpath', ([link]) => [link.replace('/storage/', '/media/')]),
  ],
  [
    'images.product',
    'behaviour $status',
    'an image for every name',
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
  ['customer.info', 'behaviour $status', 'a rejected preflight', status(405)],
  [
    'auth.login',
    `behaviour $headers.${CORS}origin`,
    'another origin',
    header(`${CORS}origin`, 'https://a.example'),
  ],
  [
    'customer.info',
    `behaviour $headers.${CORS}headers`,
    'not the token',
    header(`${CORS}headers`, 'content-type'),
  ],
  [
    'orders.place',
    `behaviour $headers.${CORS}headers`,
    'no Idempotency-Key',
    header(`${CORS}headers`, 'authorization, content-type'),
  ],
  [
    'wishlist.remove',
    `behaviour $headers.${CORS}methods`,
    'no DELETE',
    header(`${CORS}methods`, 'GET, POST'),
  ],
]

describe('a planted mutation has exactly the expected finding:', () => {
  const expectFinding = async (endpoint: string, finding: string, mutate: Mutate, options = {}) => {
    started.host.plant(mutate)
    // Validates the resource of the finding, because a mutation concerns no other, and two more that respond.
    const only = [endpoint.split('.')[0] ?? '', 'config', 'banners']
    const report = await started.run({ only, ...options })
    expect(findingsOf(report)).toEqual([`${endpoint} ${finding}`])
    expect(report.summary.exitCode).toBe(finding.startsWith('additive') ? 0 : 1)
  }

  test.each(nonEmpty([...RESPONSES, ...PROBES]))('%s %s: %s', (name, finding, _, mutate) =>
    expectFinding(name, finding, at(name, mutate)),
  )
  test.each(nonEmpty(PREFLIGHTS))('%s %s: %s in a preflight', (name, finding, _, mutate) =>
    expectFinding(name, finding, at(name, mutate, 'OPTIONS')),
  )
  test.each<Drift>([
    ['addresses.add', 'breaking $.id', 'an address without its id', set('$.id', undefined)],
    [
      'wishlist.remove',
      'behaviour $status',
      'another status',
      (response) => (response.status === 200 ? { ...response, status: 202 } : undefined),
    ],
    ['addresses.delete', 'breaking $.errors', 'another error body', json(() => ({ errors: {} }), 403)],
  ])('%s %s: %s, with writes', (name, finding, _, mutate) =>
    expectFinding(name, finding, at(name, mutate), { write: true, only: null }),
  )

  test('images that are missing from both folders', () =>
    expectFinding('images.product', 'behaviour $status', where(/^(\/storage)?\/product\//, status(404))))

  test('a renamed token, and another account than the one that logged in', async () => {
    const renamed = json(({ token, ...body }) => ({ ...body, access_token: token }))
    started.host.plant(at('auth.login', renamed))
    const target = started.withPassword()
    expect(findingsOf(await started.run({ target, only: ['auth'] }))).toEqual([
      'auth.login additive $.access_token',
      'auth.login breaking $.token',
    ])
    started.host.plant(at('customer.info', set('$.email', 'somebody@kitabo.example')))
    expect(findingsOf(await started.run({ target, only: ['auth', 'customer'] }))).toEqual([
      'customer.info behaviour $.email',
    ])
  })

  test('a missing order id of an emulator, which is sent all cases', async () => {
    started.host.plant(at('orders.place', set('$.order_id', undefined)))
    const { fetch, origin } = started.host
    const target = { ...started.emulator.host, origin, fetch }
    const report = await started.run({ only: ['orders'], write: true, target })
    expect(findingsOf(report)).toEqual(['orders.place breaking $.order_id'])
    expect(report.summary.exitCode).toBe(6)
  })

  test('a permanent rate limit is an error', async () => {
    const headers = { 'retry-after': '3600' }
    started.host.plant(at('banners.list', (response) => ({ ...response, status: 429, headers })))
    const report = await started.run({ only: ['banners', 'config'] })
    expect(findingsOf(report)).toEqual([])
    expect(report.endpoints.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'banners.list error',
      'config.get pass',
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
