import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nonEmpty } from 'contracts/non-empty'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmulator, type Emulator } from './emulator.ts'
import { StartError } from './start-error.ts'

const root = resolve(import.meta.dirname, '../..')
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-emulator-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const stockOf = async (emulator: Emulator, id: number) => {
  const { products } = await emulator.control('GET /stock')
  return products.find((each) => each.id === id)?.stock
}

describe('an emulator with a data folder', () => {
  test('keeps its data across restarts, and a reset restores the seed', async () => {
    const first = await createEmulator({ data })
    const seeded = await stockOf(first, 5)
    await first.control('POST /stock', { body: { id: 5, stock: 77 } })
    await first.close()

    const second = await createEmulator({ data })
    expect(await stockOf(second, 5)).toBe(77)
    await second.control('POST /reset')
    expect(await stockOf(second, 5)).toBe(seeded)
    await second.close()

    const third = await createEmulator({ data })
    expect(await stockOf(third, 5)).toBe(seeded)
    await third.close()
  })

  test('writes a restored snapshot to its file', async () => {
    const emulator = await createEmulator({ data })
    await emulator.control('POST /stock', { body: { id: 5, stock: 12 } })
    await emulator.control('POST /snapshots', { body: { name: 'twelve' } })
    await emulator.control('POST /stock', { body: { id: 5, stock: 1 } })
    await emulator.control('POST /snapshots/restore', { body: { name: 'twelve' } })
    expect(await stockOf(emulator, 5)).toBe(12)
    await emulator.close()
    const again = await createEmulator({ data })
    expect(await stockOf(again, 5)).toBe(12)
    await again.close()
  })

  test('refuses a database with a different number of products and does not change it', async () => {
    await (await createEmulator({ data, products: 40 })).close()
    await expect(createEmulator({ data, products: 50 })).rejects.toThrow(
      /emulator\.sqlite contains 40 products, not 50; start with --fresh to seed it again/,
    )
    const same = await createEmulator({ data })
    expect((await same.control('GET /status')).products).toBe(40)
    await same.close()
  })

  test('lets only one of two emulators that start at the same time use the folder', async () => {
    const [first, second] = await Promise.allSettled([createEmulator({ data }), createEmulator({ data })])
    const outcomes = [first, second]
    const up = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    expect(up).toHaveLength(1)
    expect(outcomes.find((each) => each.status === 'rejected')?.reason).toEqual(
      new StartError(
        `${data} is in use by another emulator that is starting; stop that one, choose a different folder with --data, or use --memory.`,
      ),
    )
    await up[0]?.close()
    await (await createEmulator({ data })).close()
  })

  test('lets only one of two processes that start at the same time use the folder; the other exits with one message', async () => {
    const command = ['mock-server/src/main.ts', '--port', '0', '--data', data, '--products', '20']
    const starts = [0, 1].map(() => {
      const child = spawn(process.execPath, command, { cwd: root })
      let output = ''
      child.stderr.on('data', (chunk) => {
        output += chunk
      })
      return new Promise<string>((settled) => {
        child.stdout.on('data', (chunk) => String(chunk).includes('Emulator is up') && settled('up'))
        child.on('exit', (code) => settled(`${code} ${output}`))
      }).then((outcome) => ({ outcome, child }))
    })
    const outcomes = await Promise.all(starts)
    for (const { child } of outcomes) child.kill('SIGKILL')
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      expect.stringMatching(/^1 \S+ is in use by [^\n]+\n$/),
      'up',
    ])
  })

  test('refuses a folder in use by another process until that process is killed', async () => {
    const command = ['mock-server/src/main.ts', '--port', '0', '--data', data, '--products', '20']
    const second = spawn(process.execPath, command, { cwd: root })
    await new Promise<void>((up) => {
      second.stdout.on('data', (chunk) => String(chunk).includes('Emulator is up') && up())
    })
    await expect(createEmulator({ data })).rejects.toThrow(
      /is in use by the emulator at http:\/\/127\.0\.0\.1:\d+; stop/,
    )
    second.kill('SIGKILL')
    await new Promise((gone) => second.on('exit', gone))
    await (await createEmulator({ data })).close()
  })

  test('seeds again if seeding was interrupted', async () => {
    const seeding = createEmulator({
      data,
      products: 3000,
      onProgress: () => {
        throw new Error('killed')
      },
    })
    await expect(seeding).rejects.toThrow('killed')
    const next = await createEmulator({ data, products: 40 })
    expect((await next.control('GET /status')).products).toBe(40)
    await next.close()
  })

  test('contains the requested number of products', async () => {
    const large = await createEmulator({ data, products: 2000, seed: 'large' })
    expect((await large.control('GET /status')).products).toBe(2000)
    const { products } = await large.client()('GET /products/latest', { query: { limit: '200' } })
    for (const product of nonEmpty(products))
      expect(product.name === null || product.name.length > 1).toBe(true)
    expect(new Set(products.map((product) => product.id)).size).toBe(200)
    await large.close()
    const small = await createEmulator({ products: 50 })
    expect((await small.control('GET /status')).products).toBe(50)
    await small.close()
  })
})

test('does not seed or rename a database if the built shop is missing', async () => {
  await (await createEmulator({ data, products: 20 })).close()
  const before = readdirSync(data)
  await expect(createEmulator({ data: join(data, 'new'), products: 100_000, shop: '/none' })).rejects.toThrow(
    '/none contains no built shop',
  )
  await expect(createEmulator({ data, fresh: true, products: 100_000, shop: '/none' })).rejects.toThrow(
    StartError,
  )
  expect(readdirSync(data)).toEqual(before)
})

test('an emulator that listens on all addresses returns a URL that clients can open', async () => {
  const emulator = await createEmulator({ host: '0.0.0.0', port: 0 })
  expect(emulator.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await emulator.close()
})

test('reports a port in use in one message', async () => {
  const emulator = await createEmulator({ port: 0 })
  const port = Number(new URL(emulator.origin).port)
  await expect(createEmulator({ port })).rejects.toThrow(StartError)
  await expect(createEmulator({ port })).rejects.toThrow(`Port ${port} is taken`)
  await emulator.close()
})

test('compresses responses on request, with the same content', async () => {
  const emulator = await createEmulator({ port: 0 })
  const request = (encoding: string) =>
    fetch(`${emulator.origin}/api/v1/products/latest`, { headers: { 'Accept-Encoding': encoding } })
  const [plain, gzip, br] = await Promise.all([request('identity'), request('gzip'), request('br')])
  expect([plain, gzip, br].map((each) => each.headers.get('content-encoding'))).toEqual([null, 'gzip', 'br'])
  const [a, b, c] = await Promise.all([plain.text(), gzip.text(), br.text()])
  expect([b === a, c === a]).toEqual([true, true])
  await emulator.close()
})

test('an embedded emulator listens on a free port', async () => {
  const emulator = await createEmulator({ port: 0 })
  expect((await fetch(`${emulator.origin}/api/v1/banners`)).status).toBe(200)
  expect((await emulator.control('GET /status')).products).toBeGreaterThan(400)
  await emulator.close()
})

test('an embedded emulator accepts routes and hooks, which run in the world of each request', async () => {
  const emulator = await createEmulator({
    extend: (app) => {
      app.get('/api/v1/loyalty', (request) => ({ world: request.world.name }))
      app.addHook('onSend', (request, reply, payload, done) => {
        if (request.url === '/api/v1/banners') reply.header('x-tried', 'yes')
        done(null, payload)
      })
    },
  })
  const { fetch } = emulator.inWorld('trial')
  expect(await (await fetch('http://localhost/api/v1/loyalty')).json()).toEqual({ world: 'trial' })
  expect((await fetch('http://localhost/api/v1/banners')).headers.get('x-tried')).toBe('yes')
  await emulator.close()
})
