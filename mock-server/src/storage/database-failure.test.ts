import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { expectOnStderr } from '../../test/stderr.ts'
import { createEmulator } from '../emulator.ts'
import { databaseFailure } from './database-failure.ts'

test('a request is refused with one sentence while another program locks the database, and works afterwards', async () => {
  expectOnStderr(/^POST \/api\/v1\/auth\/login: database is locked\n$/)
  const data = mkdtempSync(join(tmpdir(), 'kitabo-locked-'))
  const emulator = await createEmulator({ data })
  onTestFinished(async () => {
    await emulator.close()
    rmSync(data, { recursive: true, force: true })
  })
  emulator.worlds.default.db.pragma('busy_timeout = 50')
  const other = new Database(join(data, 'emulator.sqlite'))
  onTestFinished(() => void other.close())
  const body = JSON.stringify({ email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' })
  const logIn = () =>
    emulator.fetch(`${emulator.origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
  other.exec('BEGIN IMMEDIATE')
  const refused = await logIn()
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { message: '((Another program has locked the database in the data folder; close it and try again.))' },
  ])
  other.exec('ROLLBACK')
  expect((await logIn()).status).toBe(200)
})

test.each([
  ['SQLITE_FULL', 507, /is full; free some space/],
  ['ENOSPC', 507, /is full; free some space/],
  ['EDQUOT', 507, /is full; free some space/],
  ['SQLITE_BUSY_SNAPSHOT', 503, /has locked the database/],
  ['SQLITE_LOCKED', 503, /has locked the database/],
  ['SQLITE_LOCKED_SHAREDCACHE', 503, /has locked the database/],
  ['SQLITE_CANTOPEN', 500, /was deleted or moved/],
  ['SQLITE_CANTOPEN_ISDIR', 500, /was deleted or moved/],
  ['SQLITE_READONLY_DBMOVED', 500, /was deleted or moved/],
  ['SQLITE_READONLY', 500, /is no longer writable/],
  ['SQLITE_IOERR', 500, /Reading or writing the data folder fails/],
  ['SQLITE_IOERR_WRITE', 500, /Reading or writing the data folder fails/],
  ['SQLITE_CORRUPT_INDEX', 500, /is damaged; start the emulator with --fresh/],
])('the error %s has the status %i and an explanation', (code, status, message) => {
  expect(databaseFailure({ code })).toEqual({ status, message: expect.stringMatching(message) })
})

test.each([new Error('a bug'), { code: 'SQLITE_CONSTRAINT' }, null])(
  'the error %o is no failure of the database',
  (error) => {
    expect(databaseFailure(error)).toBeNull()
  },
)
