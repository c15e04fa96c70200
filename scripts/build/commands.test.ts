import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let out: string
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'kitabo-out-'))
})
afterEach(() => rmSync(out, { recursive: true }))

function run(name: string, ...args: string[]) {
  return spawnSync(
    process.execPath,
    [...process.execArgv, 'scripts/run.mjs', `scripts/${name}.ts`, ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, VITE_API_HOST: '' },
    },
  )
}

test('does not replace a folder that is not a build of the shop', () => {
  mkdirSync(join(out, 'public'))
  const file = join(out, 'public', 'thesis.txt')
  writeFileSync(file, 'mine')
  const { status, stderr } = run('build', '--out', out)
  expect(status).toBe(1)
  expect(stderr.trim()).toBe(
    `${join(out, 'public')} is not a build of the shop. Choose a different folder with --out.`,
  )
  expect(existsSync(file)).toBe(true)
})

test('explains which command to run before a preview', () => {
  const { status, stderr } = run('preview', '--out', out)
  expect(status).toBe(1)
  expect(stderr.trim()).toBe(`${join(out, 'public')} does not contain a built shop. Run npm run build first.`)
})
