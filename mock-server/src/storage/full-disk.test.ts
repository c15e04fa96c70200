import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectOnStderr } from '../../test/stderr.ts'
import { readStock } from '../../test/with-emulator.ts'
import { createEmulator, type EmulatorOptions } from '../emulator.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-disk-'))
})

type Emulator = Awaited<ReturnType<typeof createEmulator>>
/** Subscribes an e-mail address. @returns 200, or the status and message of the refusal */
const subscribe = ({ client }: Pick<Emulator, 'client'>, email: string) =>
  client()('POST /newsletter/subscribe', { body: { email } }).then(
    () => 200,
    ({ status, body }) => [status, body.message],
  )
/** Starts an emulator, and changes the stock of a product. */
async function startWithStock(): Promise<Emulator> {
  const emulator = await createEmulator({ data })
  await emulator.control('POST /stock', { body: { id: 5, stock: 77 } })
  return emulator
}
const reset = ({ control }: Emulator) => control('POST /reset').catch(({ status }) => status)

test('refuses writes and serves reads while full, then recovers', async () => {
  expectOnStderr(/: database or disk is full\n$/)
  const emulator = await createEmulator({ data })
  const { db } = emulator.worlds.default
  db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
  let response: unknown = 200
  for (let n = 0; n < 5000 && response === 200; n++)
    response = await subscribe(emulator, `${'x'.repeat(60)}${n}@kitabo.example`)
  const message = '((The disk of the data folder is full; free some space and try again.))'
  expect(response).toEqual([507, message])
  expect((await emulator.client()('GET /products/latest')).products).toHaveLength(90)
  db.pragma('max_page_count = 1000000')
  expect(await subscribe(emulator, 'later@kitabo.example')).toBe(200)
  await emulator.close()
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
  const STORAGE_LIMIT_MESSAGE =
    /^StartError: .*: The disk of the data folder is full; free some space and try again\.$/

  // The seed and the database are 2 MB each: 1 MB is too small for the seed, 3 MB for the database.
  test.skipIf(!canMount).each([1, 3])(
    'fails with one sentence and leaves nothing behind, with %i MB',
    (megabytes) =>
      onSmallDisk(megabytes, async () => {
        expect(await starting(join(data, 'new'))).toMatch(STORAGE_LIMIT_MESSAGE)
        expect(readdirSync(data)).toEqual([])
      }),
  )

  test.skipIf(!canMount)('keeps the old database in its place if a fresh start fails', () =>
    onSmallDisk(5, async () => {
      expect(await starting(data)).toBe('started')
      const before = readdirSync(data).sort()
      expect(await starting(data, { fresh: true })).toMatch(STORAGE_LIMIT_MESSAGE)
      expect(readdirSync(data).sort()).toEqual(before)
      expect(await starting(data)).toBe('started')
    }),
  )
})

test('keeps the old data if a reset fails', async () => {
  expectOnStderr(/^POST \/__emulator\/reset: SystemError: Path is a directory/)
  const emulator = await startWithStock()
  await emulator.control('POST /clock', { body: { frozen: true } })
  // A folder at this path prevents writing the file.
  mkdirSync(join(data, 'emulator.sqlite.new', 'x'), { recursive: true })
  expect(await reset(emulator)).toBe(500)
  expect(await readStock(emulator)).toBe(77)
  expect((await emulator.control('GET /clock')).frozen).toBe(true)
  expect(await subscribe(emulator, 'b@kitabo.example')).toBe(200)
  // The folder and the incomplete file are removed.
  expect(existsSync(join(data, 'emulator.sqlite.new'))).toBe(false)
  await reset(emulator)
  expect(await readStock(emulator)).not.toBe(77)
  await emulator.close()
})

test('reopens the old database if it was already closed', async () => {
  expectOnStderr(/^POST \/__emulator\/reset: Error: ENOENT/)
  const emulator = await startWithStock()
  const { db } = emulator.worlds.default
  const close = db.close.bind(db)
  // Removes the new file after it was written, so that the rename fails.
  db.close = () => {
    rmSync(join(data, 'emulator.sqlite.new'))
    return close()
  }
  expect(await reset(emulator)).toBe(500)
  expect(await readStock(emulator)).toBe(77)
  await emulator.close()
})

test('a fresh start changes nothing if the port is in use', async () => {
  await (await createEmulator({ data })).close()
  const before = readdirSync(data).sort()
  const blocker = createServer()
  await new Promise<void>((up) => blocker.listen(0, '127.0.0.1', up))
  const { port } = blocker.address() as { port: number }
  await expect(createEmulator({ data, port, fresh: true })).rejects.toThrow(`Port ${port} is taken`)
  blocker.close()
  expect(readdirSync(data).sort()).toEqual(before)
  await (await createEmulator({ data, fresh: true })).close()
  expect(readdirSync(data)).toContain('emulator.sqlite.old')
})
