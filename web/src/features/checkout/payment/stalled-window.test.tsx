import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StalledWindow } from './stalled-window.tsx'

test('asks whether the payment window is open, and closes it only on request', () => {
  const onClose = vi.fn()
  const { unmount } = render(<StalledWindow onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: "It's open" }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  unmount()
  render(<StalledWindow onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Close the payment window' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('asks nothing while the payment window has the focus', () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(frame)
  render(<StalledWindow onClose={() => {}} />)
  expect(screen.queryByRole('alert')).toBeNull()
  frame.remove()
})
