import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { request } from '../../test/payment-request.ts'
import { createTestApp } from '../../test/test-app.ts'

test('notifications can be redelivered in any order', async () => {
  const arrived: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const part of incoming) body += part
    arrived.push(JSON.parse(body).data.tx_ref)
    outgoing.writeHead(200).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const sender = await createTestApp({ payments: { webhookUrl: `http://127.0.0.1:${port}/` } })
  for (const tx_ref of ['first', 'second', 'third']) {
    await sender.fetch('http://localhost/__emulator/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ request: { ...request, tx_ref }, method: 'ussd', input: {} }),
    })
    await vi.waitFor(() => expect(arrived).toContain(tx_ref))
  }
  const { messages } = await sender.control('GET /outbox', { query: { channel: 'webhook' } })
  const [third, second, first] = messages.map(({ id }) => id) as [number, number, number]
  await sender.control('POST /outbox/resend', { body: { ids: [third, first, second] } })
  expect(arrived.slice(3)).toEqual(['third', 'first', 'second'])
  await sender.close()
  server.close()
})

test('notifications are retried until the receiver responds', async () => {
  let calls = 0
  const hashes: unknown[] = []
  const server = createServer((incoming, outgoing) => {
    hashes.push(incoming.headers['verif-hash'])
    outgoing.writeHead(++calls < 3 ? 500 : 200).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const sender = await createTestApp({
    payments: { webhookUrl: `http://127.0.0.1:${port}/hook`, secretHash: 'hush', retryAfter: [1, 1, 1] },
  })
  await sender.fetch('http://localhost/__emulator/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request, method: 'ussd', input: {} }),
  })
  await vi.waitFor(async () => {
    const { messages } = await sender.control('GET /outbox', { query: { channel: 'webhook' } })
    expect(messages[0]?.deliveries.map((each) => each.outcome)).toEqual(['500', '500', '200'])
  })
  expect(hashes).toEqual(['hush', 'hush', 'hush'])
  await sender.close()
  server.close()
})
