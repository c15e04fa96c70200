import { expect, onTestFinished, test, vi } from 'vitest'
import { app, get, send, useAppPerTest } from '../../test/current-app.ts'
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
  const { refusal } = await get('/__emulator/outbox/wait?timeout=20ms')
  expect(refusal).toEqual([404, '((No matching message arrived within 20 ms.))'])
})

test('filters messages by channel, recipient and id, and a wait returns the oldest', async () => {
  const message = { subject: 's', body: '{}', code: null }
  const [a, b] = ['a@kitabo.example', 'b@kitabo.example']
  const first = addToOutbox(app.world, { ...message, channel: 'mail', recipient: a })
  const second = addToOutbox(app.world, { ...message, channel: 'webhook', recipient: a })
  const third = addToOutbox(app.world, { ...message, channel: 'mail', recipient: b })
  const ids = async (query: object) =>
    (await app.control('GET /outbox', { query })).messages.map(({ id }) => id)
  expect(await ids({})).toEqual([third, second, first])
  expect(await ids({ channel: 'mail' })).toEqual([third, first])
  expect(await ids({ recipient: a })).toEqual([second, first])
  expect(await ids({ recipient: b, channel: 'webhook' })).toEqual([])
  expect(await ids({ after: String(first) })).toEqual([third, second])
  expect((await app.control('GET /outbox/wait', { query: { channel: 'mail' } })).id).toBe(first)
})

const WEBHOOK = { channel: 'webhook', recipient: 'r', subject: 's', body: '{}', code: null } as const

test('delivers a webhook again after the given delay, and not before', async () => {
  const ids = [addToOutbox(app.world, WEBHOOK)]
  const countDeliveries = async () => (await app.control('GET /outbox')).messages[0]?.deliveries.length
  let endDelay = () => {}
  const delay = new Promise<void>((ended) => {
    endDelay = ended
  })
  const wait = vi.spyOn(app.world.timers, 'wait').mockReturnValueOnce(delay)
  onTestFinished(() => wait.mockRestore())
  await app.control('POST /outbox/resend', { body: { ids, delay: '5s' } })
  expect(wait).toHaveBeenCalledExactlyOnceWith(5000)
  expect(await countDeliveries()).toBe(0)
  endDelay()
  await expect.poll(countDeliveries).toBeGreaterThan(0)
})

test('delivers a webhook again at most an hour later', async () => {
  const ids = [addToOutbox(app.world, WEBHOOK)]
  const wait = vi.spyOn(app.world.timers, 'wait')
  onTestFinished(() => wait.mockRestore())
  const resend = (delay: number) => send('POST', '/__emulator/outbox/resend', { ids, delay })
  expect((await resend(3_600_001)).refusal).toEqual([400, '((delay may be at most an hour.))'])
  expect(wait).not.toHaveBeenCalled()
  expect((await resend(3_600_000)).body.messages).toMatchObject([{ id: ids[0] }])
  expect(wait).toHaveBeenCalledExactlyOnceWith(3_600_000)
})

test('deletes all messages on request', async () => {
  await request()
  await app.control('DELETE /outbox')
  expect((await app.control('GET /outbox')).messages).toEqual([])
})

test('waits for a message at most 30 seconds', async () => {
  vi.spyOn(app.world.timers, 'wait').mockResolvedValueOnce()
  const waiting = app.control('GET /outbox/wait', { query: { timeout: '10m' } })
  await expect(waiting).rejects.toMatchObject({
    status: 404,
    body: { message: '((No matching message arrived within 30000 ms.))' },
  })
})
