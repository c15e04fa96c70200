import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../project.ts'
import { NPM_OFFLINE } from './fetch-node.mjs'

const PROGRAM = join('node_modules', 'pnpm', 'bin', 'pnpm.mjs')

/** Creates a folder with the toolchain of this checkout. @returns it, and where pnpm is installed in it */
function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-toolchain-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'scripts', 'toolchain'), join(folder, 'scripts', 'toolchain'), { recursive: true })
  const lock = readFileSync(join(folder, 'scripts', 'toolchain', 'pnpm', 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  return { folder, runtime: join(folder, '.data', 'runtime'), name: `pnpm-${hash}` }
}

function fetchPnpm(folder: string, env: Record<string, string> = {}) {
  const module = join(folder, 'scripts', 'toolchain', 'fetch-node.mjs')
  const source = `import { fetchTool } from ${JSON.stringify(module)}
    await fetchTool(${JSON.stringify(folder)}, 'pnpm', ${JSON.stringify(PROGRAM)}, '')`
  const options = { encoding: 'utf8', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, ['--input-type=module', '--eval', source], options)
}

test('a truncated program is fetched again, whatever the settings of npm, and abandoned drafts are removed', ({
  skip,
}) => {
  const { folder, runtime, name } = checkout()
  const program = join(runtime, name, PROGRAM)
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, 'const truncated = {')
  // No process has this id: it is above Linux's highest.
  for (const draft of ['-99999999-ab12CD', '-ab12CD']) mkdirSync(join(runtime, name + draft))
  const settings = { omit: 'optional', dry_run: 'true', global: 'true', workspaces: 'true', os: 'win32' }
  const env = Object.fromEntries(Object.entries(settings).map(([key, value]) => [`npm_config_${key}`, value]))
  const { status, stderr } = fetchPnpm(folder, env)
  skip(status !== 0 && NPM_OFFLINE.test(stderr), 'npm could not download pnpm')
  // On a busy machine, stderr has messages that the download takes long.
  expect(status, stderr).toBe(0)
  expect(readdirSync(runtime)).toEqual([name])
  expect(spawnSync(process.execPath, [program, '--version']).status).toBe(0)
})

test('a start that is offline ends with the reason', () => {
  const { folder, runtime } = checkout()
  const { status, stderr } = fetchPnpm(folder, {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: join(folder, 'cache'),
  })
  expect(status).not.toBe(0)
  expect(stderr).toMatch(
    /ECONNREFUSED[\s\S]*npm could not download pnpm\. Connect to the internet and try again\./,
  )
  expect(readdirSync(runtime)).toEqual([])
})
