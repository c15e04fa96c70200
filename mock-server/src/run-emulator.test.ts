import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'

const DATA_FOLDER = mkdtempSync(join(tmpdir(), 'kitabo-stop-'))
afterAll(() => rmSync(DATA_FOLDER, { recursive: true }))

let child: ChildProcess
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  child.kill('SIGKILL')
})

let output = ''

/** Starts the emulator as a child process, and collects its output. @returns its port */
function start(...storage: string[]): Promise<number> {
  const command = ['mock-server/src/main.ts', ...storage, '--port', '0', '--products', '20']
  const cwd = resolve(import.meta.dirname, '../..')
  child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  output = ''
  return new Promise((up, failed) => {
    child.once('exit', () => failed(new Error(`The emulator has ended: ${output}`)))
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const port = /Emulator is up\s+http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (port) up(Number(port))
    })
  })
}

/** Writes a request and leaves the connection open. */
function send(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket.on('error', () => {}))
  socket.write(text)
  return socket
}

/**
 * Starts an emulator, and opens every kind of connection that could delay its stop.
 * @returns the connection that receives a response as soon as the stop begins
 */
async function startBusy(): Promise<Socket> {
  const port = await start('--memory')
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  await fetch(`http://127.0.0.1:${port}/__emulator/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ path: '/banners', effect: { latency: 60_000 } }),
  })
  await once(send(port, get('/api/v1/categories')), 'data') // a keep-alive connection
  const waiting = send(port, get('/__emulator/outbox/wait?timeout=30s'))
  send(port, get('/api/v1/banners'))
  send(port, 'POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{')
  send(port, 'GET /api')
  // A response to this later request means that the earlier ones have been read.
  await fetch(`http://127.0.0.1:${port}/__emulator/health`)
  return waiting
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the emulator despite open connections',
  async (signal) => {
    await startBusy()
    const since = performance.now()
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    // The open requests take at least 30 seconds.
    expect(performance.now() - since).toBeLessThan(25_000)
  },
)

test('a second Ctrl-C stops the emulator immediately', async () => {
  const waiting = await startBusy()
  const isStopping = once(waiting, 'data')
  child.kill('SIGINT')
  await isStopping
  child.kill('SIGINT')
  // If the emulator waited for connections, it would exit with 0.
  expect(await once(child, 'exit')).toEqual([130, null])
})

test.each([
  ['where the data is', ['--data', DATA_FOLDER], `Stopped. The data is kept in ${DATA_FOLDER}.`],
  ['that nothing was stored', ['--memory'], 'Stopped. The data was in memory only.'],
])('the last line after Ctrl-C says %s', async (_, storage, line) => {
  await start(...storage)
  child.kill('SIGINT')
  await once(child, 'close')
  expect(output.trim().split('\n').at(-1)).toBe(line)
})
