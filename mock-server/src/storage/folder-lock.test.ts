import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { countProducts, withEmulator } from '../../test/with-emulator.ts'
import { createEmulator } from '../emulator.ts'
import { StartError } from '../start-error.ts'
import { DB_FILE } from './db-file.ts'
import { checkFolder, lockFolder } from './folder-lock.ts'

const root = resolve(import.meta.dirname, '../../..')

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-lock-'))
})

test('a data folder is free again after a start that failed late', async () => {
  const extend = () => {
    throw new Error('no such plugin')
  }
  await expect(createEmulator({ data, extend })).rejects.toThrow('no such plugin')
  // SQLite deletes the log of a database that is closed.
  expect(readdirSync(data)).not.toContain('emulator.sqlite-wal')
  await (await createEmulator({ data })).close()
})

test('a data folder stays locked if an emulator that used it before is closed twice', async () => {
  const first = await createEmulator({ data, port: 0 })
  await first.close()
  await withEmulator({ data, port: 0 }, async ({ origin }) => {
    await first.close()
    await expect(createEmulator({ data })).rejects.toThrow(`in use by the emulator at ${origin}`)
  })
})

test('only one of two emulators that start at the same time can use a data folder', async () => {
  const outcomes = await Promise.allSettled([createEmulator({ data }), createEmulator({ data })])
  const up = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  expect(up).toHaveLength(1)
  expect(outcomes.find((each) => each.status === 'rejected')?.reason).toEqual(
    new StartError(
      `${data} is in use by another emulator that is starting; stop that one, choose a different folder with --data, or use --memory.`,
    ),
  )
  await up[0]?.close()
  await (await createEmulator({ data })).close()
})

test('a data folder is in use while another process runs, until it is killed', async () => {
  const command = ['mock-server/src/main.ts', '--port', '0', '--data', data, '--products', '20']
  const child = spawn(process.execPath, command, { cwd: root })
  for await (const chunk of child.stdout) if (String(chunk).includes('Emulator is up')) break
  await expect(createEmulator({ data })).rejects.toThrow(
    /is in use by the emulator at http:\/\/127\.0\.0\.1:\d+; stop/,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await createEmulator({ data })).close()
})

test('an emulator that fails to close releases its data folder', async () => {
  const extend = (app: FastifyInstance) =>
    app.addHook('onClose', async () => {
      throw new Error('no')
    })
  const emulator = await createEmulator({ data, products: 30, extend })
  await expect(emulator.close()).rejects.toThrow('no')
  expect(emulator.worlds.default.db.open).toBe(false)
  expect(await withEmulator({ data }, countProducts)).toBe(30)
})

test('a lock leaves an empty folder as it was, and removes a folder that it created', () => {
  lockFolder(data).release()
  expect(readdirSync(data)).toEqual([])
  const created = join(data, 'new')
  lockFolder(created).release()
  expect(existsSync(created)).toBe(false)
})

test('a lock keeps the other files of a folder that it created', () => {
  const created = join(data, 'new')
  const lock = lockFolder(created)
  writeFileSync(join(created, 'notes.txt'), '')
  lock.release()
  expect(readdirSync(created)).toEqual(['notes.txt'])
})

test('the check of a data folder creates no folder, rejects a file and a broken database, and releases the folder', async () => {
  const missing = join(data, 'missing')
  checkFolder(missing)
  checkFolder(data)
  expect(readdirSync(data)).toEqual([])
  writeFileSync(missing, '')
  expect(() => checkFolder(missing)).toThrow(StartError)
  await withEmulator({ data, products: 20 }, async () => {
    expect(() => checkFolder(data)).toThrow('is in use by another emulator that is starting')
  })
  checkFolder(data)
  expect(await withEmulator({ data }, countProducts)).toBe(20)
  writeFileSync(join(data, DB_FILE), 'This is no database.'.repeat(50))
  expect(() => checkFolder(data)).toThrow(StartError)
  lockFolder(data).release()
})
