import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { print } from '../command-line.ts'
import { root } from '../project.ts'
import { bin } from '../run-program.ts'
import { NPM_OFFLINE } from '../toolchain/fetch-node.mjs'

type Options = {
  env?: NodeJS.ProcessEnv
  folder?: string
  /** Whether npm downloads the command. The check is skipped if npm is offline. */
  isDownloaded?: boolean
  /** Also prints the output of a check that passes if it matches. */
  printIfOutput?: RegExp
}

/** Runs a command and prints its output if it fails. @returns whether it passed; null if it was skipped */
export async function runCheck(
  title: string,
  command: string,
  args: string[],
  { env = process.env, folder = '.', isDownloaded = false, printIfOutput }: Options = {},
): Promise<boolean | null> {
  const started = Date.now()
  const child = spawn(command, args, {
    cwd: join(root, folder),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const hasPassed = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  const output = Buffer.concat(chunks).toString()
  if (!hasPassed && isDownloaded && NPM_OFFLINE.test(output)) {
    print(`skipped ${title}: npm could not download it`)
    return null
  }
  print(`${hasPassed ? 'ok    ' : 'FAILED'}  ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!hasPassed || printIfOutput?.test(output)) process.stdout.write(output)
  return hasPassed
}

type Check = [title: string, program: string, args: string[], options?: Options]

/** Runs two checks at a time, because most of them use a single core. @returns the title and result of each check */
export async function runChecks(
  all: readonly Check[],
): Promise<[title: string, hasPassed: boolean | null][]> {
  const results: [title: string, hasPassed: boolean | null][] = []
  const queue = all.values()
  const work = async () => {
    for (const check of queue) results.push([check[0], await runCheck(...check)])
  }
  await Promise.all([work(), work()])
  return results
}

/** Declares a linter for contracts/openapi.json, which npm downloads for the run because it is large. */
const openApiLinter = (name: string, program: string, command: string[]): Check => [
  `OpenAPI by ${name}`,
  'npm',
  ['exec', '--yes', '--prefer-offline', `--package=${program}`, '--', ...command],
  {
    folder: 'contracts',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', npm_config_update_notifier: 'false' },
    isDownloaded: true,
  },
]

/** Lists the static checks, slowest first. */
export const listChecks = (): Check[] => [
  // One program for all code, because separate programs would check shared modules again. Unchanged files are skipped.
  ['types', bin('tsc'), ['-b', '.', 'web/service-worker']],
  [
    'import boundaries',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', 'contracts', 'fixtures', 'mock-server', 'web', 'scripts'],
  ],
  ['lint and format', bin('biome'), ['ci', '--colors=off', '.']],
  ['style sheets', bin('stylelint'), ['{web/src,mock-server/console}/**/*.scss']],
  ['supported browsers', process.execPath, [join(root, 'scripts', 'checks', 'browser-features.ts')]],
  ['dead code', bin('knip'), ['--no-progress']],
  ['generated documents', process.execPath, [join(root, 'scripts', 'docs.ts'), '--check']],
  ['workflows', process.execPath, [join(root, 'scripts', 'checks', 'lint-workflows.ts')]],
  openApiLinter('Redocly', '@redocly/cli@2.77.0', [
    'redocly',
    'lint',
    'openapi.json',
    '--config',
    'redocly.yaml',
  ]),
  openApiLinter('Spectral', '@stoplight/spectral-cli@6.16.3', [
    'spectral',
    'lint',
    'openapi.json',
    '--ruleset',
    'spectral.yaml',
    '--fail-severity',
    'hint',
  ]),
]
