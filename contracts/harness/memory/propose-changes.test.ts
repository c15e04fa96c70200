import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../src/api.ts'
import { banners } from '../../src/banners.ts'
import { describeSchema } from '../../src/schema/schema.ts'
import { countBody, emptyCounts } from './count-fields.ts'
import { proposeChanges } from './propose-changes.ts'
import { printSamples, recordingOf, sampleHost } from './sample.ts'

const banner = {
  id: 1,
  title: 'A',
  image: 'a.png',
  image_fullpath: 'x',
  product_id: null,
  category_id: 3,
  banner_type: 'primary',
  status: 1,
  created_at: null,
  updated_at: null,
}

function proposalsFor(schema: z.ZodType, bodies: readonly unknown[]) {
  const counts = emptyCounts()
  for (const body of bodies) countBody(counts, describeSchema(schema), body)
  return proposeChanges(schema, counts)
}

test('counts fields and proposes changes', () => {
  const { title: _, ...untitled } = banner
  const { fields, proposals } = proposalsFor(banners.list.responses[200], [
    [banner, { ...banner, image_fullpath: null, banner_type: 'tertiary', colour: 'red' }],
    [untitled],
  ])
  expect(fields).toContainEqual({ path: '$[].title', places: 3, present: 2, nulls: 0, often: 'sometimes' })
  expect(fields).toContainEqual({ path: '$[].product_id', places: 3, present: 3, nulls: 3, often: 'always' })
  expect(proposals.map(({ path, to }) => [path, to])).toEqual([
    ['$[].title', 'z.string().nullable().optional()'],
    ['$[].image_fullpath', 'z.string().nullable()'],
    ['$[].banner_type', "z.enum(['primary', 'secondary', 'tertiary'])"],
    ['$[].colour', 'z.string().optional()'],
  ])
})

test('proposes nothing if the host responds as declared, even with unions', () => {
  const refusal = { errors: { code: 'product-001', message: 'Product not found' } }
  expect(proposalsFor(api.products.details.responses[200], [refusal]).proposals).toEqual([])
})

test('counts the fields of a union member only in bodies that match this member', () => {
  const refusal = { errors: { code: 'product-001', message: 'Product not found' } }
  const { fields } = proposalsFor(
    z.union([banners.list.responses[200].element, z.object({ errors: z.unknown() })]),
    [banner, refusal],
  )
  expect(fields).toContainEqual({ path: '$.title', places: 1, present: 1, nulls: 0, often: 'always' })
})

test('stores shapes and length classes in a recording, and hashes personal data', () => {
  const body = { f_name: 'Amina', email: 'a@b.test', phone: '0772000000', unit: 'pc', price: 5 }
  const stored = recordingOf([body], {
    hash: (text) => `#${text.length}`,
    declared: new Set(Object.keys(body)),
  })
  expect(stored).toEqual([
    {
      f_name: 'hash #5',
      email: 'hash #8',
      phone: 'hash #10',
      unit: 'string(1–8)',
      price: 'integer',
    },
  ])
})

test('hashes all undeclared keys in a recording', async () => {
  const people = { 'amina@mail.test': { '0772000000': 1 }, Amina: true }
  const responses = async () => Response.json([{ ...banner, owners: people, 'ada@mail.test': 'x' }])
  const side = { origin: 'http://x.test', fetch: responses, credentials: null, isEmulator: false }
  const hash = (text: string) => `#${text.length}`
  const sampled = await sampleHost({ side, only: ['banners'], samples: 1, spacing: 0, timeout: 1000, hash })
  const declared = Object.fromEntries(Object.keys(banner).map((key) => [key, expect.any(String)]))
  expect(sampled[0]?.recordings[0]?.body).toEqual([
    {
      ...declared,
      'hash #6': { 'hash #15': { 'hash #10': 'integer' }, 'hash #5': 'boolean' },
      'hash #13': 'string(1–8)',
    },
  ])
  expect(printSamples(sampled)).toContain('+    owners: ')
  expect(JSON.stringify(sampled[0]?.proposals) + printSamples(sampled)).not.toMatch(/mail\.test|Amina|0772/)
})

test('does not include account data in proposals', async () => {
  const credentials = { email: 'demo@kitabo.example', token: 'correct horse battery' }
  const responses = async () =>
    Response.json([{ ...banner, banner_type: 'correct horse battery', [credentials.token]: 1 }])
  const side = { origin: 'http://x.test', fetch: responses, credentials, isEmulator: false }
  const options = { side, samples: 1, spacing: 0, timeout: 1000, hash: String }
  const sampled = await sampleHost({ ...options, only: ['banners'] })
  expect(printSamples(sampled)).toContain('new value [secret]')
  expect(printSamples(sampled)).not.toMatch(/correct|horse|battery/)
})

test('sends GETs only, and tolerates invalid responses', async () => {
  const requested: string[] = []
  const nonsense = async (input: RequestInfo | URL, init?: RequestInit) => {
    requested.push(`${init?.method} ${new URL(String(input)).pathname}`)
    return new Response('<html>', { status: 200 })
  }
  const side = {
    origin: 'http://x.test',
    fetch: nonsense as typeof fetch,
    credentials: null,
    isEmulator: false,
  }
  expect(await sampleHost({ side, only: null, samples: 2, spacing: 0, timeout: 1000, hash: String })).toEqual(
    [],
  )
  expect(requested.length).toBeGreaterThan(4)
  expect(requested.filter((each) => !each.startsWith('GET /api/v1/'))).toEqual([])
})
