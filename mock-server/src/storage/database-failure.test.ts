import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { expectOnStderr } from '../../test/stderr.ts'
import { createEmulator } from '../emulator.ts'
import { databaseFailure } from './database-failure.ts'

test('a database that another program has locked is one sentence, and works again once it is free', async () => {
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
  ['SQLITE_BUSY_SNAPSHOT', /locked the database/],
  ['SQLITE_READONLY_DBMOVED', /deleted or moved/],
  ['SQLITE_CANTOPEN', /deleted or moved/],
  ['SQLITE_READONLY', /no longer writable/],
  ['SQLITE_FULL', /is full/],
])('%s is explained', (code, message) => {
  expect(databaseFailure({ code })?.message).toMatch(message)
})

test('other errors are not failures of the database', () => {
  expect(databaseFailure(new Error('a bug'))).toBeNull()
})
