import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EMPTY_BASELINE } from '../harness/report/baseline.ts'
import { readBaseline, updateBaseline } from './baseline-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'baseline-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const entryOf = (endpoint: string) => ({
  kind: 'accepted' as const,
  at: '2026-11-20',
  endpoint,
  path: '$',
  rule: 'type',
  reason: 'r',
  owner: 'Ada',
  until: '2099-01-01',
})

test('processes that change a baseline at the same time lose no change', async () => {
  const file = join(folder, 'new/b.jsonl')
  const module = new URL('./baseline-file.ts', import.meta.url).href
  const script = (name: string) => `const { updateBaseline } = await import('${module}')
    for (let i = 0; i < 20; i++) updateBaseline('${file}', (b) =>
      ({ ...b, accepted: [...b.accepted, { ...${JSON.stringify(entryOf(name))}, path: '$.' + i }] }))`
  const processes = ['a', 'b', 'c', 'd'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', script(name)], { stdio: 'inherit' }),
  )
  await Promise.all(processes.map((child) => once(child, 'exit')))
  expect(readBaseline(file).accepted).toHaveLength(80)
  expect(readdirSync(join(file, '..'))).toEqual(['b.jsonl'])
})

test('a baseline behind symbolic links stays there, with its mode and owner', () => {
  const [file, first, second] = ['real/b.jsonl', 'first.jsonl', 'second.jsonl'].map((name) =>
    join(folder, name),
  )
  if (!file || !first || !second) throw new Error('no file')
  mkdirSync(join(folder, 'real'))
  symlinkSync('real/b.jsonl', first)
  symlinkSync(first, second)
  // A link to a missing file creates that file.
  updateBaseline(second, (baseline) => ({ ...baseline, accepted: [entryOf('a')] }))
  chmodSync(file, 0o640)
  if (process.getuid?.() === 0) chownSync(file, 65_534, 65_534)
  const { mode, uid, gid } = statSync(file)
  updateBaseline(second, (baseline) => ({ ...baseline, accepted: [...baseline.accepted, entryOf('b')] }))
  expect(readBaseline(file).accepted).toHaveLength(2)
  expect(statSync(file)).toMatchObject({ mode, uid, gid })
  expect([first, second].map((link) => lstatSync(link).isSymbolicLink())).toEqual([true, true])
  expect(readdirSync(join(folder, 'real'))).toEqual(['b.jsonl'])
})

test.each([
  ['long ago', 0],
  ['in the future', Date.now() / 1000 + 3600],
])('the lock of a process that was killed %s is ignored', (when, seconds) => {
  const file = join(folder, `locked ${when}.jsonl`)
  writeFileSync(`${file}.lock`, '')
  utimesSync(`${file}.lock`, seconds, seconds)
  updateBaseline(file, (baseline) => ({ ...baseline, accepted: [entryOf('a')] }))
  expect(readBaseline(file).accepted).toHaveLength(1)
})

test('the error for a missing baseline names the option that creates it', () => {
  expect(() => readBaseline('no.jsonl')).toThrow(
    'no.jsonl does not exist. Create it with --update-baseline 3',
  )
})

test('a missing baseline is empty if the command creates it, or if none is named', () => {
  expect(readBaseline('no.jsonl', true)).toEqual({ accepted: [], profiles: {} })
  expect(readBaseline(undefined)).toEqual({ accepted: [], profiles: {} })
})

test('a change that fails leaves the baseline, no draft and no lock', () => {
  const file = join(folder, 'kept', 'b.jsonl')
  updateBaseline(file, (baseline) => ({ ...baseline, accepted: [entryOf('a')] }))
  expect(() =>
    updateBaseline(file, () => {
      throw new Error('refused')
    }),
  ).toThrow('refused')
  expect(readBaseline(file).accepted).toHaveLength(1)
  expect(readdirSync(join(folder, 'kept'))).toEqual(['b.jsonl'])
})

test('a baseline that cannot be replaced is named in the error, and no draft is left', () => {
  const file = join(folder, 'replaced', 'b.jsonl')
  const change = () => {
    mkdirSync(file)
    return EMPTY_BASELINE
  }
  expect(() => updateBaseline(file, change)).toThrow(
    /b\.jsonl cannot be written \((it is a folder|EPERM|EEXIST)\)\.$/,
  )
  expect(readdirSync(join(folder, 'replaced'))).toEqual(['b.jsonl'])
})

test('a baseline in a folder that is a file cannot be written', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => updateBaseline(join(file, 'b.jsonl'), (baseline) => baseline)).toThrow(
    /b\.jsonl cannot be written \((ENOTDIR|EEXIST)\)\.$/,
  )
})
