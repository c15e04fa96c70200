import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { packagePath } from '../package-path.ts'
import { StartError } from '../start-error.ts'
import { ensureFolder } from './data-folder.ts'
import { type Db, openDb, openMemoryDb, SCHEMA_VERSION, toOpenError } from './db.ts'
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

test('SCHEMA_VERSION matches schema.sql', () => {
  // Ignores comments and whitespace.
  const schema = readFileSync(packagePath('assets/schema.sql'), 'utf8')
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
  const hash = createHash('sha256').update(schema).digest('hex').slice(0, 16)
  // If this fails, increment SCHEMA_VERSION and update the hash.
  expect({ version: SCHEMA_VERSION, hash }).toEqual({ version: 6, hash: '7077f8c54e707969' })
})

test('uses a write-ahead log and foreign keys', () => {
  const db = create()
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  db.close()
})

test('refuses a database with a different schema and does not change it', () => {
  const old = new Database(file())
  old.exec('CREATE TABLE orders (id INTEGER); INSERT INTO orders VALUES (7); PRAGMA user_version = 0')
  old.close()
  expect(() => openDb(file())).toThrow(StartError)
  expect(() => openDb(file())).toThrow(
    new RegExp(`has schema 0, this emulator requires ${SCHEMA_VERSION}; start with --fresh`),
  )
  // SQLite deletes the log of a database that is closed.
  expect(readdirSync(folder)).toEqual(['emulator.sqlite'])
  const still = new Database(file())
  expect(still.prepare('SELECT id FROM orders').get()).toEqual({ id: 7 })
  still.close()
})

test('refuses a missing file, and one that is not a database', () => {
  expect(() => openDb(file())).toThrow(/cannot be opened as a database \(ENOENT/)
  writeFileSync(file(), 'this is text, and longer than a page header '.repeat(20))
  expect(() => openDb(file())).toThrow(/cannot be opened as a database/)
})

test.each([
  ['EACCES', /grant this user write permission/],
  ['SQLITE_NOTADB', /start with --fresh/],
])('advises for %s what keeps the data if it can be kept', (code, advice) => {
  expect(toOpenError(file(), Object.assign(new Error('reason'), { code })).message).toMatch(advice)
})

test.each([
  ['zeroed', () => Buffer.alloc(4096)],
  ['random', () => randomBytes(4096)],
])('refuses a database with a %s page, with one message', (_, page) => {
  create().close()
  const good = readFileSync(file())
  for (let at = 0; at < good.length; at += 5 * 4096) {
    const bytes = Buffer.from(good)
    page().copy(bytes, at)
    writeFileSync(file(), bytes)
    expect(() => openDb(file())).toThrow(StartError)
    expect(() => openDb(file())).toThrow(/^[^\n]*start with --fresh to seed[^\n]*$/)
  }
})

test('restricts folder and files to its user, but keeps the mode of a shared folder', () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const deep = join(folder, 'a', 'b', 'emulator.sqlite')
  const db = create(deep)
  db.exec("INSERT INTO settings (name, value) VALUES ('mark', '1')")
  expect(mode(join(folder, 'a', 'b'))).toBe('700')
  expect([deep, `${deep}-wal`, `${deep}-shm`].map(mode)).toEqual(['600', '600', '600'])
  db.close()
  chmodSync(deep, 0o644)
  chmodSync(join(folder, 'a', 'b'), 0o755)
  openDb(deep).close()
  expect([deep, join(folder, 'a', 'b')].map(mode)).toEqual(['600', '700'])
  // Another user may share this folder.
  chmodSync(folder, 0o1777)
  create().close()
  expect(statSync(folder).mode & 0o7777).toBe(0o1777)
})

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
  // A killed process leaves the database and its write-ahead log.
  const killed = join(folder, 'killed.sqlite')
  for (const suffix of ['', '-wal']) copyFileSync(file() + suffix, killed + suffix)
  running.close()
  const retired = retireDb(killed) as string
  expect(existsSync(`${retired}-wal`)).toBe(false)
  const old = new Database(retired, { readonly: true })
  expect(old.prepare("SELECT value FROM settings WHERE name = 'mark'").pluck().get()).toBe('1')
  old.close()
})
