import { expect, test } from 'vitest'
import { api } from '../src/api.ts'
import { banners } from '../src/banners.ts'
import { compare } from './learn.ts'
import { recordingOf } from './recording.ts'
import { sampleHost } from './sample.ts'
import { addSample, type Statistics } from './statistics.ts'

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

test('counts always, sometimes and never, and proposes what the samples suggest', () => {
  const statistics: Statistics = new Map()
  const { title: _, ...untitled } = banner
  addSample(statistics, [banner, { ...banner, image_fullpath: null, banner_type: 'tertiary', colour: 'red' }])
  addSample(statistics, [untitled])
  const { fields, proposals } = compare(banners.list.answers[200], statistics)
  expect(fields).toContainEqual({ path: '$[].title', of: 3, present: 2, nulls: 0, often: 'sometimes' })
  expect(fields).toContainEqual({ path: '$[].product_id', of: 3, present: 3, nulls: 3, often: 'always' })
  expect(proposals.map(({ path, to }) => [path, to])).toEqual([
    ['$[].title', 'z.string().nullable().optional()'],
    ['$[].image_fullpath', 'z.string().nullable()'],
    ['$[].banner_type', "z.enum(['primary', 'secondary', 'tertiary'])"],
    ['$[].colour', 'z.string().optional()'],
  ])
})

test('proposes nothing where the host does as declared, in unions too', () => {
  const statistics: Statistics = new Map()
  addSample(statistics, { errors: { code: 'product-001', message: 'Product not found' } })
  expect(compare(api.products.details.answers[200], statistics).proposals).toEqual([])
})

test('keeps shapes and length classes in a recording, and hashes what says something of somebody', () => {
  const body = { f_name: 'Amina', email: 'a@b.test', phone: '0772000000', unit: 'pc', price: 5 }
  const kept = recordingOf([body], (text) => `#${text.length}`)
  expect(kept).toEqual([
    {
      f_name: 'hash #5',
      email: 'hash #8',
      phone: 'hash #10',
      unit: 'text of 1 to 8',
      price: 'a whole number',
    },
  ])
})

test('sends nothing but listed reads, and survives a host that answers nonsense', async () => {
  const asked: string[] = []
  const nonsense = async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname}`)
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
  expect(asked.length).toBeGreaterThan(4)
  expect(asked.filter((each) => !each.startsWith('GET /api/v1/'))).toEqual([])
})
