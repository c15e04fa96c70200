import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countEndToEnd, countUnit } from './count-tests.ts'

const root = resolve(import.meta.dirname, '../..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'count-tests-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a real test runner with a test that passes, one that passes on retry and one that fails. Returns its report. */
function reportOf(command: string, args: string[], file: string, source: string) {
  const report = join(folder, `${file}.json`)
  writeFileSync(join(folder, file), source)
  // Removes the variables of the test runner that runs this test.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const env = { ...Object.fromEntries(own), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { status } = spawnSync(command, args, { cwd: folder, env })
  expect(status).toBe(1)
  return JSON.parse(readFileSync(report, 'utf8'))
}

const CASES = `
let tries = 0
test.describe('a list', () => {
  test('passes', () => {})
  test('passes on retry', () => { if (FIRST) throw new Error('too early') })
  test('fails', () => { throw new Error('no') })
})`

test('counts a unit test that passed on retry separately, and lists flaky and failed tests', () => {
  const args = ['run', '--globals', '--retry=1', '--reporter=json', '--outputFile=late.test.mjs.json']
  const source = CASES.replace('test.describe', 'describe').replace('FIRST', 'tries++ === 0')
  const report = reportOf(join(root, 'node_modules/.bin/vitest'), args, 'late.test.mjs', source)
  expect(countUnit(report)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['a list fails'],
    flaky: ['a list passes on retry'],
  })
})

test('counts an end-to-end test that passed on retry separately, and lists flaky and failed tests', () => {
  const playwright = join(root, 'web/node_modules/@playwright/test/index.mjs')
  const source = CASES.replace('() => { if (FIRST)', '({}, info) => { if (info.retry === 0)')
  const report = reportOf(
    join(root, 'web/node_modules/.bin/playwright'),
    ['test', 'late.spec', '--retries=1', '--reporter=json'],
    'late.spec.mjs',
    `import { test } from ${JSON.stringify(playwright)}\n${source}`,
  )
  expect(countEndToEnd(report)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['late.spec.mjs a list fails'],
    flaky: ['late.spec.mjs a list passes on retry'],
  })
})
