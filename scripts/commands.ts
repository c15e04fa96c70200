import { delimiter, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitSoon, guardProcess, stackOf, useProxyFromEnvironment } from '../contracts/src/command-line.ts'
import { printable } from '../contracts/src/printable.ts'
import { bootstrap, print, root, runProgram } from './bootstrap.ts'
import { type Command, defineCommand, forwardCommand, packageVersion } from './command.ts'
import { UserError } from './runtime.mjs'

type Entry = Command | (() => Promise<{ command: Command }>)

/** All commands, in the order of the help text. Commands in separate files are loaded on demand. */
const COMMANDS: Record<string, Entry> = {
  start: serve('Installs, builds, seeds and serves the shop and the emulator from one process.', true),
  test: () => import('./commands/test.ts'),
  dev: () => import('./commands/dev.ts'),
  emulator: serve('Serves the emulator without the shop.', false),
  contract: forwardCommand({
    summary: 'Validates the embedded emulator, or a live host with --target URL, against the contracts.',
    run: async (args) => {
      // Not 1, which would mean that the host has drifted. The same as EXIT.internal, which cannot be imported before
      // the packages are installed.
      const internalError = 7
      guardProcess(internalError)
      try {
        await bootstrap()
        // npm and pnpm run scripts in the root, but file arguments are relative to INIT_CWD.
        const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
        if (script && caller) process.chdir(caller)
        useProxyFromEnvironment()
        const { main } = await import('../contracts/command/main.ts')
        return await main(args)
      } catch (error) {
        process.stderr.write(error instanceof UserError ? `\n${printable(error.message)}\n` : stackOf(error))
        return internalError
      }
    },
  }),
  check: defineCommand({
    summary: 'Checks types, lint, import boundaries, dead code and generated documents.',
    options: {},
    run: async () => {
      await bootstrap()
      const { checks, runChecks } = await import('./checks/checks.ts')
      const results = await runChecks(checks())
      return results.every(([, ok]) => ok) ? 0 : 1
    },
  }),
  unit: forwardCommand({
    summary: 'Runs unit tests and contract cases. Accepts the options of vitest, such as --project web.',
    run: async (args) => {
      await bootstrap()
      return runProgram('vitest', ['run', ...args])
    },
  }),
  e2e: () => import('./commands/e2e.ts'),
  docs: defineCommand({
    summary: 'Writes the generated documents: the OpenAPI 3.1 document and the table in docs/search.md.',
    options: {
      check: { summary: 'only check whether they are up to date; the exit code is 1 if they are not' },
    },
    run: async ({ check = false }) => {
      await bootstrap()
      const { writeDocs } = await import('./docs/documents.ts')
      return writeDocs(check)
    },
  }),
  build: () => import('./commands/build.ts'),
  preview: () => import('./build/preview-server.ts'),
  packages: defineCommand({
    summary: 'Writes the npm packages @kitabo/emulator and @kitabo/contract into .data/packages.',
    options: { sbom: { summary: 'also write a CycloneDX SBOM for each package (requires network access)' } },
    run: async ({ sbom = false }) => {
      await bootstrap()
      const { makePackages, writeSbom } = await import('./packages/make-packages.ts')
      const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
      for (const made of await makePackages(join(root, '.data', 'packages'))) {
        const { name, tarball, size, unpacked, files } = made
        const about = `${kilobytes(size)} packed, ${kilobytes(unpacked)} unpacked, ${files} files`
        print(`${name.padEnd(18)} ${about}: ${relative(process.cwd(), tarball)}`)
        if (sbom) print(`${''.padEnd(18)} SBOM: ${relative(process.cwd(), writeSbom(made))}`)
      }
      return 0
    },
  }),
  format: forwardCommand({
    summary: 'Formats the code and applies safe lint fixes. Accepts the options of biome check.',
    run: async (args) => {
      await bootstrap()
      return runProgram('biome', ['check', '--write', ...args, ...(args.length === 0 ? ['.'] : [])])
    },
  }),
}

/** Measurements and stress tests: `npm run lab -- NAME`. Packages are installed before a command is loaded. */
const LAB: Record<string, Entry> = {
  'bench:web': () => import('./lab/bench-web.ts'),
  bench: () => import('./lab/bench.ts'),
  kill: () => import('./lab/kill.ts'),
  browsers: () => import('./lab/browsers.ts'),
  packages: forwardCommand({
    summary:
      'Installs the packages into empty folders with npm, and tests them with real clients. Accepts the options of vitest.',
    run: async (args) => {
      if (args.includes('--help') || args.includes('-h')) return runProgram('vitest', ['run', '--help'])
      const { buildConsole } = await import('./build/build.ts')
      const { chromium } = await import('./checks/programs.ts')
      buildConsole()
      process.env.CHROMIUM_PATH = await chromium()
      return runProgram('vitest', ['run', '--config=scripts/packages/vitest.config.ts', ...args])
    },
  }),
  images: () => import('./lab/images.ts'),
  impact: () => import('./lab/impact.ts'),
  screens: () => import('./lab/screens.ts'),
  fonts: defineCommand({
    summary: 'Writes the font subsets for the first load to web/src/theme/fonts.',
    options: {},
    run: async () => {
      const { writeFonts } = await import('./build/fonts.ts')
      return writeFonts()
    },
  }),
  'release-notes': () => import('./commands/release-notes.ts'),
}

/** Defines a command that serves the emulator from this process. Accepts the emulator's options. */
function serve(summary: string, withShop: boolean): Command {
  return forwardCommand({
    summary,
    run: async (args) => {
      await bootstrap()
      // Validates options before anything is built, so that an invalid option fails immediately.
      const { helpText, readSettings } = await import('../mock-server/src/settings.ts')
      try {
        if (readSettings(args, process.env) === 'help') {
          process.stdout.write(`${helpText()}\n`)
          return 0
        }
      } catch (error) {
        throw new UserError((error as Error).message)
      }
      const { buildConsole, buildEmulator, buildShop } = await import('./build/build.ts')
      if (withShop) process.env.KITABO_SHOP ??= buildShop()
      process.env.KITABO_CONSOLE ??= buildConsole()
      process.env.KITABO_DATA ??= join(root, '.data')
      const file = await buildEmulator()
      // The emulator parses its own command line.
      process.argv = [process.execPath, file, ...args]
      await import(pathToFileURL(file).href)
      return undefined
    },
  })
}

/** Runs a command line such as `start --port 9000` and sets the exit code. Throws UserError for an unknown command. */
export async function runCommand([name, ...rest]: string[]): Promise<void> {
  // Programs in node_modules/.bin run with the first Node on the path.
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  // npm forwards a second `--`.
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
  const entry = COMMANDS[name]
  if (!entry) return runLab([name, ...args], [...Object.keys(COMMANDS), 'lab'])
  await run(entry, name, args)
}

/** @param names names listed in the error message for an unknown command */
async function runLab([name, ...args]: string[], names = Object.keys(LAB)): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(`${await helpOf('lab -- ', LAB)}\n`)
    return
  }
  const entry = LAB[name]
  if (!entry) throw new UserError(`Unknown command "${name}". Available commands: ${names.join(', ')}.`)
  await run(entry, `lab -- ${name}`, args)
}

/** Returns a command. Installs the packages before a file is loaded, because its imports may need them. */
async function load(entry: Entry): Promise<Command> {
  if (typeof entry !== 'function') return entry
  // CI prints the release notes without installing anything.
  if (entry !== LAB['release-notes']) await bootstrap()
  return (await entry()).command
}

async function run(entry: Entry, name: string, args: string[]): Promise<void> {
  const code = await (await load(entry)).start(name, args)
  if (code !== undefined) exitSoon(code)
}

async function helpOf(prefix: string, commands: Record<string, Entry>): Promise<string> {
  const lines: string[] = []
  for (const [name, entry] of Object.entries(commands))
    lines.push(`  npm run ${(prefix + name).padEnd(22)}${(await load(entry)).summary}`)
  return lines.join('\n')
}

async function helpOfAll(): Promise<string> {
  const lab = `  npm run ${'lab -- NAME'.padEnd(22)}Runs a benchmark or stress test; npm run lab lists them.`
  return `Kitabo ${packageVersion()}\n\n${await helpOf('', COMMANDS)}\n${lab}\n\nEvery command accepts -- --help and -- --version.\n`
}
