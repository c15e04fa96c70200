/** The checks of the house, each a command that passes or fails. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './bootstrap.mjs'

const bin = (name, room = '.') => {
  const file = join(root, room, 'node_modules', '.bin', name)
  return process.platform === 'win32' && existsSync(`${file}.cmd`) ? `${file}.cmd` : file
}

/** Runs a command in the root; its output is shown when it fails. @returns whether it passed */
export function passes(title, command, args, options = {}) {
  const started = Date.now()
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  })
  const ok = status === 0
  say(`${ok ? 'ok    ' : 'FAILED'}  ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!ok) process.stdout.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  return ok
}

export const checks = [
  ...['contracts', 'fixtures', 'mock-server', 'mock-server/console', 'web', 'scripts'].map((room) => [
    `types of ${room}`,
    bin('tsc'),
    ['-p', room],
  ]),
  ['lint and format', bin('biome'), ['ci', '--colors=off', '.']],
  [
    'import arrows',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', 'contracts', 'fixtures', 'mock-server', 'web', 'scripts'],
  ],
  ['dead code', bin('knip'), ['--no-progress']],
  ['generated documents', process.execPath, [join(root, 'scripts', 'docs.mjs'), '--check']],
]

export { bin }
