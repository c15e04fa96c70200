import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { afterPaint, lazyComponent, preloadOnIntent } from './lazy-component.tsx'

function Counter({ step }: { step: number }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + step)}>
      {count} by {step}
    </button>
  )
}

test('keeps the state when rendered with other props', async () => {
  const Lazy = lazyComponent(async () => Counter, { waiting: 'Loading...' })
  const view = render(<Lazy step={2} />)
  await userEvent.click(await screen.findByRole('button'))
  expect(screen.getByRole('button')).toHaveTextContent('2 by 2')
  view.rerender(<Lazy step={5} />)
  expect(screen.getByRole('button')).toHaveTextContent('2 by 5')
})

test('renders immediately after a preload', async () => {
  const Lazy = lazyComponent(async () => Counter, { waiting: 'Loading...' })
  await Lazy.preload()
  render(<Lazy step={1} />)
  expect(screen.getByRole('button')).toHaveTextContent('0 by 1')
})

test('renders as soon as its code has loaded, without the 300 ms delay of Suspense', async () => {
  // Fake timers fire only when they are advanced, so content that waits for one stays hidden.
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const Lazy = lazyComponent(async () => Counter, { waiting: 'Loading...' })
  render(<Lazy step={1} />)
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  // One frame, after which the code is requested.
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(screen.getByRole('button')).toHaveTextContent('0 by 1')
})

test.each([
  ['hover of a mouse', (button: HTMLElement) => fireEvent.pointerEnter(button, { pointerType: 'mouse' })],
  ['focus', (button: HTMLElement) => fireEvent.focus(button)],
])('preloads on %s, but not on touch', async (_, rest) => {
  let loads = 0
  const Lazy = lazyComponent(
    async () => {
      loads += 1
      return Counter
    },
    { waiting: null },
  )
  render(<button type="button" {...preloadOnIntent(Lazy)} />)
  fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'touch' })
  await afterPaint()
  expect(loads).toBe(0)
  rest(screen.getByRole('button'))
  await vi.waitFor(() => expect(loads).toBe(1))
})

test('settles its preload without an error if the code fails to load', async () => {
  const Lazy = lazyComponent<object>(() => Promise.reject(new Error('no network')), { waiting: null })
  await expect(Lazy.preload()).resolves.toBeUndefined()
})

test('retries if the network returned before the load failed', async () => {
  let tries = 0
  const Lazy = lazyComponent(
    async () => {
      tries += 1
      if (tries > 1) return Counter
      window.dispatchEvent(new Event('online'))
      throw new Error('no network')
    },
    { waiting: 'Loading...', failed: () => 'It did not load.' },
  )
  render(<Lazy step={3} />)
  await userEvent.click(await screen.findByRole('button'))
  expect(screen.getByRole('button')).toHaveTextContent('3 by 3')
  expect(tries).toBe(2)
})

test('does not retry a component that throws, even after the network returned', async () => {
  expectOnConsole(/broken/)
  window.dispatchEvent(new Event('online'))
  let draws = 0
  function Broken(): never {
    draws += 1
    throw new Error('broken')
  }
  const Lazy = lazyComponent(async () => Broken, { waiting: null, failed: () => 'It is broken.' })
  render(<Lazy />)
  await screen.findByText('It is broken.')
  const drawsBefore = draws
  for (let frame = 0; frame < 5; frame++) await afterPaint()
  expect(draws).toBe(drawsBefore)
})
