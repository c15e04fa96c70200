import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { EnlargedImage } from './enlarged-image.tsx'

/** A box of 100 by 80 pixels, which shows an image of 400 by 320 pixels when it is zoomed. */
function renderImage(): HTMLElement {
  const { container } = render(<EnlargedImage file="front.webp" name="Atlas" />)
  const box = container.firstElementChild as HTMLElement
  const sizes = { scrollWidth: 400, scrollHeight: 320, clientWidth: 100, clientHeight: 80 }
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(box, name, { value })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 100, 80))
  return box
}

test.each([
  ['a tap', { detail: 1, clientX: 85, clientY: 40 }, [250, 40]],
  ['a key', { detail: 0, clientX: 0, clientY: 0 }, [150, 120]],
])('%s zooms in at its point, or at the centre', (_, event, scrolled) => {
  const box = renderImage()
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }), event)
  expect([box.scrollLeft, box.scrollTop]).toEqual(scrolled)
  fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }), event)
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeVisible()
})
