import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { app, useSharedApp } from '../../test/current-app.ts'
import { PAYMENT_REQUEST, payInWindow, readWebhooks } from '../../test/payment-client.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

/** The received webhooks, and the status codes of the next responses. The default is 200. */
const arrived: { tx_ref: string; hash: unknown }[] = []
const statuses: number[] = []
const server = createServer(async (incoming, outgoing) => {
  let body = ''
  for await (const part of incoming) body += part
  arrived.push({ tx_ref: JSON.parse(body).data.tx_ref, hash: incoming.headers['verif-hash'] })
  outgoing.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end()
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const { port } = server.address() as { port: number }
const WEBHOOK_URL = `http://127.0.0.1:${port}/hook`
useSharedApp({
  payments: { webhookUrl: WEBHOOK_URL, secretHash: 'hush', retryAfter: [1, 1, 1] },
})
afterAll(() => void server.close())
beforeEach(() => {
  arrived.length = 0
  statuses.length = 0
})

const pause = () => new Promise((passed) => setTimeout(passed, 50))

/** Creates a data folder for one test. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-webhooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const payOn = (emulator: TestApp, tx_ref = PAYMENT_REQUEST.tx_ref) =>
  emulator.fetch('http://localhost/__emulator/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request: { ...PAYMENT_REQUEST, tx_ref }, method: 'ussd', input: {} }),
  })

test('webhooks are retried with the secret hash until the receiver returns 200', async () => {
  statuses.push(500, 500)
  await payInWindow('ussd')
  const outcomes = async () => (await readWebhooks())[0]?.deliveries.map(({ outcome }) => outcome)
  await expect.poll(outcomes).toEqual(['500', '500', '200'])
  expect(arrived.map(({ hash }) => hash)).toEqual(['hush', 'hush', 'hush'])
})

test('a webhook that was refused is retried after a restart only, and not if it was accepted', async () => {
  const data = createFolder()
  const start = () => createTestApp({ data, payments: { webhookUrl: WEBHOOK_URL, retryAfter: [60_000] } })

  statuses.push(500)
  const first = await start()
  await payOn(first)
  await expect.poll(async () => (await first.control('GET /outbox')).messages[0]?.deliveries).toHaveLength(1)
  await first.close()
  await pause()
  expect(arrived).toHaveLength(1)

  const second = await start()
  const deliveries = async () => (await second.control('GET /outbox')).messages[0]?.deliveries
  await expect.poll(deliveries).toMatchObject([{ outcome: '500' }, { outcome: '200' }])
  await second.close()
  const third = await start()
  await pause()
  await third.close()
  expect(arrived).toHaveLength(2)
})

test('a webhook whose attempts are used up is not retried after a restart', async () => {
  const data = createFolder()
  const start = () => createTestApp({ data, payments: { webhookUrl: WEBHOOK_URL, retryAfter: [] } })
  const deliveries = async (emulator: TestApp) =>
    (await emulator.control('GET /outbox')).messages[0]?.deliveries
  statuses.push(500)
  const first = await start()
  await payOn(first)
  await expect.poll(() => deliveries(first)).toHaveLength(1)
  await first.close()
  const second = await start()
  await pause()
  expect(await deliveries(second)).toMatchObject([{ outcome: '500' }])
  await second.close()
  expect(arrived).toHaveLength(1)
})

test('webhooks are retried after a restart in the order in which they were first sent', async () => {
  const data = createFolder()
  const start = () => createTestApp({ data, payments: { webhookUrl: WEBHOOK_URL, retryAfter: [60_000] } })
  statuses.push(500, 500)
  const first = await start()
  for (const tx_ref of ['older', 'newer']) {
    await payOn(first, tx_ref)
    await expect
      .poll(async () => (await first.control('GET /outbox')).messages[0])
      .toMatchObject({ subject: expect.stringContaining(tx_ref), deliveries: [{ outcome: '500' }] })
  }
  await first.close()

  // Requests on two connections may arrive in either order.
  const sent = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => sent.mockRestore())
  const second = await start()
  await expect.poll(() => arrived.length).toBe(4)
  await second.close()
  const references = sent.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).data.tx_ref)
  expect(references).toEqual(['older', 'newer'])
})

test('a redirect is not followed, but the webhook is retried', async () => {
  statuses.push(302)
  await payInWindow('ussd', {}, { tx_ref: 'redirected' })
  const outcomes = async () => (await readWebhooks()).at(-1)?.deliveries.map(({ outcome }) => outcome)
  await expect.poll(outcomes).toEqual(['302', '200'])
  expect(arrived).toHaveLength(2)
})

test('webhooks can be redelivered in any order', async () => {
  for (const tx_ref of ['first', 'second', 'third']) {
    await payInWindow('ussd', {}, { tx_ref })
    await expect.poll(() => arrived.at(-1)?.tx_ref).toBe(tx_ref)
  }
  const [first, second, third] = (await readWebhooks()).slice(-3).map(({ id }) => id) as [
    number,
    number,
    number,
  ]
  await app.control('POST /outbox/resend', { body: { ids: [third, first, second] } })
  expect(arrived.slice(3).map(({ tx_ref }) => tx_ref)).toEqual(['third', 'first', 'second'])
})

test('a webhook keeps its newest hundred deliveries', async () => {
  await payInWindow('ussd', {}, { tx_ref: 'often' })
  await expect.poll(async () => (await readWebhooks()).at(-1)?.deliveries).toHaveLength(1)
  const ids = [(await readWebhooks()).at(-1)?.id ?? 0]
  const resend = async (copies: number) =>
    (await app.control('POST /outbox/resend', { body: { ids, copies } })).messages[0]?.deliveries
  for (let times = 0; times < 4; times++) await resend(20)
  expect(await resend(19)).toHaveLength(100)
  statuses.push(204)
  const deliveries = await resend(1)
  expect(deliveries).toHaveLength(100)
  expect(deliveries?.slice(-2).map(({ outcome }) => outcome)).toEqual(['204', '200'])
})
