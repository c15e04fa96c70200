import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '../../config/paths.ts'
import { setDataSaver } from '../../platform/data-saver.ts'
import { HydrationContext } from '../../platform/hydration.ts'
import { locationOf } from '../../platform/location.ts'
import { Link, PrefetchContext } from './link.tsx'

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

/** Shows a link. @returns what prefetches its page, and the link */
function renderLink(to: string) {
  vi.useFakeTimers()
  const prefetch = vi.fn()
  const { unmount } = render(
    <MemoryRouter>
      <PrefetchContext value={prefetch}>
        <Link to={to}>Books</Link>
      </PrefetchContext>
    </MemoryRouter>,
  )
  return { prefetch, link: screen.getByRole('link'), unmount }
}

test('prefetches its page when it is touched, or hovered or focused for 100 ms', () => {
  const { prefetch, link } = renderLink('/categories')
  for (const rest of [
    () => fireEvent.pointerEnter(link, { pointerType: 'mouse' }),
    () => fireEvent.focus(link),
  ]) {
    prefetch.mockReset()
    rest()
    vi.advanceTimersByTime(99)
    expect(prefetch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(prefetch).toHaveBeenCalledExactlyOnceWith('/categories')
  }
  fireEvent.touchStart(link)
  vi.advanceTimersByTime(0)
  expect(prefetch).toHaveBeenCalledTimes(2)
})

test('prefetches nothing if the pointer or the focus leaves soon, a finger scrolls, or the link is removed', () => {
  const { prefetch, link, unmount } = renderLink('/categories')
  fireEvent.pointerEnter(link, { pointerType: 'mouse' })
  fireEvent.pointerLeave(link)
  fireEvent.focus(link)
  fireEvent.blur(link)
  fireEvent.pointerEnter(link, { pointerType: 'touch' })
  vi.advanceTimersByTime(1_000)
  fireEvent.focus(link)
  unmount()
  vi.advanceTimersByTime(1_000)
  expect(prefetch).not.toHaveBeenCalled()
})

test.each([
  ['to another site', 'https://other.example/a', false],
  ['while data is saved', '/categories', true],
])('prefetches nothing %s', (_, to, savesData) => {
  setDataSaver(savesData)
  onTestFinished(() => setDataSaver(false))
  const { prefetch, link } = renderLink(to)
  fireEvent.touchStart(link)
  vi.advanceTimersByTime(1_000)
  expect(prefetch).not.toHaveBeenCalled()
})

test.each([
  ['/categories?categoryId=3', paths.category(3)],
  ['/categories?categoryId=3&page=2', '/categories?categoryId=3&page=2'],
  ['/shop?page=2', '/shop?page=2'],
])('before hydration, the link to %s leads to %s', (to, href) => {
  render(
    <MemoryRouter>
      <HydrationContext value={locationOf('/')}>
        <Link to={to}>Books</Link>
      </HydrationContext>
    </MemoryRouter>,
  )
  expect(screen.getByRole('link')).toHaveAttribute('href', href)
})
