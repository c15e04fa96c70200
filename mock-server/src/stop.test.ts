import { type ChildProcess, spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let child: ChildProcess | undefined
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  child?.kill('SIGKILL')
})

/** Starts the emulator as a child process. @returns its port */
async function start(): Promise<number> {
  const command = ['mock-server/src/main.ts', '--memory', '--port', '0', '--products', '20']
  const started = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  return new Promise((up) => {
    let output = ''
    started.stdout.on('data', (chunk) => {
      output += chunk
      const port = /Emulator is up\s+http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (port) up(Number(port))
    })
  })
}

/** Writes a request and leaves the connection open. Resolves with the first bytes of the response if one is expected. */
function send(port: number, text: string, isAwaited: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  return new Promise((done) => {
    socket.write(text, () => isAwaited || done())
    socket.once('data', () => done())
  })
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Opens every kind of connection that could delay a stop. */
async function openAll(port: number): Promise<void> {
  const fault = JSON.stringify({ path: '/banners', effect: { latency: 60_000 } })
  await fetch(`http://127.0.0.1:${port}/__emulator/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: fault,
  })
  await send(port, get('/api/v1/categories'), true) // a keep-alive connection
  await send(port, get('/__emulator/outbox/wait?timeout=30s'), false)
  await send(port, get('/api/v1/banners'), false)
  await send(
    port,
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{',
    false,
  )
  await send(port, 'GET /api', false)
  // A response to this later request means that the earlier ones have been read.
  await fetch(`http://127.0.0.1:${port}/__emulator/health`)
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the emulator within two seconds despite open connections',
  async (signal) => {
    const times: number[] = []
    // Repeats a run that was too slow, because other tests share the cores.
    for (let n = 0; n < 2 && Math.min(...times) > 2000; n++) {
      await openAll(await start())
      const since = performance.now()
      const ended = new Promise((done) => child?.on('exit', (code) => done(code)))
      child?.kill(signal)
      expect(await ended).toBe(0)
      times.push(performance.now() - since)
    }
    expect(Math.min(...times)).toBeLessThan(2000)
  },
)

test('a second Ctrl-C stops the emulator immediately', async () => {
  await openAll(await start())
  const ended = new Promise((done) => child?.on('exit', (code) => done(code)))
  child?.kill('SIGINT')
  await new Promise((later) => setTimeout(later, 100))
  child?.kill('SIGINT')
  // If the emulator waited for connections, it would exit with 0.
  expect(await ended).toBe(130)
})
