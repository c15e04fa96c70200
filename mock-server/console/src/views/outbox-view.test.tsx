import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MAX_RESEND_IDS } from '../../../src/control-api/outbox.ts'
import { addToOutbox } from '../../../src/world/outbox.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { renderConsole } from '../../test/render-console.tsx'

/** Adds webhooks of one payment with these subjects to the outbox, and returns their ids. */
function addWebhooks({ world }: TestApp, subjects: readonly string[]): number[] {
  const message = { channel: 'webhook', recipient: 'the emulator itself', code: null } as const
  const body = JSON.stringify({ event: 'charge.completed', data: { tx_ref: 'one', status: 'successful' } })
  return subjects.map((subject) => addToOutbox(world, { ...message, subject, body }))
}

const forgot = { body: { email_or_phone: 'demo@kitabo.example', type: 'email' } } as const

test('copies a one-time code, and confirms before clearing the outbox', async () => {
  const emulator = await createTestApp()
  await emulator.client()('POST /auth/forgot-password', forgot)
  const { code } = (await emulator.control('GET /outbox')).messages[0] ?? {}
  const { user } = await renderConsole('#/outbox', { emulator })
  const copy = await screen.findByRole('button', { name: `${code} Copy` })
  expect(screen.getByText(new RegExp(`^1 message, newest: .*, code ${code}$`))).toHaveRole('status')
  expect(screen.queryByRole('list', { name: 'Deliveries' })).toBeNull()
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe(code)
  expect(await screen.findByText(`Code ${code} is copied.`)).toBeVisible()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error())
  await user.click(copy)
  expect(await screen.findByText(/^This browser does not allow copying;/)).toBeVisible()
  const confirm = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
  vi.stubGlobal('confirm', confirm)
  await user.click(screen.getByRole('button', { name: 'Clear the outbox' }))
  expect(confirm).toHaveBeenCalledWith('Delete all messages?')
  expect((await emulator.control('GET /outbox')).messages).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Clear the outbox' }))
  expect(await screen.findByText('Nothing sent yet.')).toBeVisible()
})

test('resends at most as many webhooks as the emulator accepts', async () => {
  const emulator = await createTestApp()
  const ids = addWebhooks(emulator, Array(MAX_RESEND_IDS + 1).fill('s'))
  const { user } = await renderConsole('#/outbox', { emulator })
  await user.click(await screen.findByRole('button', { name: 'Resend webhooks, newest first' }))
  expect(await screen.findByText('The webhooks are sent again, newest first.')).toBeVisible()
  const { messages } = await emulator.control('GET /outbox')
  const resent = messages.filter(({ deliveries }) => deliveries.length > 0).map(({ id }) => id)
  expect(resent).toEqual(ids.slice(1).reverse())
})

test('resends webhooks, and shows markup in a message as text', async () => {
  const emulator = await createTestApp()
  addWebhooks(emulator, ['charge.completed one', '<img src=x onerror=alert(1)>'])
  const { user, container } = await renderConsole('#/outbox', { emulator })
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(container.querySelector('img')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Resend webhooks, newest first' }))
  await waitFor(async () => {
    const { messages } = await emulator.control('GET /outbox')
    expect(messages.map(({ deliveries }) => deliveries.length)).toEqual([1, 1])
  })
})

test('resends a webhook twice, late or with an invalid signature, and filters the messages by channel', async () => {
  const emulator = await createTestApp()
  const [id] = addWebhooks(emulator, ['s'])
  const { user } = await renderConsole('#/outbox', { emulator })
  expect(await screen.findByText('Not delivered yet.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resend webhooks, newest first' })).toBeNull()
  expect(screen.getByText('1 message, newest: s')).toHaveRole('status')
  for (const [name, result, count] of [
    ['Resend', 'The webhook is sent again.', 1],
    ['Resend twice', 'The webhook is sent twice.', 3],
    ['Resend with an invalid signature', 'The webhook is sent with an invalid signature.', 4],
  ] as const) {
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByText(result)).toBeVisible()
    const { deliveries } =
      (await emulator.control('GET /outbox')).messages.find((each) => each.id === id) ?? {}
    expect(deliveries).toHaveLength(count)
    expect(screen.queryByText('Not delivered yet.')).toBeNull()
  }
  const wait = vi.spyOn(emulator.world.timers, 'wait').mockResolvedValue()
  await user.click(screen.getByRole('button', { name: 'Resend in 5 s' }))
  expect(await screen.findByText('The webhook will be sent in 5 seconds.')).toBeVisible()
  expect(wait).toHaveBeenCalledWith(5000)
  // The time of the message, and those of its deliveries.
  await waitFor(() => expect(screen.getAllByText(/^12:00/)).toHaveLength(6))
  await user.selectOptions(screen.getByLabelText('Channel'), 'Text message')
  expect(await screen.findByText('Nothing sent yet.')).toBeVisible()
})
