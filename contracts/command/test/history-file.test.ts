import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Run } from '../../harness/memory/records.ts'
import { UsageError } from '../../src/command-line.ts'
import { MAX_BYTES, readHistory, recordHistory } from '../history-file.ts'

let folder: string
let history: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'))
  history = join(folder, 'history.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(day: number): Run {
  const at = `2026-11-${String(day).padStart(2, '0')}T04:17:00.000Z`
  return {
    kind: 'run',
    at,
    target: 'https://host.example',
    host: 'provider',
    exitCode: 0,
    outcome: 'kept',
    endpoints: [],
  }
}

const daysOf = ({ memory }: ReturnType<typeof readHistory>) =>
  memory.runs.map(({ at }) => Number(at.slice(8, 10)))

test('a run appends one line', () => {
  recordHistory([run(1)], history)
  recordHistory([run(2)], history)
  expect(readFileSync(history, 'utf8').split('\n')).toHaveLength(3)
  expect(readHistory(history)).toMatchObject({ memory: { runs: [run(1), run(2)] }, unreadable: 0 })
})

test('an incomplete line from a killed process does not affect other lines', () => {
  recordHistory([run(1)], history)
  appendFileSync(history, JSON.stringify(run(2)).slice(0, 40))
  recordHistory([run(3)], history)
  expect(daysOf(readHistory(history))).toEqual([1, 3])
  expect(readHistory(history).unreadable).toBe(1)
})

test('rotates a full file, reads rotated files first, and deletes the oldest', () => {
  for (let day = 1; day <= 6; day++) {
    writeFileSync(history, `${JSON.stringify(run(day))}\n${' '.repeat(MAX_BYTES)}\n`)
    recordHistory([run(day + 10)], history)
  }
  const files = readdirSync(folder)
  expect(files).toHaveLength(4)
  expect(readFileSync(history, 'utf8')).toBe(`${JSON.stringify(run(16))}\n`)
  expect(daysOf(readHistory(history))).toEqual([4, 5, 6, 16])
})

test('loses no lines if concurrent runs rotate the file', { timeout: 30_000 }, async () => {
  const module = new URL('../history-file.ts', import.meta.url).href
  const script = `import { recordHistory } from '${module}'
    const outcome = 'x'.repeat(40_000)
    for (let n = 0; n < 40; n++) recordHistory([{ ...${JSON.stringify(run(1))}, outcome }], ${JSON.stringify(history)})`
  const writers = [1, 2].map(
    () =>
      new Promise((done) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
        child.on('close', done)
      }),
  )
  expect(await Promise.all(writers)).toEqual([0, 0])
  expect(readdirSync(folder).length).toBeGreaterThan(1)
  const { memory, unreadable } = readHistory(history)
  expect([memory.runs.length, unreadable]).toEqual([80, 0])
})

test('writes nothing with --history none', () => {
  recordHistory([run(1)], null)
  expect(readdirSync(folder)).toEqual([])
  expect(() => readHistory(history)).toThrow(UsageError)
})

test('warns if the history cannot be written, without failing the run', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  recordHistory([run(1)], join(folder, 'a\0b'))
  writeFileSync(history, '')
  recordHistory([run(1)], join(history, 'below-a-file.jsonl'))
  expect(said.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/^The history cannot be written to .* \(ERR_INVALID_ARG_VALUE\)\.\n$/),
    expect.stringMatching(/^The history cannot be written to .* \(EEXIST\)\.\n$/),
  ])
  said.mockRestore()
})
