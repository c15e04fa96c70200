import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { PAYMENT_REQUEST } from '../test/payment-client.ts'
import { readStock, setStock, withEmulator } from '../test/with-emulator.ts'
import { createEmulator, type Emulator } from './emulator.ts'
import { StartError } from './start-error.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-emulator-'))
})

describe('an emulator with a data folder', () => {
  test('keeps its data across restarts, and a reset restores the seed', async () => {
    const seeded = await withEmulator({ data }, async (emulator) => {
      const before = await readStock(emulator)
      await setStock(emulator, 77)
      return before
    })
    await withEmulator({ data }, async (emulator) => {
      expect(await readStock(emulator)).toBe(77)
      await emulator.control('POST /reset')
    })
    expect(await withEmulator({ data }, readStock)).toBe(seeded)
  })

  test('accepts log-ins after a restart with the same seed and time', async () => {
    const reproducible = { data, seed: 'x', frozenAt: '2026-11-20T09:00:00Z' }
    const logIn = ({ client, demo }: Emulator) =>
      client()('POST /auth/login', {
        body: { email_or_phone: demo?.email ?? '', password: demo?.password ?? '' },
      })
    const first = await withEmulator(reproducible, logIn)
    expect(await withEmulator(reproducible, logIn)).toEqual(first)
  })

  test('writes a restored snapshot to its file', async () => {
    await withEmulator({ data }, async (emulator) => {
      await setStock(emulator, 12)
      await emulator.control('POST /snapshots', { body: { name: 'twelve' } })
      await setStock(emulator, 1)
      await emulator.control('POST /snapshots/restore', { body: { name: 'twelve' } })
      expect(await readStock(emulator)).toBe(12)
    })
    expect(await withEmulator({ data }, readStock)).toBe(12)
  })

  test('is not seeded or renamed if the built shop is missing', async () => {
    await (await createEmulator({ data, products: 20 })).close()
    const before = readdirSync(data)
    const options = { products: 100_000, shop: '/none' }
    for (const change of [{ data: join(data, 'new') }, { data, fresh: true }])
      await expect(createEmulator({ ...options, ...change })).rejects.toThrow(
        new StartError('/none contains no built shop; run npm start, or omit --shop.'),
      )
    expect(readdirSync(data)).toEqual(before)
  })
})

test('an emulator has the default of each payment option that is undefined', async () => {
  const undefinedOptions = { webhookUrl: undefined, secretHash: undefined, retryAfter: undefined } as never
  await withEmulator({ payments: undefinedOptions }, async (emulator) => {
    const { fetch, control } = emulator
    await fetch('http://localhost/__emulator/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ request: PAYMENT_REQUEST, method: 'ussd', input: {} }),
    })
    await expect
      .poll(async () => (await control('GET /outbox')).messages.flatMap(({ deliveries }) => deliveries))
      .toMatchObject([{ outcome: expect.stringContaining('200') }])
  })
})

test('an emulator that listens on all addresses returns a URL that clients can open', async () => {
  await withEmulator({ host: '0.0.0.0', port: 0 }, async ({ origin }) => {
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${origin}/api/v1/banners`)).status).toBe(200)
  })
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
  onTestFinished(emulator.close)
  const { fetch } = emulator.inWorld('trial')
  expect(await (await fetch('http://localhost/api/v1/loyalty')).json()).toEqual({ world: 'trial' })
  expect((await fetch('http://localhost/api/v1/banners')).headers.get('x-tried')).toBe('yes')
})
