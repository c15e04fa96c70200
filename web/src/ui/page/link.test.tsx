import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Link } from './link.tsx'

function Place() {
  const { pathname, state } = useLocation()
  return <p>{`at ${pathname} with ${JSON.stringify(state)}`}</p>
}

/** Clicks a link on the page /shop. @returns whether the browser follows it */
function tap(link: ReactNode, mouse: MouseEventInit = {}): boolean {
  render(
    <MemoryRouter initialEntries={['/shop']}>
      <Routes>
        <Route path="*" element={<Place />} />
      </Routes>
      {link}
    </MemoryRouter>,
  )
  const event = createEvent.click(screen.getByRole('link'), { button: 0, ...mouse })
  fireEvent(screen.getByRole('link'), event)
  return !event.defaultPrevented
}

test('navigates to a page of the shop with its state, without a page load', () => {
  const isLeft = tap(
    <Link to="/categories" state={{ categoryId: 3 }}>
      Books
    </Link>,
  )
  expect(isLeft).toBe(false)
  expect(screen.getByText('at /categories with {"categoryId":3}')).toBeInTheDocument()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/categories')
})

test.each([
  ['for a new tab', { ctrlKey: true }],
  ['for a new window', { shiftKey: true }],
])('leaves a click %s to the browser', (_, mouse) => {
  expect(tap(<Link to="/categories">Books</Link>, mouse)).toBe(true)
  expect(screen.getByText('at /shop with null')).toBeInTheDocument()
})

test.each(['https://other.example/a', '//other.example/a', 'mailto:shop@example.org'])(
  'leaves %s on another site to the browser',
  (url) => {
    expect(tap(<Link to={url}>Elsewhere</Link>)).toBe(true)
    expect(screen.getByRole('link')).toHaveAttribute('href', url)
    expect(screen.getByText('at /shop with null')).toBeInTheDocument()
  },
)

test('does not navigate if the caller prevented the default', () => {
  expect(
    tap(
      <Link to="/categories" onClick={(event) => event.preventDefault()}>
        Books
      </Link>,
    ),
  ).toBe(false)
  expect(screen.getByText('at /shop with null')).toBeInTheDocument()
})
