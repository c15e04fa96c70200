import { expect, test } from 'vitest'
import { app, get, send, statusOf, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const LOGIN = { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }
const latest = () => get('/api/v1/products/latest?limit=3')
const journal = async (query: object = {}) => (await app.control('GET /journal', { query })).entries

test('reports undeclared input with the reason', async () => {
  await get('/api/v1/products/latest?limit=1&colour=red&sort_by=taste')
  await get('/api/v1/product/latest')
  await send('PUT', '/api/v1/banners')
  expect((await journal({ violations: 'true' })).map(({ violations }) => violations)).toEqual([
    ['PUT is not declared for /banners; declared: GET'],
    ['no endpoint GET /product/latest; the nearest is GET /products/latest'],
    ['query.colour is not in the contract', expect.stringContaining('query.sort_by')],
  ])
})

test('contains no passwords, tokens, codes, addresses or phone numbers', async () => {
  await app.client()('POST /auth/login', { body: LOGIN })
  await send('POST', '/api/v1/auth/login?password=hunter2-b', { email_or_phone: 'x' })
  await send('POST', '/api/v1/auth/none?password=hunter2-c', { password: 'hunter2-d' })
  await app.client(app.tokenOf())('POST /customer/address/add', {
    body: {
      address_type: 'Home',
      contact_person_name: 'Amina Nakato',
      contact_person_number: '0772999888',
      address: 'Plot 7 Kira Road',
      latitude: '0.3501',
      longitude: '32.5902',
    },
  })
  const entries = await journal()
  const shown = JSON.stringify(entries)
  expect(shown).not.toMatch(/hunter2|kitabo-demo|demo@kitabo|Nakato|0772999888|Kira Road|0\.3501/)
  expect(shown).toContain('"password":"***"')
  expect(entries[0]?.body).toMatchObject({
    address_type: 'Home',
    address: expect.stringMatching(/^#[0-9a-f]{8}$/),
  })
})

const responses = async () => {
  const entry = ({ id }: { id: number }) => app.control('GET /journal/{id}', { params: { id: String(id) } })
  return (await Promise.all((await journal()).map(entry))).map(({ response }) => response)
}

test('returns the response of a request, without secrets and personal data', async () => {
  await app.client()('POST /auth/login', { body: LOGIN })
  await app.client(app.tokenOf())('GET /customer/info')
  await latest()
  const [listed, customer, login] = (await responses()) as [{ products: unknown[] }, object, object]
  expect(login).toEqual({ token: '***', status: true })
  expect(customer).toMatchObject({ id: 1, email: expect.stringMatching(/^#[0-9a-f]{8}$/) })
  expect(JSON.stringify(customer)).not.toMatch(/demo@|0700/)
  expect(listed.products).toHaveLength(3)
})

test('returns a response that was sent compressed', async () => {
  for (const encoding of ['br', 'gzip'])
    await app.fetch('http://localhost/api/v1/products/latest', { headers: { 'accept-encoding': encoding } })
  const listed = expect.objectContaining({ total_size: expect.any(Number) })
  expect(await responses()).toEqual([listed, listed])
})

test('describes responses that are not JSON, and forgets old ones before it needs much memory', async () => {
  await app.control('POST /faults', { body: { path: '/banners', effect: { html: true } } })
  await get('/api/v1/banners')
  for (let i = 0; i < 30; i++) await get(`/api/v1/products/latest?limit=${61 + i}`)
  const [newest, ...older] = await responses()
  expect(newest).toMatchObject({ limit: '90', products: { length: 11, 10: '(80 more)' } })
  expect(older.at(-1)).toBeNull()
  await app.control('DELETE /journal')
  await get('/api/v1/banners')
  expect(await responses()).toEqual([expect.stringMatching(/^\(text\/html.*, \d+ bytes\)$/)])
})

test('refuses an unknown entry', async () => {
  for (const id of ['99', 'x', '-1'])
    expect(await statusOf(app.control('GET /journal/{id}', { params: { id } }))).toBe(404)
})

test('records the endpoint of a request even if a fault responds', async () => {
  await app.control('POST /faults', { body: { path: '/banners', effect: { status: 503 } } })
  await get('/api/v1/banners')
  const entries = await journal({ status: '5xx' })
  expect(entries.map(({ endpoint, status }) => [endpoint, status])).toEqual([['GET /banners', 503]])
})

test('filters requests by method, path, status, violations and id', async () => {
  await get('/api/v1/banners')
  await send('POST', '/api/v1/banners')
  await get('/api/v1/none')
  const ids = async (query: object) => (await journal(query)).map(({ id }) => id)
  const [third, second, first] = await ids({})
  expect(await ids({ method: 'post' })).toEqual([second])
  expect(await ids({ path: 'banners' })).toEqual([second, first])
  expect(await ids({ status: '2xx' })).toEqual([first])
  expect(await ids({ status: '4XX' })).toEqual([third, second])
  expect(await ids({ status: '404' })).toEqual([third])
  expect(await ids({ violations: 'true' })).toEqual([third, second])
  expect(await ids({ after: String(first) })).toEqual([third, second])
  expect(await ids({ limit: '1' })).toEqual([third])
  const { log } = await app.control('GET /journal/har', { query: { path: 'banners' } })
  expect(log.entries.map(({ request }) => request.method)).toEqual(['GET', 'POST'])
})

test('lists the newest 200 requests by default, with the duration in tenths of milliseconds', async () => {
  const request = { method: 'GET', url: '/api/v1/none', endpoint: null, customerId: null }
  const unused = { query: {}, body: null, note: null, activeFaults: [] }
  for (let at = 0; at < 210; at++)
    app.world.journal.record({ ...request, ...unused }, { status: 404, took: 1.26, at, sent: null })
  const entries = await journal()
  expect(entries).toHaveLength(200)
  expect(entries[0]).toMatchObject({ took: 1.3, at: new Date(209).toISOString() })
  expect(await journal({ limit: '5000' })).toHaveLength(210)
})

test('rejects a journal status that is neither a number nor a class such as 4xx', async () => {
  for (const status of ['(', '[', '*', '4', '4x', '99999', '%00', '+'])
    expect((await get(`/__emulator/journal?status=${encodeURIComponent(status)}`)).refusal, status).toEqual([
      400,
      '((status must be like 404, or 4xx for a class.))',
    ])
})

test('stores the values of a large request shortened', async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  const fields = Object.fromEntries(numbers(5000).map((n) => [`field-${n}-${'y'.repeat(100)}`, n]))
  for (const body of [{ email: 'x'.repeat(500_000) }, fields, { email: numbers(50_000) }])
    await send('POST', '/api/v1/newsletter/subscribe', body)
  await get(`/api/v1/${'z'.repeat(400)}/${'z'.repeat(400)}?${'a=1&'.repeat(1500)}`)
  expect(app.world.journal.read()).toHaveLength(4)
  expect(JSON.stringify(app.world.journal.read()).length).toBeLessThan(60_000)
})
