import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { lazyWithRetry } from './lazy-with-retry.tsx'

function Counter({ step }: { step: number }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + step)}>
      {count} by {step}
    </button>
  )
}

test('keeps the state of what it shows when it is drawn again with other props', async () => {
  const Part = lazyWithRetry(async () => Counter, { waiting: 'Loading...' })
  const view = render(<Part step={2} />)
  await userEvent.click(await screen.findByRole('button'))
  expect(screen.getByRole('button')).toHaveTextContent('2 by 2')
  view.rerender(<Part step={5} />)
  expect(screen.getByRole('button')).toHaveTextContent('2 by 5')
})

test('is drawn at once when it was preloaded', async () => {
  const Part = lazyWithRetry(async () => Counter, { waiting: 'Loading...' })
  await Part.preload()
  render(<Part step={1} />)
  expect(screen.getByRole('button')).toHaveTextContent('0 by 1')
})

test('settles its preload without an error when the code does not load', async () => {
  const Part = lazyWithRetry<object>(() => Promise.reject(new Error('no network')))
  await expect(Part.preload()).resolves.toBeUndefined()
})

test('loads again by itself where the network returned before the failure of its load was seen', async () => {
  expectOnConsole(/no network/)
  let tries = 0
  const Part = lazyWithRetry(
    async () => {
      tries += 1
      if (tries > 1) return Counter
      window.dispatchEvent(new Event('online'))
      throw new Error('no network')
    },
    { waiting: 'Loading...', failed: () => 'It did not load.' },
  )
  render(<Part step={3} />)
  await userEvent.click(await screen.findByRole('button'))
  expect(screen.getByRole('button')).toHaveTextContent('3 by 3')
  expect(tries).toBe(2)
})
