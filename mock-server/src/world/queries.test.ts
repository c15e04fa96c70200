import { expect, test } from 'vitest'
import { openMemoryDb } from '../storage/db.ts'
import { IS_PUBLIC_TABLE } from './queries.ts'
import { createWorld } from './world.ts'

test('every table that handlers write is declared, so that a write invalidates what reads it', () => {
  const { sql } = createWorld({ db: openMemoryDb() })
  const names = sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .pluck()
    .all()
  // Triggers maintain these.
  const written = names.filter((name) => !/^product_(search|names)/.test(String(name)))
  expect(Object.keys(IS_PUBLIC_TABLE).sort()).toEqual(written.sort())
})
