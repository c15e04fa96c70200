import { delimiter, dirname } from 'node:path'
import type { Command } from './command.ts'
import { packageVersion } from './docs/package-version.ts'
import { UserError } from './runtime.mjs'

type Loader = () => Promise<{ command: Command }>

/** Every command, in the order of the help. Each is loaded when it is run. */
const COMMANDS: Record<string, Loader> = {
  start: () => import('./commands/start.ts'),
  test: () => import('./commands/test.ts'),
  dev: () => import('./commands/dev.ts'),
  emulator: () => import('./commands/emulator.ts'),
  contract: () => import('./commands/contract.ts'),
  check: () => import('./commands/check.ts'),
  unit: () => import('./commands/unit.ts'),
  docs: () => import('./commands/docs.ts'),
  build: () => import('./commands/build.ts'),
  preview: () => import('./commands/preview.ts'),
  prerender: () => import('./commands/prerender.ts'),
  packages: () => import('./commands/packages.ts'),
  format: () => import('./commands/format.ts'),
}

/** What measures or stresses the product: `npm run lab -- NAME`. */
const LAB: Record<string, Loader> = {
  'bench:web': () => import('./lab/bench-web.ts'),
  'bench:emulator': () => import('./lab/bench-emulator.ts'),
  'bench:search': () => import('./lab/bench-search.ts'),
  soak: () => import('./lab/soak.ts'),
  kill: () => import('./lab/kill.ts'),
  fuzz: () => import('./lab/fuzz.ts'),
  faults: () => import('./lab/faults.ts'),
  browsers: () => import('./lab/browsers.ts'),
  packages: () => import('./commands/test-packages.ts'),
  impact: () => import('./lab/impact.ts'),
  screens: () => import('./lab/screens.ts'),
  fonts: () => import('./commands/fonts.ts'),
  'release-notes': () => import('./commands/release-notes.ts'),
}

/** Names of earlier releases, for one release. */
const FORMER_NAMES: Record<string, string> = {
  'test:faults': 'faults',
  'test:browsers': 'browsers',
  'test:packages': 'packages',
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
  if (name === 'lab') return runLab(args)
  const load = COMMANDS[name]
  if (!load) return runLab([FORMER_NAMES[name] ?? name, ...args], [...Object.keys(COMMANDS), 'lab'])
  await run(load, name, args)
}

/** @param names the names that a message lists when the first argument is unknown */
async function runLab([name, ...args]: string[], names = Object.keys(LAB)): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(`${await helpOf('lab -- ', LAB)}\n`)
    return
  }
  const load = LAB[name]
  if (!load) throw new UserError(`There is no command "${name}"; there are ${names.join(', ')}.`)
  await run(load, `lab -- ${name}`, args)
}

async function run(load: Loader, name: string, args: string[]): Promise<void> {
  const { command } = await load()
  const code = await command.start(name, args)
  if (code !== undefined) process.exit(code)
}

async function helpOf(prefix: string, commands: Record<string, Loader>): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(
      async ([name, load]) => `  npm run ${(prefix + name).padEnd(22)}${(await load()).command.summary}`,
    ),
  )
  return lines.join('\n')
}

async function helpOfAll(): Promise<string> {
  const lab = `  npm run ${'lab -- NAME'.padEnd(22)}Benchmarks and stress tests; npm run lab lists them.`
  return `Kitabo ${packageVersion()}\n\n${await helpOf('', COMMANDS)}\n${lab}\n\nEach takes -- --help and -- --version.\n`
}
