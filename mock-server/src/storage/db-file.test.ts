import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { ensureFolder } from './data-folder.ts'
import type { Db } from './db.ts'
import { openDb, openMemoryDb } from './db.ts'
import { replaceDbFile, retireDb } from './db-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-db-'))
})

const file = () => join(folder, 'emulator.sqlite')

/** Creates an empty database in a file, and opens it. */
function create(path = file()): Db {
  ensureFolder(dirname(path))
  replaceDbFile(path, openMemoryDb().serialize())
  return openDb(path)
}

test('renames the old database on a fresh start', () => {
  for (const mark of ['1', '2']) {
    const db = create()
    db.prepare("INSERT INTO settings (name, value) VALUES ('mark', ?)").run(mark)
    db.close()
    expect(retireDb(file())).toBe(mark === '1' ? `${file()}.old` : `${file()}.old-2`)
  }
  expect(retireDb(file())).toBeNull()
  const marks = ['.old', '.old-2'].map((suffix) => {
    const old = openDb(file() + suffix)
    const mark = old.prepare("SELECT value FROM settings WHERE name = 'mark'").pluck().get()
    old.close()
    return mark
  })
  expect(marks).toEqual(['1', '2'])
})

test('renames a database after its log was added to it, because a kill may come between two renames', () => {
  const running = create()
  running.prepare("INSERT INTO settings (name, value) VALUES ('mark', '1')").run()
  // The files of a process that was killed.
  const killed = join(folder, 'killed.sqlite')
  for (const suffix of ['', '-wal']) copyFileSync(file() + suffix, killed + suffix)
  running.close()
  const retired = retireDb(killed) as string
  expect(existsSync(`${retired}-wal`)).toBe(false)
  const old = new Database(retired, { readonly: true })
  expect(old.prepare("SELECT value FROM settings WHERE name = 'mark'").pluck().get()).toBe('1')
  old.close()
})
