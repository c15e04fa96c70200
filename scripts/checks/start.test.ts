import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'

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

test.each([
  ['start', '--port', 'abc', '--port must be a port number from 0 to 65535, found "abc".'],
  ['start', '--prot', '8080', "Unknown option '--prot'; --help lists the options."],
  ['emulator', '--profile', '8', '--profile must be 7.1 or 7.4, found "8".'],
])('%s rejects %s %s before it builds anything', (command, option, value, message) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, 'scripts/run.mjs', command, option, value],
    { cwd: root, encoding: 'utf8' },
  )
  expect([status, stdout, stderr.trim()]).toEqual([1, '', message])
})

/** Whether a process accepts connections on a port. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((known) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      known(true)
    })
    socket.once('error', () => known(false))
  })
}

test('npm start releases its port after SIGTERM', async () => {
  const pages = temporaryFolder()
  cpSync(join(root, 'web', 'index.html'), join(pages, 'index.html'))
  const started = spawn('npm', ['start', '--', '--port', '0', '--memory', '--products', '20'], {
    cwd: root,
    // Uses a folder with a single page instead of both builds.
    env: { ...process.env, KITABO_SHOP: pages, KITABO_CONSOLE: pages },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child = started
  const port = await new Promise<number>((up) => {
    let output = ''
    started.stdout.on('data', (chunk) => {
      output += chunk
      const found = /Kitabo is open\s+http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (found) up(Number(found))
    })
  })
  expect(await isTaken(port)).toBe(true)
  const ended = new Promise((done) => started.on('exit', done))
  started.kill('SIGTERM')
  await ended
  await expect.poll(() => isTaken(port)).toBe(false)
})
