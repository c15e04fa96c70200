import { delimiter, dirname } from 'node:path'
import type { Command } from './command.ts'
import { packageVersion } from './package-version.ts'
import { UserError } from './runtime.mjs'

/** Every command, in the order of the help. Each is loaded when it is asked for. */
const COMMANDS: Record<string, () => Promise<{ command: Command }>> = {
  start: () => import('./commands/start.ts'),
  test: () => import('./commands/test.ts'),
  dev: () => import('./commands/dev.ts'),
  emulator: () => import('./commands/emulator.ts'),
  check: () => import('./commands/check.ts'),
  unit: () => import('./commands/unit.ts'),
  contract: () => import('./commands/contract.ts'),
  impact: () => import('./commands/impact.ts'),
  docs: () => import('./commands/docs.ts'),
  fonts: () => import('./commands/fonts.ts'),
  build: () => import('./commands/build.ts'),
  preview: () => import('./commands/preview.ts'),
  prerender: () => import('./commands/prerender.ts'),
  screens: () => import('./commands/screens.ts'),
  kill: () => import('./commands/kill.ts'),
  packages: () => import('./commands/packages.ts'),
  'test:packages': () => import('./commands/test-packages.ts'),
  'release-notes': () => import('./commands/release-notes.ts'),
  'test:faults': () => import('./commands/test-faults.ts'),
  'test:browsers': () => import('./commands/test-browsers.ts'),
  fuzz: () => import('./commands/fuzz.ts'),
  soak: () => import('./commands/soak.ts'),
  'bench:emulator': () => import('./commands/bench-emulator.ts'),
  'bench:web': () => import('./commands/bench-web.ts'),
  'bench:search': () => import('./commands/bench-search.ts'),
  format: () => import('./commands/format.ts'),
}

/** Runs one command line: `start --port 9000`. Sets the exit code. Throws a UserError for one it does not know. */
export async function runCommand([name, ...rest]: string[]): Promise<void> {
  // Programs of node_modules/.bin find their Node on the path: the one that runs this.
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // npm passes its own separator through when it is written twice.
  const args = rest[0] === '--' ? rest.slice(1) : rest
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(await helpOfAll())
    return
  }
  if (name === '--version' || args.includes('--version')) {
    process.stdout.write(`kitabo ${packageVersion()}, Node ${process.versions.node}\n`)
    return
  }
  const load = COMMANDS[name]
  if (!load)
    throw new UserError(`There is no command "${name}"; there are ${Object.keys(COMMANDS).join(', ')}.`)
  const { command } = await load()
  const code = await command.start(name, args)
  if (code !== undefined) process.exit(code)
}

async function helpOfAll(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(
      async ([name, load]) => `  npm run ${name.padEnd(16)}${(await load()).command.summary}`,
    ),
  )
  return `Kitabo ${packageVersion()}\n\n${lines.join('\n')}\n\nEach takes -- --help and -- --version.\n`
}
