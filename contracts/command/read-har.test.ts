import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readHars } from './read-har.ts'

const folder = mkdtempSync(join(tmpdir(), 'har-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** Returns a recording as Playwright writes it with `content: 'attach'`. */
const harWith = (file: string) =>
  JSON.stringify({
    log: {
      entries: [
        { request: { postData: { _file: 'sent.json' } }, response: { content: { size: -1, _file: file } } },
      ],
    },
  })
const readBodies = (file: string) =>
  readHars(file).map(({ log }) => {
    const { request, response } = log.entries[0] as Record<string, Record<string, { text?: string }>>
    const text = response?.content?.text
    return [request?.postData?.text, text && Buffer.from(text, 'base64').toString()]
  })

test('reads bodies in files next to the recording, and in no other folder', () => {
  write('secret.json', '{}')
  mkdirSync(join(folder, 'inner'))
  write('inner/sent.json', '{"a":1}')
  write('inner/b.json', '[1]')
  expect(readBodies(write('inner/a.har', harWith('b.json')))).toEqual([['{"a":1}', '[1]']])
  for (const name of ['missing.json', '../secret.json', join(folder, 'secret.json')])
    expect(readBodies(write('inner/a.har', harWith(name)))).toEqual([['{"a":1}', undefined]])
})

test('reads all recordings in a ZIP archive, whatever its name is', () => {
  const zip = zipSync({
    'har.har': strToU8(harWith('b.json')),
    'b.json': strToU8('[1]'),
    'sent.json': strToU8('{"a":1}'),
    'other/two.har': strToU8(harWith('c.json')),
    'other/c.json': strToU8('[2]'),
  })
  for (const name of ['a.har.zip', 'a.har'])
    expect(readBodies(write(name, zip))).toEqual([
      ['{"a":1}', '[1]'],
      [undefined, '[2]'],
    ])
})

test('explains an archive that is damaged or contains no recording', () => {
  expect(() => readHars(write('empty.zip', zipSync({ 'a.txt': strToU8('a') })))).toThrow(
    'empty.zip contains no .har file.',
  )
  expect(() => readHars(write('cut.zip', 'PK\u0003\u0004'))).toThrow(/cut.zip is not a readable ZIP archive/)
})
