import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { ensureFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-folder-'))
})

test('creates a folder and those above it, which only its user can read', () => {
  ensureFolder(join(folder, 'a/b'))
  for (const path of ['a', 'a/b']) expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700)
})

test('keeps the content and the mode of an existing folder', () => {
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'notes.txt'), '')
  ensureFolder(folder)
  expect([readdirSync(folder), statSync(folder).mode & 0o777]).toEqual([['notes.txt'], 0o755])
})

test('refuses a file, and a folder below one', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'inner')])
    expect(() => ensureFolder(path)).toThrow(
      new StartError(`${file} is a file, not a data folder; choose a folder with --data or KITABO_DATA.`),
    )
})

test.skipIf(process.platform !== 'linux')('refuses a folder that cannot be created', () => {
  expect(() => ensureFolder('/proc/kitabo/data')).toThrow(
    new StartError(
      'The data folder /proc/kitabo/data is not writable; choose a different one with --data, or grant this user write permission.',
    ),
  )
})
