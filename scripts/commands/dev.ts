import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, print, root } from '../bootstrap.ts'
import { buildConsole } from '../build-console.ts'
import { defineCommand } from '../command.ts'
import { bin } from '../run-program.ts'

export const command = defineCommand({
  summary:
    'The shop and the emulator with hot reload, on http://localhost:5173. HOST, PORT and EMULATOR_PORT change that.',
  options: {},
  run: async () => {
    await bootstrap()
    process.env.KITABO_CONSOLE ??= buildConsole()
    const host = process.env.HOST || '127.0.0.1'
    const shopPort = process.env.PORT || '5173'
    const emulatorPort = process.env.EMULATOR_PORT || '8081'
    const emulatorOrigin = `http://${host}:${emulatorPort}`
    const children = [
      spawn(
        process.execPath,
        [
          ...process.execArgv,
          ...['--watch', '--watch-preserve-output', 'mock-server/src/main.ts'],
          ...['--host', host, '--port', emulatorPort],
        ],
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
    print(`Shop with hot reload: http://localhost:${shopPort}/   Emulator: ${emulatorOrigin}/__emulator/`)
    return endTogether(children)
  },
})

/** When one of them ends, or this process is asked to, all end. @returns the exit code */
function endTogether(children: ChildProcess[]): Promise<number> {
  return new Promise((ended) => {
    const stop = (code: number) => {
      for (const child of children) child.kill('SIGTERM')
      ended(code)
    }
    for (const child of children) child.on('exit', (code) => stop(code ?? 0))
    process.on('SIGINT', () => stop(0))
    process.on('SIGTERM', () => stop(0))
  })
}
