import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { nonEmpty } from 'contracts/non-empty'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { countProducts, readStock, setStock, withEmulator } from '../../test/with-emulator.ts'
import type { Emulator } from '../emulator.ts'
import { createEmulator } from '../emulator.ts'
import { selectAll } from '../world/queries.ts'
import { seedFile } from './seed-file.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-seed-'))
})

test('an emulator seeds again if seeding was interrupted', async () => {
  const onProgress = () => {
    throw new Error('killed')
  }
  await expect(createEmulator({ data, products: 3000, onProgress })).rejects.toThrow('killed')
  expect(await withEmulator({ data, products: 40 }, countProducts)).toBe(40)
})

test('a start refuses a database with a different number of products, and does not change it', async () => {
  await withEmulator({ data, products: 40 }, countProducts)
  await expect(createEmulator({ data, products: 50 })).rejects.toThrow(
    /emulator\.sqlite contains 40 products, not 50; start with --fresh to seed it again/,
  )
  expect(await withEmulator({ data }, countProducts)).toBe(40)
})

test('a seed has the time of a frozen clock', async () => {
  const frozenAt = '2026-11-20T09:00:00.000Z'
  await withEmulator({ data, products: 30, frozenAt }, async ({ worlds }) => {
    const rows = selectAll<{ created_at: number }>(worlds.default, 'SELECT created_at FROM customers')
    const times = nonEmpty(rows).map(({ created_at }) => new Date(created_at).toISOString())
    expect(new Set(times)).toEqual(new Set([frozenAt]))
  })
})

test('an emulator in memory can be reset after the cached seeds were deleted', async () => {
  await withEmulator({ products: 30 }, async (emulator) => {
    rmSync(seedFile(null, { products: 30 }))
    await emulator.control('POST /reset')
    expect(await countProducts(emulator)).toBe(30)
    await emulator.inWorld('other').client()('GET /banners')
  })
})

test.skipIf(process.platform === 'win32')(
  'an emulator starts while another one deletes an outdated seed from the cache',
  async () => {
    vi.stubEnv('XDG_CACHE_HOME', data)
    onTestFinished(() => void vi.unstubAllEnvs())
    mkdirSync(join(data, 'kitabo'), { mode: 0o700 })
    // Is listed, but has no status, like a file that is deleted after the folder was read.
    symlinkSync(join(data, 'gone'), join(data, 'kitabo/seed-0000.sqlite'))
    expect(await withEmulator({ products: 30 }, countProducts)).toBe(30)
  },
)

test.each<[damage: string, (bytes: Buffer) => Buffer]>([
  ['is empty', () => Buffer.alloc(0)],
  ['is cut in half', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['has a page of zeros', (bytes) => bytes.fill(0, bytes.length / 2, bytes.length / 2 + 4096)],
])('an emulator replaces a cached seed that %s', async (_, damage) => {
  vi.stubEnv('XDG_CACHE_HOME', data)
  onTestFinished(() => void vi.unstubAllEnvs())
  const options = { products: 30 }
  await withEmulator(options, countProducts)
  const seed = seedFile(null, options)
  const damaged = damage(readFileSync(seed))
  writeFileSync(seed, damaged)
  expect(await withEmulator(options, countProducts)).toBe(30)
  expect(readFileSync(seed).equals(damaged)).toBe(false)
  expect(await withEmulator(options, countProducts)).toBe(30)
})

test('removes a seed that a killed process has written in part', async () => {
  await (await createEmulator({ data })).close()
  const [seed = ''] = readdirSync(data).filter((name) => name.startsWith('seed-'))
  renameSync(join(data, seed), join(data, `${seed}.0123456789abcdef.part`))
  await (await createEmulator({ data })).close()
  expect(readdirSync(data).filter((name) => name.startsWith('seed-'))).toEqual([seed])
})

test('replaces a damaged seed on the next start', async () => {
  await (await createEmulator({ data })).close()
  const seed = join(data, readdirSync(data).find((name) => name.startsWith('seed-')) as string)
  writeFileSync(seed, Buffer.alloc(readFileSync(seed).length))
  const emulator = await createEmulator({ data })
  await emulator.control('POST /reset')
  expect((await emulator.client()('GET /products/latest')).products).toHaveLength(90)
  await emulator.close()
})

test('a start updates stored products once after the code that writes them has changed, and keeps its data', async () => {
  const markProducts = ({ worlds }: Emulator) =>
    worlds.default.db.exec("UPDATE products SET json = json_set(json, '$.unit', 'marked')")
  const countMarked = async ({ client }: Emulator) => {
    const { products } = await client()('GET /products/latest', { query: { limit: '600' } })
    return nonEmpty(products).filter(({ unit }) => unit === 'marked').length
  }
  await withEmulator({ data, products: 30 }, async (emulator) => {
    await setStock(emulator, 77)
    markProducts(emulator)
    emulator.worlds.default.db.exec(
      "UPDATE settings SET value = json_set(value, '$.sources', 'older') WHERE name = 'seeded_with'",
    )
  })
  await withEmulator({ data }, async (emulator) => {
    expect(await countMarked(emulator)).toBe(0)
    expect(await readStock(emulator)).toBe(77)
    markProducts(emulator)
  })
  expect(await withEmulator({ data }, countMarked)).toBe(30)
})

test('a later start with the same seed and time uses the stored seed', async () => {
  const options = { data, seed: 'x', frozenAt: '2026-11-20T09:00:00Z' }
  const seeds = () =>
    readdirSync(data)
      .filter((name) => name.startsWith('seed-'))
      .map((name) => [name, statSync(join(data, name)).mtimeMs])
  await (await createEmulator({ ...options, products: 20 })).close()
  const first = seeds()
  expect(first).toHaveLength(1)
  for (const products of [{ products: 20 }, {}])
    await (await createEmulator({ ...options, ...products })).close()
  expect(seeds()).toEqual(first)
})

test('an emulator that writes a seed deletes the shared seeds that are older than 30 days', async () => {
  vi.stubEnv('XDG_CACHE_HOME', data)
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = join(data, 'kitabo')
  mkdirSync(folder, { mode: 0o700 })
  for (const [name, days] of [
    ['seed-new.sqlite', 29.9],
    ['seed-old.sqlite', 30.1],
  ] as const) {
    const seconds = Date.now() / 1000 - days * 86_400
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), seconds, seconds)
  }
  await withEmulator({ products: 30 }, countProducts)
  const seed = basename(seedFile(null, { products: 30 }))
  expect(readdirSync(folder).filter((name) => name.startsWith('seed-'))).toEqual(
    [seed, 'seed-new.sqlite'].sort(),
  )
})
