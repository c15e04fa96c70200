import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Command } from 'commander'
import { createServer, type ViteDevServer } from 'vite'
import { formatUrlHost } from '../mock-server/src/http/url-host.ts'
import { DB_FILE } from '../mock-server/src/storage/db-file.ts'
import { checkFolder } from '../mock-server/src/storage/folder-lock.ts'
import { buildConsole } from './build/build.ts'
import { commandLine, portOf, print } from './command-line.ts'
import { root } from './project.ts'

const CATALOGUE = join(root, 'fixtures/catalogue') + sep
/** The emulator's sources. */
const SOURCES = [
  ...['mock-server/src', 'mock-server/browser', 'mock-server/assets', 'contracts/src', 'fixtures/src'].map(
    (name) => join(root, name) + sep,
  ),
  CATALOGUE,
]
/** Delay after a change, because a single save can cause several events. */
const DEBOUNCE_MS = 150

export function devCommand(): Command {
  return commandLine(
    'dev',
    'Serves the shop on http://localhost:5173 and the emulator on http://localhost:8081, with hot reload. The variable PORT changes the port of the shop, EMULATOR_PORT the port of the emulator. A change to the catalogue seeds a new database.',
  ).option('--fresh', 'seed a new database; the old one is renamed to .old')
}

async function dev({ fresh = false }: { fresh?: boolean }): Promise<void> {
  const dataFolder = process.env.KITABO_DATA || join(root, '.data')
  const host = process.env.HOST || '127.0.0.1'
  const shopPort = portOf('PORT', 5173)
  const origin = `http://${formatUrlHost(host)}:${portOf('EMULATOR_PORT', 8081)}`
  if (!fresh) checkFolder(dataFolder)
  process.env.KITABO_DATA = dataFolder
  process.env.KITABO_CONSOLE ??= buildConsole()
  process.env.EMULATOR_ORIGIN = origin
  process.env.KITABO_VITE_CACHE = join(dataFolder, 'vite')

  const { listening, restart } = startEmulator(fresh, join(dataFolder, DB_FILE))
  const creating = createServer({
    root: join(root, 'web'),
    // Does not write a copy of the configuration into node_modules.
    configLoader: 'native',
    // A build of the shop may be written meanwhile.
    server: { host, port: shopPort, strictPort: true, watch: { ignored: ['**/dist*/**'] } },
  })
  // Waits until the emulator listens, because it ends this process if it cannot start.
  const [vite] = await Promise.all([creating, listening])
  await vite.listen().catch((error: Error) => {
    process.stderr.write(`${error.message}. Choose a different one with PORT.\n`)
    process.exit(1)
  })
  vite.printUrls()
  print(`Shop with hot reload: http://localhost:${shopPort}/   Emulator: ${origin}/__emulator/`)
  restartOnChange(vite, restart)
}

/** Starts the emulator, which ends with this process. @returns how to wait until it listens, and to restart it */
function startEmulator(fresh: boolean, databaseFile: string) {
  const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href
  const spawnEmulator = (isFresh: boolean) =>
    spawn(
      process.execPath,
      [
        ...process.execArgv,
        '--import',
        endWithParent,
        'mock-server/src/main.ts',
        ...(isFresh ? ['--fresh'] : []),
      ],
      {
        cwd: root,
        env: { ...process.env, KITABO_HOME: 'development' },
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      },
    )
  let emulator = spawnEmulator(fresh)
  let hasBackup = fresh
  // An emulator that can't start, for example because its port is in use, has printed the reason. Later ones are
  // started again after a change.
  const end = (code: number | null) => process.exit(code ?? 1)
  emulator.once('exit', end)
  process.on('exit', () => emulator.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit())

  /** Restarts the emulator. Also starts one that has crashed. */
  async function restart(isFresh: boolean): Promise<void> {
    emulator.off('exit', end)
    if (emulator.exitCode === null && emulator.signalCode === null) {
      emulator.kill('SIGTERM')
      await once(emulator, 'exit')
    }
    // Only the first database is renamed, so that saving the catalogue does not fill the disk.
    if (isFresh && hasBackup)
      for (const suffix of ['', '-wal', '-shm']) rmSync(databaseFile + suffix, { force: true })
    hasBackup ||= isFresh
    print(`Restarting the emulator${isFresh ? ' with a new database' : ''} …`)
    emulator = spawnEmulator(isFresh)
  }
  return { listening: once(emulator, 'message'), restart }
}

function restartOnChange({ watcher }: ViteDevServer, restart: (isFresh: boolean) => Promise<void>): void {
  let isCatalogueChanged = false
  let timer: NodeJS.Timeout | undefined
  let restarted = Promise.resolve()
  watcher.add(SOURCES).on('all', (_, file) => {
    if (file.endsWith('.test.ts') || !SOURCES.some((folder) => file.startsWith(folder))) return
    isCatalogueChanged ||= file.startsWith(CATALOGUE)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const isFresh = isCatalogueChanged
      isCatalogueChanged = false
      restarted = restarted.then(() => restart(isFresh))
    }, DEBOUNCE_MS)
  })
}

if (process.argv[1] === import.meta.filename) await dev(devCommand().parse().opts())
