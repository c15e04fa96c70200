import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { EmptyState, Failure, ONE_BY_ONE, useIsOverdue } from './load-states.tsx'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('something is overdue once it has been active for the time, and again after the time if it starts anew', async () => {
  vi.useFakeTimers()
  const List = ({ isLoading }: { isLoading: boolean }) => (useIsOverdue(isLoading, 500) ? 'late' : 'in time')
  const { container, rerender } = render(<List isLoading />)
  await pass(499)
  expect(container).toHaveTextContent('in time')
  await pass(1)
  expect(container).toHaveTextContent('late')
  rerender(<List isLoading={false} />)
  expect(container).toHaveTextContent('in time')
  await pass(1_000)
  rerender(<List isLoading />)
  expect(container).toHaveTextContent('in time')
  await pass(499)
  rerender(<List isLoading={false} />)
  await pass(1)
  expect(container).toHaveTextContent('in time')
})

test('an empty state has the next step, a text and a proverb in its language only if they are given', () => {
  const { container, rerender } = render(<EmptyState title="Your cart is empty." />, {
    wrapper: MemoryRouter,
  })
  expect(container.textContent).toBe('Your cart is empty.')
  expect(screen.queryByRole('link')).toBeNull()
  expect(container.querySelector('.kitenge')).toBeNull()
  rerender(
    <EmptyState
      title="Your cart is empty."
      text="Fill it."
      saying={ONE_BY_ONE}
      action={<button type="button">Undo</button>}
      leadsTo={{ to: '/shop', text: 'Shop now' }}
    />,
  )
  expect(screen.getByText('Fill it.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Shop now' })).toHaveAttribute('href', '/shop')
  expect(screen.getByText(ONE_BY_ONE.luganda)).toHaveAttribute('lang', 'lg')
  expect(screen.getByText(ONE_BY_ONE.english, { exact: false })).not.toHaveAttribute('lang')
})

test('a failure can be retried if there is a way to', () => {
  const onRetry = vi.fn()
  const { rerender } = render(<Failure message="It didn't load." />)
  expect(screen.getByRole('alert')).toHaveTextContent(/^It didn't load\.$/)
  rerender(<Failure message="It didn't load." onRetry={onRetry} />)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})
