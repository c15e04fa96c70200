/** The static checks, each a program that passes or fails. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { bin } from '../run-program.ts'

/** Runs a command in the root; its output is shown when it fails. @returns whether it passed */
export async function passes(
  title: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const started = Date.now()
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const ok = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  print(`${ok ? 'ok    ' : 'FAILED'}  ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!ok) process.stdout.write(Buffer.concat(output))
  return ok
}

type Check = [title: string, program: string, args: string[]]

/** Runs checks two at a time: most use one processor. @returns the title of each, and whether it passed */
export async function runChecks(all: readonly Check[]): Promise<[title: string, ok: boolean][]> {
  const results: [title: string, ok: boolean][] = []
  const queue = all.values()
  const work = async () => {
    for (const [title, program, args] of queue) results.push([title, await passes(title, program, args)])
  }
  await Promise.all([work(), work()])
  return results
}

/** The static checks, the longest first. */
export const checks = (): Check[] => [
  [
    'import arrows',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', 'contracts', 'fixtures', 'mock-server', 'web', 'scripts'],
  ],
  ...[
    'contracts',
    'fixtures',
    'mock-server',
    'mock-server/browser',
    'mock-server/console',
    'web',
    'web/service-worker',
    'scripts',
  ].map((room): Check => [`types of ${room}`, bin('tsc'), ['-p', room]]),
  ['lint and format', bin('biome'), ['ci', '--colors=off', '.']],
  ['dead code', bin('knip'), ['--no-progress']],
  ['generated documents', process.execPath, [join(root, 'scripts', 'run.mjs'), 'docs', '--check']],
]
