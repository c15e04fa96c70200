import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../test/test-app.ts'
import { createEmulator, type EmulatorOptions } from '../emulator.ts'
import { databaseFailure } from './database-failure.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-disk-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const subscribe = (emulator: { fetch: typeof fetch }, email: string) =>
  emulator.fetch('http://localhost/api/v1/newsletter/subscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ email }),
  })

describe('a failing disk', () => {
  test.each([
    ['SQLITE_FULL', 507, /is full; free some space/],
    ['ENOSPC', 507, /is full; free some space/],
    ['SQLITE_IOERR', 500, /Reading or writing the data folder fails/],
    ['SQLITE_IOERR_WRITE', 500, /Reading or writing the data folder fails/],
    ['SQLITE_READONLY', 500, /is no longer writable/],
    ['SQLITE_READONLY_DBMOVED', 500, /is no longer writable/],
    ['SQLITE_CORRUPT_INDEX', 500, /is damaged; start the emulator with --fresh/],
  ])('reports %s with a specific message', (code, status, message) => {
    expect(databaseFailure({ code })).toEqual({ status, message: expect.stringMatching(message) })
  })

  test('returns no message for other errors', () => {
    expect(databaseFailure(new TypeError('x'))).toBeNull()
    expect(databaseFailure({ code: 'SQLITE_CONSTRAINT' })).toBeNull()
  })

  test('refuses writes and serves reads while full, then recovers', async () => {
    const emulator = await createEmulator({ data })
    const { db } = emulator.worlds.default
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    let refused: Response | undefined
    for (let n = 0; n < 5000 && !refused; n++) {
      const response = await subscribe(emulator, `${'x'.repeat(60)}${n}@kitabo.example`)
      if (response.status !== 200) refused = response
    }
    expect(refused?.status).toBe(507)
    expect(await refused?.json()).toEqual({
      message: '((The disk of the data folder is full; free some space and try again.))',
    })
    expect((await emulator.client()('GET /products/latest')).products).toHaveLength(90)
    db.pragma('max_page_count = 1000000')
    expect((await subscribe(emulator, 'later@kitabo.example')).status).toBe(200)
    await emulator.close()
  })

  test('reports a database that became read-only', async () => {
    const emulator = await createTestApp()
    emulator.world.db.pragma('query_only = 1')
    const response = await subscribe(emulator, 'a@kitabo.example')
    expect(response.status).toBe(500)
    expect((await response.json()).message).toEqual(expect.stringMatching(/is no longer writable/))
    await emulator.close()
  })
})

/** Runs a test on a file system of a few megabytes, which only root can mount. */
async function onSmallDisk(megabytes: number, work: () => Promise<void>): Promise<void> {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', data])
  expect(mounted.status).toBe(0)
  await work().finally(() => spawnSync('umount', [data]))
}

// Containers without this right refuse a mount even for root.
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0

describe('a start on a full disk', () => {
  const starting = (folder: string, options: EmulatorOptions = {}) =>
    createEmulator({ data: folder, ...options }).then(
      (emulator) => emulator.close().then(() => 'started'),
      (error: Error) => `${error.name}: ${error.message}`,
    )
  const FULL = /^StartError: .*: The disk of the data folder is full; free some space and try again\.$/

  // The seed and the database are 2 MB each: 1 MB is too small for the seed, 3 MB for the database.
  test.skipIf(!canMount).each([1, 3])(
    'fails with one sentence and leaves nothing behind, with %i MB',
    (megabytes) =>
      onSmallDisk(megabytes, async () => {
        expect(await starting(join(data, 'new'))).toMatch(FULL)
        expect(readdirSync(data)).toEqual([])
      }),
  )

  test.skipIf(!canMount)('keeps the old database in its place if a fresh start fails', () =>
    onSmallDisk(5, async () => {
      expect(await starting(data)).toBe('started')
      const before = readdirSync(data).sort()
      expect(await starting(data, { fresh: true })).toMatch(FULL)
      expect(readdirSync(data).sort()).toEqual(before)
      expect(await starting(data)).toBe('started')
    }),
  )
})

describe('a failing reset', () => {
  test('keeps the old data if a reset fails', async () => {
    const emulator = await createEmulator({ data })
    await emulator.control('POST /stock', { body: { id: 5, stock: 77 } })
    await emulator.control('POST /clock', { body: { frozen: true } })
    // A folder at this path prevents writing the file.
    mkdirSync(join(data, 'emulator.sqlite.new', 'x'), { recursive: true })
    const response = await emulator.fetch('http://localhost/__emulator/reset', { method: 'POST' })
    expect(response.status).toBe(500)
    const stock = async () =>
      (await emulator.control('GET /stock')).products.find((each) => each.id === 5)?.stock
    expect(await stock()).toBe(77)
    expect((await emulator.control('GET /clock')).frozen).toBe(true)
    expect((await subscribe(emulator, 'b@kitabo.example')).status).toBe(200)
    // The folder and the incomplete file are removed.
    expect(existsSync(join(data, 'emulator.sqlite.new'))).toBe(false)
    await emulator.control('POST /reset')
    expect(await stock()).not.toBe(77)
    await emulator.close()
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

  test('reopens the old database if it was already closed', async () => {
    const emulator = await createEmulator({ data })
    await emulator.control('POST /stock', { body: { id: 5, stock: 77 } })
    const { db } = emulator.worlds.default
    const close = db.close.bind(db)
    // Removes the new file after it was written, so that the rename fails.
    db.close = () => {
      rmSync(join(data, 'emulator.sqlite.new'))
      return close()
    }
    const response = await emulator.fetch('http://localhost/__emulator/reset', { method: 'POST' })
    expect(response.status).toBe(500)
    expect((await emulator.control('GET /stock')).products.find((each) => each.id === 5)?.stock).toBe(77)
    await emulator.close()
  })
})

describe('a fresh start', () => {
  test('changes nothing on a fresh start if the port is in use', async () => {
    await (await createEmulator({ data })).close()
    const before = readdirSync(data).sort()
    const blocker = createServer()
    await new Promise<void>((up) => blocker.listen(0, '127.0.0.1', up))
    const { port } = blocker.address() as { port: number }
    await expect(createEmulator({ data, port, fresh: true })).rejects.toThrow(`Port ${port} is taken`)
    expect(readdirSync(data).sort()).toEqual(before)
    await new Promise((done) => blocker.close(done))
  })

  test('renames the old database, repeatedly, and seeds a new one', async () => {
    await (await createEmulator({ data })).close()
    for (let n = 0; n < 2; n++) await (await createEmulator({ data, fresh: true })).close()
    expect(readdirSync(data).filter((name) => name.includes('.old'))).toEqual([
      'emulator.sqlite.old',
      'emulator.sqlite.old-2',
    ])
  })
})
