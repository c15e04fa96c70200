import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseContracts } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'
import { collects, entity, holds } from '../src/relation.ts'
import { from, sent } from '../src/selection.ts'
import {
  encodeContent,
  entryOf,
  type Given,
  HEADERS,
  ROWS,
  read,
  resultOf,
  validateHarFile,
} from '../test/har-files.ts'

test('finds drift, with the number of responses, and any declared status as expected', async () => {
  const wrong = { body: [{ id: '1', name: 'a' }] }
  const details = { url: '/v2/rows/7', body: ROWS[0] }
  const { rows, summary, verified } = await resultOf({}, wrong, {}, details, {
    ...details,
    status: 404,
    body: {},
  })
  expect(rows.find(({ name }) => name === 'rows.newest')?.findings).toMatchObject([
    { where: '$[].id', responses: { with: 1, of: 3 }, verdict: 'cannot tell' },
  ])
  expect(verified).toEqual(['rows.details'])
  expect(summary?.exitCode).toBe(1)
  const teapot = await resultOf({ ...details, status: 418 })
  expect(teapot.rows[0]?.findings).toMatchObject([
    { where: '$status', expected: '200 or 404', actual: '418' },
  ])
  expect(teapot.rows[0]?.findings[0]).not.toHaveProperty('responses')
})

test('names its versions, and dates the evidence with the latest response', async () => {
  const report = await validateHarFile([entryOf()], { version: '1.2.3' })
  expect(report.versions).toEqual({ tool: '1.2.3', contract: expect.stringMatching(/^[0-9a-f]{12}$/) })
  const { rows } = await resultOf({}, { at: '2026-11-22T09:00:00.000Z' }, { at: '2026-11-21T09:00:00.000Z' })
  expect(rows.find(({ name }) => name === 'rows.newest')?.evidence.text).toBe('recorded on 2026-11-22')
})

test('an outage is an error if an endpoint responds at another time', async () => {
  const down = { status: 503, headers: { 'retry-after': '120' } }
  const more = { url: '/v2/more' }
  const outage = await resultOf({}, down, { ...down, ...more })
  expect(outage).toMatchObject({ findings: [], summary: { exitCode: 4 } })
  expect(outage.summary?.outcome).toMatch(
    /\(the host was unavailable during the recording: 503; Retry-After is 120 s\); 1 was/,
  )
  expect((await resultOf({}, down, more)).findings).toEqual(['rows.newest $status: 503'])
  const everywhere = ['/v2/rows/7', '/v2/rows/newest', '/v2/more'].map((url) => ({ ...down, url }))
  expect((await resultOf(...everywhere)).summary).toMatchObject({
    exitCode: 4,
    outcome: 'the host is unavailable: all 3 responses are 503; Retry-After is 120 s',
  })
})

test('compares the times in a response with the time at which it was recorded', async () => {
  const at = '2020-03-01T09:00:00.000Z'
  const datedRows = (created_at: string) => ({ at, body: ROWS.map((row) => ({ ...row, created_at })) })
  expect((await resultOf(datedRows('2020-03-01T08:00:00.000Z'))).findings).toEqual([])
  expect((await resultOf(datedRows('2020-03-03T08:00:00.000Z'))).findings).toEqual([
    'rows.newest $[].created_at: "2020-03-03T08:00:00.000Z"',
  ])
})

test('validates the images of the host', async () => {
  const image = (more: Given = {}) => ({
    url: '/img/a.webp',
    headers: { 'content-type': 'image/webp' },
    ...more,
  })
  const imageRow = async (...given: Given[]) =>
    (await resultOf({}, ...given)).rows.find(({ name }) => name === 'images.a')
  const bytes = encodeContent(Buffer.from([1]))
  const page = image({ content: { text: '<html>' } })
  expect(await imageRow()).toMatchObject({ status: 'skipped', reason: 'not in the recording' })
  const missing = image({ status: 404 })
  expect(await imageRow(missing)).toMatchObject({
    status: 'skipped',
    reason: 'the recording contains no image',
  })
  const valid = [image({ content: bytes }), image({ content: { text: '' } }), missing]
  expect(await imageRow(...valid)).toMatchObject({ status: 'pass', findings: [], requests: 3, ms: 120 })
  expect(await imageRow(image({ content: bytes }), page)).toMatchObject({
    findings: [{ actual: 'an HTML page' }],
  })
  expect(await imageRow({ ...page, url: 'https://other.test/img/a.webp' })).toMatchObject({
    status: 'skipped',
  })
  expect(await imageRow({ ...page, method: 'POST' })).toMatchObject({ status: 'skipped' })
})

test('requests the emulator only if there is a finding to compare', async () => {
  let started = 0
  const fetch = () => Promise.resolve(Response.json(ROWS, { headers: HEADERS }))
  const emulator = async () => {
    started++
    return { origin: 'http://e.test', fetch, credentials: null, isEmulator: true }
  }
  await validateHarFile([entryOf()], { emulator })
  expect(started).toBe(0)
  const report = await validateHarFile([entryOf({ body: [{ id: '1', name: 'a' }] })], { emulator })
  expect(report.endpoints.flatMap(({ findings }) => findings)).toMatchObject([
    { verdict: 'provider drifted' },
  ])
})

test('a recording is reported although the emulator fails', async () => {
  const fetch = () => Promise.reject(new Error('the disk is full'))
  const emulator = async () => ({ origin: 'http://e.test', fetch, credentials: null, isEmulator: true })
  const report = await validateHarFile([entryOf({ body: [{ id: '1', name: 'a' }] })], { emulator })
  expect(report.endpoints.flatMap(({ findings }) => findings)).toMatchObject([{ verdict: 'cannot tell' }])
  expect(report.summary.outcome).toBe(
    'the contract is violated in 1 place; the emulator failed at rows.newest: the disk is full',
  )
})

const Me = z.object({ name: z.string() })
const accounts = {
  ...parseContracts({
    prefix: '/v2',
    endpoints: {
      me: {
        strict: { ...read, path: '/me', auth: 'bearer', responses: { 200: Me, 401: Me } },
        open: { ...read, path: '/open', auth: 'bearer', responses: { 200: Me } },
      },
    },
  }),
}
const TOKEN = { authorization: 'Bearer a.b.c.d.e' }
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  cookie: 'a=b',
}
const login = { status: 302, headers: { location: 'https://api.test/login' }, content: { text: '' } }

test.each<[what: string, found: string[], reason: string | undefined, given: Given]>([
  ['data with a token', [], undefined, { url: '/v2/me', sent: { headers: TOKEN }, body: { name: 'a' } }],
  ['data of an export without tokens', [], undefined, { url: '/v2/me', body: { name: 'a' } }],
  [
    'a refusal without a token',
    [],
    '401 without a token was verified',
    { url: '/v2/me', status: 401, body: { name: 'no' } },
  ],
  [
    'an undeclared refusal without a token',
    [],
    '403 to a request without a token',
    { url: '/v2/open', status: 403 },
  ],
  ['another refusal without a token', ['$status: 403'], undefined, { url: '/v2/me', status: 403 }],
  [
    'a redirect without a token',
    ['$redirect: 302 to https://api.test/login'],
    undefined,
    { url: '/v2/me', ...login },
  ],
  [
    'a redirect with a token',
    ['$redirect: 302 to https://api.test/login'],
    undefined,
    { url: '/v2/me', ...login, sent: { headers: TOKEN } },
  ],
  [
    'a redirect of a web page',
    [],
    '302 to a request for a web page',
    { url: '/v2/me', ...login, sent: { headers: BROWSER } },
  ],
  [
    'a web page',
    [],
    '200 to a request for a web page',
    { url: '/v2/me', content: { text: '<html>' }, sent: { headers: BROWSER } },
  ],
  [
    'a web page in response to data',
    ['$: an HTML page'],
    undefined,
    { url: '/v2/me', content: { text: '<html>' }, sent: { headers: TOKEN } },
  ],
])('checks %s as recorded', async (_, found, reason, given) => {
  const report = await validateHarFile([entryOf(given)], { contracts: accounts })
  const [row] = report.endpoints.filter(({ requests }) => requests > 0) ?? []
  expect(row?.findings.map(({ where, actual }) => `${where}: ${actual}`)).toEqual(found)
  if (reason === undefined) expect(row?.reason).toBeUndefined()
  else expect(row?.reason).toContain(reason)
})

const Item = z.object({ id: z.int(), price: z.number() })
const list = endpoint({ ...read, path: '/items', responses: { 200: z.array(Item) } })
const details = endpoint({ ...read, path: '/items/{id}', responses: { 200: Item } })
const shop = {
  ...parseContracts({ prefix: '/v2', endpoints: { items: { list, details } } }),
  bounds: { numbers: { price: [0, 1000] as const }, pastTimes: [] },
}
const item = entity<z.infer<typeof Item>>('an item is the same everywhere', 'id', ['price'])
const requested = holds(
  'details belong to the requested id',
  from(details, '$'),
  ['id'],
  'the requested id',
  ({ id }, { params }) => String(id) === params?.id,
)

const priced = async (...given: [url: string, id: number, price: number, at?: string][]) => {
  const entries = given.map(([path, id, price, at = '09:00:00']) => {
    const body = { id, price }
    return entryOf({
      url: `/v2${path}`,
      body: path === '/items' ? [body] : body,
      at: `2026-11-20T${at}.000Z`,
    })
  })
  const relations = [item.in(from(list, '$[]')), item.in(from(details, '$')), requested]
  const report = await validateHarFile(entries, { contracts: { ...shop, relations } })
  return report.endpoints.flatMap(({ name, findings }) =>
    findings.map(({ rule, where }) => `${name} ${rule} ${where}`),
  )
}

test('checks bounds and relations, with the latest responses', async () => {
  expect(await priced(['/items', 1, 10], ['/items/1', 1, 10])).toEqual([])
  expect(await priced(['/items', 1, 10], ['/items/1', 1, 12])).toEqual(['items.details relation $.price'])
  expect(await priced(['/items', 1, 10], ['/items/2', 1, 10])).toEqual(['items.details relation $.id'])
  expect(await priced(['/items', 1, -1])).toEqual(['items.list bounds $[].price'])
  // The price was changed while the traffic was recorded.
  const changed = [
    ['/items/1', 1, 12, '09:00:01'],
    ['/items', 1, 12, '09:00:02'],
    ['/items', 1, 10, '09:00:00'],
  ] as const
  expect(await priced(...changed.map((each) => [...each] as [string, number, number, string]))).toEqual([])
})

test('compares no recorded write without its request body', async () => {
  const body = z.object({ ids: z.array(z.int()) })
  const remove = endpoint({ method: 'DELETE', path: '/items', body, responses: { 200: z.object({}) } })
  const removed = sent(remove, [], ({ ids }) => ids.map((id) => ({ removed: String(id) })))
  const contracts = {
    ...parseContracts({ prefix: '/v2', endpoints: { items: { list, remove } } }),
    relations: [collects('items change only as requested', from(list, '$'), [removed])],
  }
  const items = entryOf({ url: '/v2/items', body: [{ id: 1, price: 10 }] })
  const write = entryOf({ url: '/v2/items', method: 'DELETE', body: {} })
  const params = [{ name: 'ids', value: '1' }]
  for (const postData of [undefined, { params }, { text: 'ids=1' }, { text: '{"ids":1}' }]) {
    const sentWith = { ...write, request: { ...write.request, postData } }
    const report = await validateHarFile([items, sentWith, items], { contracts })
    expect(report.endpoints.flatMap(({ findings }) => findings)).toEqual([])
  }
})
