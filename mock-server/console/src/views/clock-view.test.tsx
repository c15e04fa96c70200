import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../test/render-console.tsx'

test('advances the clock by a button or a typed duration, and refuses an invalid one', async () => {
  const { user, emulator } = await renderConsole('#/clock')
  expect(await screen.findByText('12:00:00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '+ 15 minutes' }))
  expect(await screen.findByText('12:15:00')).toBeVisible()
  await user.type(screen.getByLabelText('Any duration'), 'soon{Enter}')
  expect(await screen.findByText('✕ advance must be like 15m, 1h30m, 90s, or milliseconds.')).toBeVisible()
  await user.clear(screen.getByLabelText('Any duration'))
  await user.type(screen.getByLabelText('Any duration'), '1h30m{Enter}')
  expect(await screen.findByText('13:45:00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(async () => expect((await emulator.control('GET /clock')).frozen).toBe(false))
})

test('returns a frozen clock to the present, which runs', async () => {
  const { user, emulator } = await renderConsole('#/clock')
  await user.click(await screen.findByRole('button', { name: 'Back to the present' }))
  expect(await screen.findByText('The clock shows the present time and runs.')).toBeVisible()
  const { now, frozen } = await emulator.control('GET /clock')
  expect(frozen).toBe(false)
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
})
