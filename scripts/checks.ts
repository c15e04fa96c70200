/** The static checks, each a program that passes or fails. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { print, root } from './bootstrap.ts'
import { bin } from './run-program.ts'

/** Runs a command in the root; its output is shown when it fails. @returns whether it passed */
export function passes(
  title: string,
  command: string,
  args: string[],
  options: SpawnSyncOptions = {},
): boolean {
  const started = Date.now()
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  })
  const ok = status === 0
  print(`${ok ? 'ok    ' : 'FAILED'}  ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!ok) process.stdout.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  return ok
}

/** Title, program and arguments of each. */
export const checks = (): [title: string, program: string, args: string[]][] => [
  ...[
    'contracts',
    'fixtures',
    'mock-server',
    'mock-server/browser',
    'mock-server/console',
    'web',
    'web/service-worker',
    'scripts',
  ].map((room): [string, string, string[]] => [`types of ${room}`, bin('tsc'), ['-p', room]]),
  ['lint and format', bin('biome'), ['ci', '--colors=off', '.']],
  [
    'import arrows',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', 'contracts', 'fixtures', 'mock-server', 'web', 'scripts'],
  ],
  ['dead code', bin('knip'), ['--no-progress']],
  ['generated documents', process.execPath, [join(root, 'scripts', 'run.mjs'), 'docs', '--check']],
]
