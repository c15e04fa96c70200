import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../../web/driver/free-port.ts'

const root = resolve(import.meta.dirname, '../..')
const folders: string[] = []
let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-start-'))
  folders.push(folder)
  return folder
}

test('npm start rejects an invalid option before it builds anything', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, 'scripts/run.mjs', 'scripts/start.ts', '--without-shop', '--prot', '8080'],
    { cwd: root, encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trim()).toEqual("Unknown option '--prot'; --help lists the options.")
})

function isTaken(port: number): Promise<boolean> {
  return new Promise((known) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      known(true)
    })
    socket.once('error', () => known(false))
  })
}

/** Starts a program and returns the ports in its output, in the order of the patterns. */
async function startedPorts(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  patterns: readonly RegExp[],
): Promise<{ started: ChildProcess; ports: number[] }> {
  const started = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child = started
  const ports = await new Promise<number[]>((up) => {
    let output = ''
    started.stdout.on('data', (chunk) => {
      output += chunk
      const found = patterns.map((pattern) => Number(pattern.exec(output)?.[1] ?? 0))
      if (found.every(Boolean)) up(found)
    })
  })
  for (const port of ports) await expect.poll(() => isTaken(port)).toBe(true)
  return { started, ports }
}

async function endsWith(signal: NodeJS.Signals, started: ChildProcess, ports: readonly number[]) {
  const ended = new Promise((done) => started.on('exit', done))
  started.kill(signal)
  await ended
  for (const port of ports) await expect.poll(() => isTaken(port), { timeout: 5000 }).toBe(false)
}

test.each(['SIGHUP', 'SIGKILL'] as const)('npm start releases its port after %s', async (signal) => {
  const pages = temporaryFolder()
  cpSync(join(root, 'web', 'index.html'), join(pages, 'index.html'))
  // Uses a folder with a single page instead of both builds.
  const env = { KITABO_SHOP: pages, KITABO_CONSOLE: pages }
  const args = ['start', '--', '--port', '0', '--memory', '--products', '20']
  const { started, ports } = await startedPorts('npm', args, env, [
    /Kitabo is open\s+http:\/\/localhost:(\d+)/,
  ])
  await endsWith(signal, started, ports)
})

test('npm run dev releases both ports after SIGKILL', async () => {
  const folder = temporaryFolder()
  cpSync(join(root, 'web', 'index.html'), join(folder, 'index.html'))
  const env = {
    KITABO_CONSOLE: folder,
    KITABO_DATA: folder,
    PORT: String(await freePort()),
    EMULATOR_PORT: String(await freePort()),
    // With CI set, Vite colours its output, and escape codes contain digits.
    NO_COLOR: '1',
  }
  const patterns = [/Local:\D+127\.0\.0\.1:(\d+)/, /Emulator is up\s+http:\/\/localhost:(\d+)/]
  const { started, ports } = await startedPorts(
    process.execPath,
    [...process.execArgv, 'scripts/run.mjs', 'scripts/dev.ts'],
    env,
    patterns,
  )
  await endsWith('SIGKILL', started, ports)
})

test.each([
  [
    'EMULATOR_PORT',
    (port: number) => `Port ${port} is taken. Choose a different one with EMULATOR_PORT=${port + 1}.\n`,
  ],
  ['PORT', (port: number) => `Port ${port} is already in use. Choose a different one with PORT.\n`],
])('npm run dev ends with one sentence and announces nothing if %s is taken', async (variable, message) => {
  const folder = temporaryFolder()
  cpSync(join(root, 'web', 'index.html'), join(folder, 'index.html'))
  const blocker = createServer()
  await new Promise<void>((up) => blocker.listen(0, '127.0.0.1', up))
  const { port } = blocker.address() as AddressInfo
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, 'scripts/run.mjs', 'scripts/dev.ts'],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        ...process.env,
        KITABO_CONSOLE: folder,
        KITABO_DATA: folder,
        EMULATOR_PORT: String(await freePort()),
        [variable]: String(port),
      },
    },
  )
  blocker.close()
  expect(stderr).toBe(message(port))
  expect(status).toBe(1)
  expect(stdout).not.toContain('Shop with hot reload')
})
