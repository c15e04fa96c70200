import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './build/build.ts'
import { commandLine, print, root } from './command.ts'

const CATALOGUE = 'fixtures/catalogue'
/** Watched folders. Folders are watched instead of files, because many editors save by renaming. */
const SOURCES = ['mock-server/src', 'mock-server/assets', 'contracts/src', 'fixtures/src', CATALOGUE]
/** Delay after a change, because a single save can cause several events. */
const DEBOUNCE_MS = 150

const { fresh = false } = commandLine(
  'dev',
  'Serves the shop and the emulator with hot reload on http://localhost:5173. HOST, PORT and EMULATOR_PORT change the addresses. A change to the catalogue seeds a new database.',
)
  .option('--fresh', 'seed a new database; the old one is renamed to .old')
  .parse()
  .opts()
process.env.KITABO_CONSOLE ??= buildConsole()
const host = process.env.HOST || '127.0.0.1'
const shopPort = process.env.PORT || '5173'
const emulatorPort = process.env.EMULATOR_PORT || '8081'
const data = process.env.KITABO_DATA || join(root, '.data')
const emulatorOrigin = `http://${host}:${emulatorPort}`
const node = [...process.execArgv, '--import', new URL('./end-with-parent.mjs', import.meta.url).href]
const startEmulator = (isFresh: boolean) =>
  spawn(
    process.execPath,
    [
      ...[...node, 'mock-server/src/main.ts', '--host', host, '--port', emulatorPort],
      ...(isFresh ? ['--fresh'] : []),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, KITABO_DATA: data } },
  )
let emulator = startEmulator(fresh)
let isStopping = false
watchSources(async (isCatalogue) => {
  if (emulator.exitCode === null && emulator.signalCode === null) {
    emulator.kill('SIGTERM')
    await once(emulator, 'exit')
  }
  if (isStopping) return
  print(`Restarting the emulator${isCatalogue ? ' with a new database' : ''} …`)
  emulator = startEmulator(isCatalogue)
})
// The native loader does not write a copy of the configuration into node_modules.
const vite = spawn(
  process.execPath,
  [
    ...node,
    'node_modules/vite/bin/vite.js',
    '--host',
    host,
    '--port',
    shopPort,
    '--strictPort',
    '--configLoader',
    'native',
  ],
  {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, EMULATOR_ORIGIN: emulatorOrigin, KITABO_VITE_CACHE: join(data, 'vite') },
  },
)
print(`Shop with hot reload: http://localhost:${shopPort}/   Emulator: ${emulatorOrigin}/__emulator/`)
const code = await untilStopped(vite)
isStopping = true
emulator.kill('SIGTERM')
vite.kill('SIGTERM')
process.exit(code)

/** Calls `restart` once per change, never concurrently. @param restart receives whether the catalogue has changed */
function watchSources(restart: (isCatalogue: boolean) => Promise<void>): void {
  let isCatalogue = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  for (const folder of SOURCES)
    watchFolder(join(root, folder), (file) => {
      if (file.endsWith('.test.ts')) return
      isCatalogue ||= folder === CATALOGUE
      clearTimeout(timer)
      timer = setTimeout(() => {
        const changed = isCatalogue
        isCatalogue = false
        running = running.then(() => restart(changed))
      }, DEBOUNCE_MS)
    })
}

/** Not a recursive watch, which on Linux loses track of a file that is replaced by a rename, as many editors save. */
function watchFolder(folder: string, onChange: (file: string) => void): void {
  const watched = new Set<string>()
  const addFolders = () => {
    const inner = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name))
    for (const each of [folder, ...inner].filter((path) => !watched.has(path))) {
      watched.add(each)
      watch(each, (_, file) => {
        try {
          addFolders()
        } catch {
          // A folder was removed in the meantime.
        }
        onChange(file ?? '')
      })
    }
  }
  addFolders()
}

/** Waits until Vite or this process ends. The next save restarts a crashed emulator. @returns the exit code */
function untilStopped(vite: ChildProcess): Promise<number> {
  return new Promise((stop) => {
    vite.on('exit', (code) => stop(code ?? 0))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  })
}
