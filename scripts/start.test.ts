import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemoryDb, SCHEMA_VERSION } from 'mock-server/storage/db'
import { DB_FILE, replaceDbFile } from 'mock-server/storage/db-file'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { EXIT } from '../contracts/harness/report/exit-code.ts'
import { freePort } from '../web/driver/free-port.ts'
import { root } from './project.ts'

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Creates a folder with a single page, which replaces the builds. */
function folderWithPage(page = 'index.html'): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-start-'))
  cpSync(join(root, 'web', 'index.html'), join(folder, page))
  return folder
}

const command = (script: string) => [...process.execArgv, 'scripts/run.mjs', `scripts/${script}.ts`]

/** Returns the environment of npm run dev, with free ports. */
async function devEnv(): Promise<Record<string, string>> {
  const folder = folderWithPage()
  return {
    KITABO_CONSOLE: folder,
    KITABO_DATA: folder,
    PORT: String(await freePort()),
    EMULATOR_PORT: String(await freePort()),
    // With CI set, Vite colours its output, and escape codes contain digits.
    NO_COLOR: '1',
  }
}

test('commands end with one sentence before they build or change anything', () => {
  const folder = folderWithPage('public/index.html')
  const empty = mkdtempSync(join(tmpdir(), 'kitabo-start-'))
  const built = `${join(folder, 'public')} is not a build of the shop. Choose a different folder with --out.`
  for (const [script, args, message] of [
    [
      'start',
      ['--without-shop', '--prot', '80'],
      "Unknown option '--prot' (did you mean --port?); --help lists the options.",
    ],
    ['build', ['--out', folder], built],
    [
      'preview',
      ['--port', '70000'],
      "Option '--port <PORT>' argument '70000' is invalid. It must be a port number from 1 to 65535; --help lists the options.",
    ],
    [
      'preview',
      ['--out', empty],
      `${join(empty, 'public')} does not contain a built shop. Run npm run build first.`,
    ],
  ] as const) {
    const options = { cwd: root, encoding: 'utf8', env: { ...process.env, VITE_API_HOST: '' } } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [...command(script), ...args], options)
    expect([status, stderr.trim()]).toEqual([1, message])
    if (script === 'start') expect(stdout).toBe('')
  }
  expect(readdirSync(join(folder, 'public'))).toEqual(['index.html'])
})

test('a command whose program is missing ends with the exit code of an internal error', () => {
  const program = join(folderWithPage(), 'missing')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', program], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([EXIT.internal, expect.stringContaining(program)])
})

test('npm start refuses a database of another version before it builds the shop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-start-'))
  const db = openMemoryDb()
  db.pragma('user_version = 1')
  replaceDbFile(join(folder, DB_FILE), db.serialize(), db)
  // With this invalid setting, building the shop fails.
  const env = {
    ...process.env,
    KITABO_SHOP: undefined,
    KITABO_DATA: folder,
    VITE_SEND_DELIVERY_NOTE: 'maybe',
  }
  const options = { cwd: root, encoding: 'utf8', env } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, command('start'), options)
  const problem = `${join(folder, DB_FILE)} has schema 1, this emulator requires ${SCHEMA_VERSION}`
  const advice = 'start with --fresh to seed it again (your file is renamed to .old).'
  expect([status, stdout, stderr.trim()]).toEqual([1, '', `${problem}; ${advice}`])
})

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Starts a program and returns the ports in its output, in the order of the patterns. */
async function startAndReadPorts(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  patterns: readonly RegExp[],
): Promise<{ started: ChildProcess; ports: number[] }> {
  const started = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  const ports = await new Promise<number[]>((up, fail) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      const found = patterns.map((pattern) => Number(pattern.exec(output)?.[1] ?? 0))
      if (found.every(Boolean)) up(found)
    }
    started.stdout.on('data', read)
    started.stderr.on('data', read)
    started.on('exit', () => fail(new Error(`${program} has ended:\n${output}`)))
  })
  for (const port of ports) await expect.poll(() => isTaken(port)).toBe(true)
  return { started, ports }
}

async function expectPortsReleased(signal: NodeJS.Signals, started: ChildProcess, ports: readonly number[]) {
  const ended = new Promise((done) => started.on('exit', done))
  started.kill(signal)
  await ended
  for (const port of ports) await expect.poll(() => isTaken(port), { timeout: 5000 }).toBe(false)
}

test('npm start releases its port after SIGHUP', async () => {
  const pages = folderWithPage()
  const env = { KITABO_SHOP: pages, KITABO_CONSOLE: pages }
  const args = ['start', '--', '--port', '0', '--memory', '--products', '20']
  const open = /The shop is open\s+http:\/\/localhost:(\d+)/
  const { started, ports } = await startAndReadPorts('npm', args, env, [open])
  await expectPortsReleased('SIGHUP', started, ports)
})

test('npm run dev releases both ports after SIGKILL', async () => {
  const patterns = [/Local:\D+127\.0\.0\.1:(\d+)/, /Emulator is up\s+http:\/\/localhost:(\d+)/]
  const { started, ports } = await startAndReadPorts(
    process.execPath,
    command('dev'),
    await devEnv(),
    patterns,
  )
  await expectPortsReleased('SIGKILL', started, ports)
})

test('npm run dev ends with one sentence and announces nothing if a port is invalid or taken', async () => {
  const blocker = createServer()
  await new Promise<void>((up) => blocker.listen(0, '127.0.0.1', up))
  onTestFinished(() => void blocker.close())
  const { port } = blocker.address() as AddressInfo
  const cases = [
    ['PORT', 'abc', 'PORT must be a port number from 1 to 65535, found "abc".'],
    [
      'EMULATOR_PORT',
      `${port}`,
      `Port ${port} is taken. Choose a different one with EMULATOR_PORT=${port + 1}.`,
    ],
    ['PORT', `${port}`, `Port ${port} is already in use. Choose a different one with PORT.`],
  ]
  for (const [variable = '', value, message] of cases) {
    const env = { ...process.env, ...(await devEnv()), [variable]: value }
    const options = { cwd: root, encoding: 'utf8', timeout: 60_000, env } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, command('dev'), options)
    expect([status, stderr.trim()]).toEqual([1, message])
    expect(stdout).not.toContain('Shop with hot reload')
  }
})
