import { expect, test } from 'vitest'
import { app, useAppPerTest } from '../../test/current-app.ts'
import { addToOutbox } from './outbox.ts'

useAppPerTest()

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
