import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../../test/test-app.ts'
import { renderConsole } from '../test/render-console.tsx'

test('shows the state of the emulator in the overview, and the current view in the menu', async () => {
  await renderConsole('#/')
  expect(await screen.findByText(/The emulator is up/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 }).nextElementSibling).toHaveTextContent(/is up/)
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
  const token = await screen.findByLabelText('Token')
  await user.type(token, 'ab{Enter}')
  await waitFor(() => expect(token).toHaveAccessibleDescription('✕ This is not the token of the emulator.'))
  await user.type(token, 'c ')
  expect(token).not.toHaveAccessibleDescription()
  expect(screen.queryByText('The emulator does not respond.')).toBeNull()
  response = undefined
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Nothing sent yet.')).toBeVisible()
  expect(requestHeaders.at(-1)?.get('authorization')).toBe('Bearer abc')
  expect(sessionStorage.getItem('emulator_token')).toBe('abc')
})

test('calls a token wrong only once the emulator has refused it', async () => {
  let refusal: 401 | undefined = 401
  const { user } = await renderConsole('#/outbox', { refuse: () => refusal })
  const token = await screen.findByLabelText('Token')
  refusal = undefined
  const invalidStates: (string | null)[] = []
  const read = () => invalidStates.push(token.getAttribute('aria-invalid'))
  new MutationObserver(read).observe(document.body, { subtree: true, childList: true, attributes: true })
  await user.type(token, 'abc{Enter}')
  expect(await screen.findByText('Nothing sent yet.')).toBeVisible()
  expect(invalidStates.filter((isInvalid) => isInvalid === 'true')).toEqual([])
})

test('titles the document by its view, focuses the heading of a new view, and counts faults in the menu', async () => {
  const { user } = await renderConsole('#/faults')
  expect(document.title).toBe('Faults · Kitabo emulator')
  expect(await screen.findByRole('heading', { name: 'Faults' })).not.toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Host is down' }))
  expect(await screen.findByRole('link', { name: 'Faults , 1' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: /^Outbox/ })).not.toHaveAttribute('aria-current')
  await user.click(screen.getByRole('button', { name: 'Close this message' }))
  expect(screen.queryByText(/^Added for every request/)).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Clock' }))
  const heading = await screen.findByRole('heading', { name: 'Clock' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(heading.nextElementSibling).toHaveTextContent(/^The time of this world/)
  expect(document.title).toBe('Clock · Kitabo emulator')
  await user.click(screen.getByRole('link', { name: 'Skip to the content' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect(window.location.hash).toBe('#/clock')
})

test('closes the message of a success after six seconds, but not that of an error', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { emulator } = await renderConsole('#/clock')
  const resume = await screen.findByRole('button', { name: 'Resume' })
  act(() => resume.click())
  const success = await screen.findByText('The clock runs again.')
  act(() => vi.advanceTimersByTime(5000))
  expect(success).toBeVisible()
  act(() => vi.advanceTimersByTime(2000))
  expect(success).not.toBeInTheDocument()
  const { fetch: send } = emulator
  vi.spyOn(emulator, 'fetch').mockImplementation(async (input, init) =>
    init?.method === 'POST' ? new Response('', { status: 503 }) : send(input, init),
  )
  act(() => screen.getByRole('button', { name: 'Freeze' }).click())
  const failure = await screen.findByText('The emulator responded with 503.')
  act(() => vi.advanceTimersByTime(10 * 60_000))
  expect(failure).toBeVisible()
})

test('selects a world with a cookie, which the default world lacks', async () => {
  const emulator = await createTestApp()
  for (const name of ['b', 'a']) await emulator.control('POST /worlds', { body: { name } })
  const { user } = await renderConsole('#/stock', { emulator })
  await screen.findByRole('option', { name: 'World: a' })
  const worlds = screen.getByLabelText('World')
  expect(
    within(worlds)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['World: a', 'World: b', 'World: default'])
  await user.selectOptions(worlds, 'b')
  expect(document.cookie).toContain('emulator_world=b')
  await user.selectOptions(worlds, 'default')
  expect(document.cookie).not.toContain('emulator_world')
})

test('shows the error message for a refused request, with a retry button', async () => {
  await renderConsole('#/clock', { refuse: () => 503 })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The clock did not load. No.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeEnabled()
})

test('keeps an error message while the request is repeated', async () => {
  const { user, holdRequests, requestHeaders } = await renderConsole('#/clock', { refuse: () => 503 })
  const retry = within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' })
  holdRequests()
  const before = requestHeaders.length
  await user.click(retry)
  await waitFor(() => expect(requestHeaders.length).toBeGreaterThan(before))
  await act(() => new Promise((nextTask) => setTimeout(nextTask)))
  expect(screen.getByRole('alert')).toHaveTextContent('The clock did not load. No.')
})
