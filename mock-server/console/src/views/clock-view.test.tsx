import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderConsole } from '../../test/render-console.tsx'

test('advances the clock by a button or a typed duration, and refuses an invalid one', async () => {
  const { user, emulator } = await renderConsole('#/clock')
  expect(await screen.findByText('12:00:00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '+ 15 minutes' }))
  expect(await screen.findByText('12:15:00')).toBeVisible()
  expect(await screen.findByText('The clock has advanced by 15 minutes.')).toBeVisible()
  await user.type(screen.getByLabelText('Any duration'), 'soon{Enter}')
  expect(await screen.findByText('✕ Must be like 15m, 1h30m, 90s, or milliseconds.')).toBeVisible()
  await user.clear(screen.getByLabelText('Any duration'))
  await user.type(screen.getByLabelText('Any duration'), ' 1h 30m{Enter}')
  expect(await screen.findByText('13:45:00')).toBeVisible()
  expect(await screen.findByText('The clock has advanced by 1h30m.')).toBeVisible()
  expect(screen.getByLabelText('Any duration')).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(async () => expect((await emulator.control('GET /clock')).frozen).toBe(false))
  expect(await screen.findByText('The clock runs again.')).toBeVisible()
  expect(await screen.findByText('Running')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Freeze' }))
  expect(await screen.findByText('The clock is frozen.')).toBeVisible()
  expect(await screen.findByText('Frozen')).toBeVisible()
})

test('keeps what is typed while a request is sent', async () => {
  const { user } = await renderConsole('#/clock')
  const field = await screen.findByLabelText('Any duration')
  await user.type(field, '1h')
  const { fetch: send } = globalThis
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    await isReleased
    return send(...call)
  })
  await user.click(screen.getByRole('button', { name: 'Advance' }))
  await user.type(field, '5m')
  release()
  expect(await screen.findByText('The clock has advanced by 1h.')).toBeVisible()
  expect(field).toHaveValue('1h5m')
})

test('sets the clock to a date and a time in Kampala', async () => {
  const { user, emulator } = await renderConsole('#/clock')
  const field = await screen.findByLabelText('Date and time')
  expect(field).toHaveAccessibleDescription('In Kampala.')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription('✕ Enter a date and a time.')
  fireEvent.change(field, { target: { value: '2027-01-02T03:04' } })
  expect(field).toHaveAccessibleDescription('In Kampala.')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect(await screen.findByText('It is now 2 Jan 2027, 03:04:00.')).toBeVisible()
  expect((await emulator.control('GET /clock')).now).toBe('2027-01-02T00:04:00.000Z')
})

test('returns a frozen clock to the present, which runs', async () => {
  const { user, emulator } = await renderConsole('#/clock')
  await user.click(await screen.findByRole('button', { name: 'Back to the present' }))
  expect(await screen.findByText('The clock shows the present time and runs.')).toBeVisible()
  const { now, frozen } = await emulator.control('GET /clock')
  expect(frozen).toBe(false)
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
})
