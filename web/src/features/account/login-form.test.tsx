import { fireEvent, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lateResponse } from '../../../test/render.tsx'
import { LoginForm } from './login-form.tsx'

/** Submits a form with an email address. @returns the callback that receives the token */
function logIn(email: string) {
  const onLogIn = vi.fn()
  const { container } = render(
    <LoginForm
      credentials={{ email, password: ' secret' }}
      onChange={() => {}}
      onLogIn={onLogIn}
      onSwitch={() => {}}
    />,
    { wrapper: MemoryRouter },
  )
  fireEvent.submit(container.querySelector('form') as HTMLFormElement)
  return onLogIn
}

test('a log-in is sent without spaces around the email address, and with those of the password', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetched = vi.fn(async () => Response.json({ token: 'a-token', status: true }))
  vi.stubGlobal('fetch', fetched)
  const onLogIn = logIn(' amina@kitabo.example ')
  await waitFor(() => expect(onLogIn).toHaveBeenCalledExactlyOnceWith('a-token'))
  const [, init] = fetched.mock.calls[0] as unknown as [string, { body: string }]
  expect(JSON.parse(init.body)).toEqual({ email_or_phone: 'amina@kitabo.example', password: ' secret' })
})

test('the response to a log-in is ignored if a later one was sent, although that has no response yet', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const responses = [lateResponse(), lateResponse()]
  let sent = 0
  vi.stubGlobal('fetch', () => responses[sent++]?.response)
  const [first, second] = [logIn('amina@kitabo.example'), logIn('david@kitabo.example')]
  await waitFor(() => expect(sent).toBe(2))
  responses[0]?.send(Response.json({ token: 'token-of-amina', status: true }))
  responses[1]?.send(Response.json({ token: 'token-of-david', status: true }))
  await waitFor(() => expect(second).toHaveBeenCalledExactlyOnceWith('token-of-david'))
  expect(first).not.toHaveBeenCalled()
})
