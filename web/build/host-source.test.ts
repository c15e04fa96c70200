import { createEmulator, type Emulator } from 'mock-server/emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { productPages } from '../src/features/catalogue/prerendered.ts'
import { HostSource, readResponse, UnreadError } from './host-source.ts'

const product = (id: number) => ({
  id,
  name: `Book "${id}"`,
  image: ['a.webp'],
  nested: { list: [1, { two: 2 }] },
})

test('returns the first 500 entries of a list, and that it is incomplete', async () => {
  const list = Array.from({ length: 3_000 }, (_, index) => product(index))
  expect(await readResponse(Response.json(list))).toMatchObject({
    body: list.slice(0, 500),
    isComplete: false,
  })
  expect(await readResponse(Response.json(list.slice(0, 500)))).toMatchObject({ isComplete: true })
})

test.each([[[]], [{ products: [product(1)], total_size: 1 }], [{}], [[product(1)]]])(
  'returns %j unchanged',
  async (response) => {
    expect(await readResponse(Response.json(response))).toEqual({ body: response, isComplete: true })
  },
)

test.each(['<html>', '"text"', ''])('returns an empty object for %j', async (text) => {
  const { body } = await readResponse(new Response(text))
  expect(body).toEqual({})
})

describe('a host with a problem', () => {
  let host: Emulator
  let waits: number[]
  beforeAll(async () => {
    host = await createEmulator({ port: 0, products: 250 })
  })
  beforeEach(async () => {
    waits = []
    await host.control('DELETE /faults', { body: {} })
    await host.control('DELETE /journal')
  })
  afterAll(() => host.close())

  const source = () => new HostSource({ api: host.origin, wait: async (ms) => waits.push(ms) })
  const fail = (path: string, effect: object, times?: number) =>
    host.control('POST /faults', { body: { path, effect, ...(times ? { times } : {}) } as never })
  const requests = async () => (await host.control('GET /journal')).entries.length

  test.each([
    ['429 with Retry-After', { throttle: 7 }, [7000, 7000]],
    ['429 with a Retry-After of 0', { throttle: 0 }, [0, 0]],
    ['429 with a very long Retry-After', { throttle: 9000 }, [120_000, 120_000]],
    ['503', { status: 503 }, [2000, 4000]],
    ['an interrupted response', { truncate: true }, [2000, 4000]],
  ])('is requested again after %s', async (_, effect, expected) => {
    const reader = source()
    await reader.get('/banners')
    await fail('/categories', effect, 2)
    expect(await reader.get('/categories')).toContainEqual(expect.objectContaining({ id: 3 }))
    expect(waits).toEqual(expected)
  })

  test('is requested at most four times, and once for a response that no retry changes', async () => {
    await fail('/categories', { status: 503 })
    const reader = source()
    await expect(reader.get('/categories')).rejects.toEqual(
      new UnreadError('/categories', 'responded with 503'),
    )
    expect([await requests(), waits.length]).toEqual([4, 3])
    await fail('/banners', { status: 404 })
    await expect(reader.get('/banners')).rejects.toThrow('responded with 404')
    expect(await requests()).toBe(5)
  })

  test('is requested once for each path after five paths in a row were not readable', async () => {
    await fail('/products/*', { status: 503 })
    const reader = source()
    for (const id of [1, 2, 3, 4, 5]) await reader.get(`/products/details/${id}`).catch(() => {})
    const before = await requests()
    await expect(reader.get('/products/details/6')).rejects.toBeInstanceOf(UnreadError)
    expect(await requests()).toBe(before + 1)
  })

  test('is requested once for a path that several pages need, and for one path at a time', async () => {
    await fail('/banners', { latency: 50 })
    const reader = source()
    await Promise.all([reader.get('/banners'), reader.get('/categories'), reader.get('/banners')])
    const { entries } = await host.control('GET /journal')
    expect(entries.map(({ path }) => path)).toEqual(['/categories', '/banners'])
  })

  test('is read to its last page if it sends no total, and if it sends every page again', async () => {
    const idsOf = async () => {
      const ids: string[] = []
      const reader = source()
      for await (const { id } of productPages((path) => reader.get(path))) ids.push(id)
      return ids
    }
    await fail('/products/latest', { change: '$.total_size' })
    expect(new Set(await idsOf()).size).toBe(250)
    expect(await idsOf()).toHaveLength(250)
    const [first] = (await host.client()('GET /products/latest', { query: { limit: '1' } })).products
    await fail('/products/latest', { change: '$.products', value: [first] })
    expect(await idsOf()).toEqual([String(first?.id)])
  })
})

test.each([
  ['ENOTFOUND', ': the host name is unknown'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', ': its certificate is not trusted; NODE_EXTRA_CA_CERTS names the file'],
  ['ANOTHER', ''],
])('names why a host did not respond: %s', async (code, reason) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: { code } })))
  onTestFinished(() => void vi.unstubAllGlobals())
  const source = new HostSource({ api: 'https://api.example' })
  await expect(source.get('/categories')).rejects.toThrow(`/categories received no response${reason}`)
})
