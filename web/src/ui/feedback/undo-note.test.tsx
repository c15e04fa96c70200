import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ANNOUNCER_ID, announce, useAnnouncement } from './announcer.ts'
import { UndoNote } from './undo-note.tsx'

const announcer = <p id={ANNOUNCER_ID} role="status" aria-label="Announced" />
const announced = () => screen.getByRole('status', { name: 'Announced' }).textContent

test.each([
  ['moves to Undo if the clicked button is gone', false, null],
  ['stays on the clicked button if it remains, and the note is announced', true, 'status'],
])('after a removal, the focus %s', (_, keepsFocus, role) => {
  vi.useFakeTimers()
  const onUndo = vi.fn()
  const page = (text: string | null) => (
    <>
      <button type="button">Remove</button>
      <UndoNote text={text} onUndo={onUndo} keepsFocus={keepsFocus} className="mt-3" />
      {announcer}
    </>
  )
  const { container, rerender } = render(page(null))
  screen.getByRole('button', { name: 'Remove' }).focus()
  const note = container.querySelector('.notice.mt-3')
  expect([note?.textContent, note?.getAttribute('role')]).toEqual(['', role])
  rerender(page('Atlas removed.'))
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo).toHaveAccessibleDescription('Atlas removed.')
  expect(document.activeElement?.textContent).toBe(keepsFocus ? 'Remove' : 'Undo')
  fireEvent.click(undo)
  expect(onUndo).toHaveBeenCalledTimes(1)
  expect(announced()).toBe('Undone.')
})

test('an announcement stays for five seconds, and a newer one as long from then on', () => {
  vi.useFakeTimers()
  render(announcer)
  announce('Sorted.')
  vi.advanceTimersByTime(4_000)
  announce('Filtered.')
  vi.advanceTimersByTime(4_999)
  expect(announced()).toBe('Filtered.')
  vi.advanceTimersByTime(1)
  expect(announced()).toBe('')
})

test('a text of the page is announced when it changes, and not when it disappears', () => {
  vi.useFakeTimers()
  function Total({ text }: { text: string }) {
    useAnnouncement(text)
    return announcer
  }
  const { rerender } = render(<Total text="Total UGX 500." />)
  rerender(<Total text="Total UGX 900." />)
  expect(announced()).toBe('Total UGX 900.')
  rerender(<Total text="" />)
  expect(announced()).toBe('Total UGX 900.')
})
