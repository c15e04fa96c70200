import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderConsole } from '../test/render-console.tsx'

test('shows the state of the emulator in the overview, and the current view in the menu', async () => {
  await renderConsole('#/')
  expect(await screen.findByText(/The emulator is up/)).toBeVisible()
  expect(screen.getByText('demo@kitabo.example')).toBeVisible()
  expect(screen.getByText('kitabo-demo')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/__emulator/readme')
  expect(screen.queryByRole('link', { name: 'The shop' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
})

test('reports an unreachable emulator once, reconnects, and stores the token for the tab', async () => {
  let response: 'down' | 401 | undefined = 'down'
  const { user, requestHeaders } = await renderConsole('#/outbox', { refuse: () => response })
  expect(await screen.findByText('The emulator does not respond.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  response = 401
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  await user.type(await screen.findByLabelText('Token'), 'abc')
  expect(screen.queryByText('The emulator does not respond.')).toBeNull()
  response = undefined
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Nothing sent yet.')).toBeVisible()
  expect(requestHeaders.at(-1)?.get('authorization')).toBe('Bearer abc')
  expect(sessionStorage.getItem('emulator_token')).toBe('abc')
})

test('shows the error message for a refused request, with a retry button', async () => {
  await renderConsole('#/clock', { refuse: () => 503 })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The clock did not load. No.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeEnabled()
})

test('keeps an error message while the request is repeated', async () => {
  const { user } = await renderConsole('#/clock', { refuse: () => 503 })
  const retry = within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' })
  const pending = vi.fn(() => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', pending)
  await user.click(retry)
  await waitFor(() => expect(pending).toHaveBeenCalled())
  await act(() => new Promise((nextTask) => setTimeout(nextTask)))
  expect(screen.getByRole('alert')).toHaveTextContent('The clock did not load. No.')
})
