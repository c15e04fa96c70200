import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { goOffline } from '../../../test/go-offline.ts'
import { SLOW_AFTER_MS } from '../../config/delays.ts'
import { SETTLING_MS } from '../../platform/online.ts'
import { ANNOUNCER_ID } from '../feedback/announcer.ts'
import { pendingToasts, TOAST_EVENT, type ToastSource } from '../feedback/notify.ts'
import { FormError } from './field.tsx'
import { useSubmit } from './use-submit.ts'

type Props = { work: () => void | Promise<void>; source?: ToastSource | null; session?: string | null }

function Form({ work, source = 'page', session = null }: Props) {
  const { error, isPending, clearError, fail, deferIfOffline, handleSubmit } = useSubmit(source, session)
  const submit = handleSubmit(() => (deferIfOffline() ? undefined : work()))
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" onChange={clearError} />
      <button type="submit">{isPending ? 'Sending' : 'Send'}</button>
      <button type="button" onClick={() => fail('Refused.', { detail: 'Sold out.', toast: 'Not sent.' })}>
        Fail
      </button>
      <FormError error={error} />
    </form>
  )
}

const send = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const closings = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  closings.mockReset()
  pendingToasts.length = 0
  window.addEventListener(TOAST_EVENT, closings)
  return () => window.removeEventListener(TOAST_EVENT, closings)
})

test('a form is sent once by a double click, and again after it has been answered', async () => {
  let respond = () => {}
  const work = vi.fn(() => new Promise<void>((resolve) => (respond = resolve)))
  render(<Form work={work} />)
  expect(send()).toBe(false)
  send()
  expect(work).toHaveBeenCalledTimes(1)
  expect(closings).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Sending' })).toBeInTheDocument()
  respond()
  await pass(0)
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument()
  send()
  expect(work).toHaveBeenCalledTimes(2)
})

test('a form says that it is still being sent if the response is slow, until it has arrived', async () => {
  let respond = () => {}
  render(<Form work={() => new Promise<void>((resolve) => (respond = resolve))} />)
  send()
  await pass(SLOW_AFTER_MS - 1)
  expect(screen.queryByText('Still sending…')).toBeNull()
  await pass(1)
  expect(screen.getByText('Still sending…')).toBeInTheDocument()
  expect(screen.queryByRole('group', { name: 'Error' })).toBeNull()
  expect(document.querySelector('.notice')).toHaveTextContent(/You can also call/)
  respond()
  await pass(0)
  expect(document.querySelector('.notice')).toBeNull()
  send()
  respond()
  await pass(SLOW_AFTER_MS)
  expect(screen.queryByText('Still sending…')).toBeNull()
})

test.each([
  ['page', [{ kind: 'error', text: 'Not sent.', source: 'page' }], ''],
  [null, [], 'Refused.'],
] as const)(
  'an error of a form whose messages are shown in %s is on the page with its detail',
  (source, toasts, spoken) => {
    render(
      <>
        <div id={ANNOUNCER_ID} />
        <Form work={() => {}} source={source} />
      </>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Fail' }))
    expect(screen.getByRole('group', { name: 'Error' })).toHaveTextContent('Refused.Sold out.')
    expect(pendingToasts).toEqual(toasts)
    expect(document.getElementById(ANNOUNCER_ID)).toHaveTextContent(spoken)
    closings.mockReset()
    send()
    expect(closings).toHaveBeenCalledTimes(source === null ? 0 : 1)
    expect(screen.queryByRole('group', { name: 'Error' })).toBeNull()
  },
)

test('a form that was sent offline is sent once, a second after the network has returned', async () => {
  const work = vi.fn()
  const reconnect = goOffline()
  render(<Form work={work} />)
  send()
  await pass(0)
  expect(screen.getByText(/^You're offline\./)).toBeInTheDocument()
  await reconnect()
  await pass(SETTLING_MS - 1)
  expect(work).not.toHaveBeenCalled()
  await pass(1)
  expect(work).toHaveBeenCalledTimes(1)
  await reconnect()
  await pass(SETTLING_MS)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a form that was sent offline is not sent if it is changed or left', async () => {
  const work = vi.fn()
  const reconnect = goOffline()
  const { unmount } = render(<Form work={work} />)
  send()
  await pass(0)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
  expect(screen.queryByText(/^You're offline\./)).toBeNull()
  await reconnect()
  await pass(SETTLING_MS)
  const reconnectAgain = goOffline()
  send()
  await pass(0)
  unmount()
  await reconnectAgain()
  await pass(SETTLING_MS)
  expect(work).not.toHaveBeenCalled()
})

test.each([
  ['a', 'a', 1],
  ['a', 'b', 0],
  ['a', null, 0],
  [null, 'a', 1],
])(
  'a form sent offline with the log-in %s and continued with %s is sent %d times',
  async (before, after, times) => {
    const work = vi.fn()
    const reconnect = goOffline()
    const { rerender } = render(<Form work={work} session={before} />)
    send()
    await pass(0)
    rerender(<Form work={work} session={after} />)
    await reconnect()
    await pass(SETTLING_MS)
    expect(work).toHaveBeenCalledTimes(times)
    const error = screen.queryByText('Your log-in has changed. Please send it again.')
    expect(error === null).toBe(times === 1)
  },
)
