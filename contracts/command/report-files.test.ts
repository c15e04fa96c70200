import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBaseline, updateBaseline } from './report-files.ts'

const entry = (endpoint: string) => ({
  ...{
    kind: 'accepted' as const,
    at: '2026-11-20',
    endpoint,
    path: '$',
    rule: 'type',
    reason: 'r',
    owner: 'Ada',
  },
  until: '2099-01-01',
})

test('processes that change a baseline at the same time lose no change', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'new/b.jsonl')
  const module = new URL('./report-files.ts', import.meta.url).href
  const script = (name: string) => `const { updateBaseline } = await import('${module}')
    for (let i = 0; i < 20; i++) updateBaseline('${file}', (b) =>
      ({ ...b, accepted: [...b.accepted, { ...${JSON.stringify(entry(name))}, path: '$.' + i }] }))`
  const processes = ['a', 'b', 'c', 'd'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '-e', script(name)], { stdio: 'inherit' }),
  )
  await Promise.all(processes.map((child) => once(child, 'exit')))
  expect(readBaseline(file).accepted).toHaveLength(80)
  expect(readdirSync(join(file, '..'))).toEqual(['b.jsonl'])
})

test('the lock of a killed process is ignored', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'b.jsonl')
  writeFileSync(`${file}.lock`, '')
  utimesSync(`${file}.lock`, 0, 0)
  updateBaseline(file, (baseline) => ({ ...baseline, accepted: [entry('a')] }))
  expect(readBaseline(file).accepted).toHaveLength(1)
})

test('the error for a missing baseline names the option that creates it', () => {
  expect(() => readBaseline('no.jsonl')).toThrow(
    'no.jsonl does not exist. Create it with --update-baseline 3',
  )
})
