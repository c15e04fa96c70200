import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeletionChip } from './deletion-chip.tsx'

test('says immediately that a change is being sent, and after six seconds that it takes long', () => {
  vi.useFakeTimers()
  render(<DeletionChip verb="Deleting" />)
  expect(screen.getByRole('status')).toHaveTextContent(/^Deleting…$/)
  act(() => vi.advanceTimersByTime(6000))
  expect(screen.getByRole('status')).toHaveTextContent(/^Still deleting…$/)
  vi.useRealTimers()
})
