import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readTextFile } from './text-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'text-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['fffe7b00', 'feff007b'])('a file that begins with the bytes %s is UTF-16', (bytes) => {
  const file = join(folder, 'utf16')
  writeFileSync(file, bytes, 'hex')
  expect(() => readTextFile(file)).toThrow(`${file} is UTF-16; save it as UTF-8.`)
})

test('a byte order mark of UTF-8 is not part of the text', () => {
  const file = join(folder, 'utf8')
  writeFileSync(file, '\ufeff{}')
  expect(readTextFile(file)).toBe('{}')
})
