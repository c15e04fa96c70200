import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { slopeOf } from './soak.ts'

const root = resolve(import.meta.dirname, '../..')

function soak(...args: string[]) {
  return spawnSync(process.execPath, [...process.execArgv, 'scripts/run.mjs', 'soak', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
}

test('ten seconds of shopping produce no wrong response', () => {
  const { status, stdout, stderr } = soak('--minutes', '0.17')
  expect(stderr).toBe('')
  expect(stdout).toMatch(
    /\d+ s at 64 connections: \d{3,} responses, \d+\/s, 0 errors, p99 \d+ ms\n {2}including .*\d+ orders/,
  )
  expect(stdout).toMatch(/\d+ worlds/)
  expect(stdout).toMatch(/memory: \d+ MB after the first third, \d+ MB at the end/)
  expect(status).toBe(0)
})

test('rejects an invalid duration', () => {
  const { status, stderr } = soak('--minutes', 'ten')
  expect([status, stderr.trim()]).toEqual([
    1,
    '--minutes must be a number above 0, up to a day, found "ten".',
  ])
})

test('measures growth as the slope of noisy samples', () => {
  const samples = Array.from({ length: 100 }, (_, n) => ({
    minutes: n / 10,
    megabytes: 100 + (3 * n) / 10 + (n % 2 === 0 ? 4 : -4),
  }))
  expect(slopeOf(samples)).toBeCloseTo(3, 1)
})
