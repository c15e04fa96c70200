import { describe, expect, test } from 'vitest'
import { eachTestHasApp } from '../../test/fresh-app.ts'
import { statusOf, type TestApp } from '../../test/test-app.ts'

let app: TestApp
eachTestHasApp((fresh) => {
  app = fresh
})

const latest = () => app.client()('GET /products/latest', { query: { limit: '3' } })
const text = async (path: string) => (await app.fetch(`http://localhost${path}`)).text()

describe('the journal', () => {
  test('reports undeclared input with the reason', async () => {
    await text('/api/v1/products/latest?limit=1&colour=red&sort_by=taste')
    await text('/api/v1/product/latest')
    await app.fetch('http://localhost/api/v1/banners', { method: 'PUT' })
    const { entries } = await app.control('GET /journal', { query: { violations: 'true' } })
    expect(entries.map((entry) => entry.violations)).toEqual([
      ['PUT is not declared for /banners; GET is'],
      ['no endpoint GET /product/latest; the nearest is GET /products/latest'],
      ['query.colour is not in the contract', expect.stringContaining('query.sort_by')],
    ])
  })

  test('contains no passwords, tokens, codes, addresses or phone numbers', async () => {
    const call = app.client(app.tokenOf())
    await statusOf(
      app.client()('POST /auth/login', {
        body: { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' },
      }),
    )
    await call('POST /customer/address/add', {
      body: {
        address_type: 'Home',
        contact_person_name: 'Amina Nakato',
        contact_person_number: '0772999888',
        address: 'Plot 7 Kira Road',
        latitude: '0.3501',
        longitude: '32.5902',
      },
    })
    const { entries } = await app.control('GET /journal')
    const shown = JSON.stringify(entries)
    for (const secret of ['kitabo-demo', 'demo@kitabo', 'Nakato', '0772999888', 'Kira Road', '0.3501']) {
      expect(shown).not.toContain(secret)
    }
    expect(shown).toContain('"password":"***"')
    expect(entries[0]?.body).toMatchObject({
      address_type: 'Home',
      address: expect.stringMatching(/^#[0-9a-f]{8}$/),
    })
  })

  test('records the endpoint of a request even if a fault responds', async () => {
    await app.control('POST /faults', { body: { path: '/banners', effect: { status: 503 } } })
    await text('/api/v1/banners')
    const { entries } = await app.control('GET /journal', { query: { status: '5xx' } })
    expect(entries.map(({ endpoint, status }) => [endpoint, status])).toEqual([['GET /banners', 503]])
  })

  test('filters requests by method, path and status, and drops the oldest', async () => {
    for (let i = 0; i < 1010; i++) await app.fetch('http://localhost/api/v1/newsletter/none')
    await latest()
    const journal = await app.control('GET /journal', { query: { limit: '5000' } })
    expect(journal.entries).toHaveLength(1000)
    expect((await app.control('GET /journal', { query: { status: '2xx' } })).entries).toHaveLength(1)
    expect(
      (await app.control('GET /journal', { query: { path: 'latest', method: 'get' } })).entries,
    ).toHaveLength(1)
  })
})
