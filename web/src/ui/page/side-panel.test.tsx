import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SidePanel } from './side-panel.tsx'

/** Shows a panel on a screen. @returns a function that changes the screen's width */
function renderPanel(isWide: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isWide })
  vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList)
  render(
    <SidePanel label="Browse categories" done="Show 3 products">
      <p>Books</p>
    </SidePanel>,
  )
  return {
    resize(matches: boolean) {
      query.matches = matches
      act(() => void query.dispatchEvent(new Event('change')))
    },
  }
}

const toggle = () => screen.getByRole('button', { name: 'Browse categories' })
const body = () => document.querySelector('.side-body')

test('on phones, a panel is rendered when it is opened, and its last button closes it', () => {
  renderPanel(false)
  expect(screen.queryByText('Books')).toBeNull()
  expect(toggle()).toHaveAttribute('aria-expanded', 'false')
  fireEvent.click(toggle())
  expect(screen.getByText('Books')).toBeInTheDocument()
  expect(toggle()).toHaveAttribute('aria-expanded', 'true')
  expect(body()).toHaveClass('side-open')
  expect(toggle()).toHaveAttribute('aria-controls', body()?.id)
  fireEvent.click(screen.getByRole('button', { name: 'Show 3 products' }))
  expect(toggle()).toHaveFocus()
  expect(body()).not.toHaveClass('side-open')
  expect(screen.getByText('Books')).toBeInTheDocument()
  fireEvent.click(toggle())
  fireEvent.click(toggle())
  expect(toggle()).toHaveAttribute('aria-expanded', 'false')
})

test('on wide screens, a panel is always shown, also after the screen has been turned', () => {
  const { resize } = renderPanel(true)
  expect(screen.getByText('Books')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show 3 products' })).toBeNull()
  resize(false)
  expect(screen.queryByText('Books')).toBeNull()
  expect(screen.getByRole('button', { name: 'Show 3 products' })).toBeInTheDocument()
  resize(true)
  expect(screen.getByText('Books')).toBeInTheDocument()
})
