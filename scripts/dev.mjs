/** `pnpm dev`: shop and emulator with hot reload together, on one origin. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, fail, root, say } from './bootstrap.mjs'
import { buildConsole } from './build-console.mjs'
import { bin } from './steps.mjs'

try {
  await bootstrap()
  process.env.KITABO_CONSOLE ??= buildConsole()
} catch (error) {
  fail(error)
}

const host = process.env.HOST || '127.0.0.1'
const shopPort = process.env.PORT || '5173'
const emulatorPort = process.env.EMULATOR_PORT || '8081'
const emulatorOrigin = `http://${host}:${emulatorPort}`
const children = [
  spawn(
    bin('tsx'),
    ['watch', '--clear-screen=false', 'mock-server/src/main.ts', '--host', host, '--port', emulatorPort],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, KITABO_DATA: process.env.KITABO_DATA || join(root, '.data') },
    },
  ),
  spawn(bin('vite', 'web'), ['--host', host, '--port', shopPort, '--strictPort'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, EMULATOR_ORIGIN: emulatorOrigin },
  }),
]
say(`Shop with hot reload: http://localhost:${shopPort}/   Emulator: ${emulatorOrigin}/__emulator/`)

let stopping = false
function stop(code) {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
for (const child of children) child.on('exit', (code) => stop(code ?? 0))
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
