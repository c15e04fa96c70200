import { expect, test } from 'vitest'
import { app, statusOf, useAppPerTest } from '../../test/current-app.ts'
import { addToOutbox } from '../world/outbox.ts'

useAppPerTest()

const request = () =>
  app.client()('POST /auth/forgot-password', { body: { email_or_phone: 'demo@kitabo.example' } })

test('waits for a message, which contains the code', async () => {
  const waiting = app.control('GET /outbox/wait', {
    query: { recipient: 'demo@kitabo.example', timeout: '5s' },
  })
  await request()
  const message = await waiting
  expect(message).toMatchObject({ channel: 'mail', subject: 'Password reset' })
  expect(message.body).toContain(message.code as string)
})

test('returns an error if no message arrives', async () => {
  expect(await statusOf(app.control('GET /outbox/wait', { query: { timeout: '20ms' } }))).toBe(404)
})

test('keeps the newest messages, up to two megabytes', async () => {
  const message = { channel: 'mail', recipient: 'a@kitabo.example', subject: 's', code: null } as const
  for (let n = 0; n < 30; n++) addToOutbox(app.world, { ...message, body: `${n} ${'ŋ'.repeat(50_000)}` })
  const { messages } = await app.control('GET /outbox')
  expect(messages.map(({ body }) => Number.parseInt(body, 10))).toEqual(
    Array.from({ length: 19 }, (_, index) => 29 - index),
  )
})

test('keeps the newest 500 messages', async () => {
  const message = { channel: 'mail', recipient: 'a@kitabo.example', subject: 's', code: null } as const
  for (let n = 0; n < 502; n++) addToOutbox(app.world, { ...message, body: String(n) })
  const { messages } = await app.control('GET /outbox')
  expect([messages.length, messages[0]?.body, messages.at(-1)?.body]).toEqual([500, '501', '2'])
})

test('deletes all messages on request', async () => {
  await request()
  await app.control('DELETE /outbox')
  expect((await app.control('GET /outbox')).messages).toEqual([])
})
