import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { BrowserRouter, Link, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { RouteEffects } from './route-effects.tsx'

test('Back restores the scroll position once the page is as long as before, and the focus on the link that was left', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await screen.findByRole('heading', { level: 1, name: 'About Us' })
  const height = vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(0)
  vi.stubGlobal('scrollY', 640.4)
  window.dispatchEvent(new Event('scrollend'))
  const link = screen.getByRole('link', { name: 'SHOP NOW' })
  await user.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toHaveFocus()
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0)
  act(() => window.history.back())
  expect(await screen.findByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await new Promise((frames) => setTimeout(frames, 50))
  expect(window.scrollTo).not.toHaveBeenCalledWith(0, 640)
  height.mockReturnValue(640 + window.innerHeight)
  await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 640))
  expect(screen.getByRole('link', { name: 'SHOP NOW' })).toHaveFocus()
})

test('Back restores the position after a while although the page is shorter, and leaves the focus where it is', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  vi.stubGlobal('scrollY', 640)
  window.dispatchEvent(new Event('pagehide'))
  await user.click(screen.getByRole('link', { name: 'SHOP NOW' }))
  await screen.findByRole('heading', { level: 1, name: 'Shop' })
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(0)
  act(() => window.history.back())
  await screen.findByRole('heading', { level: 1, name: 'About Us' })
  const account = screen.getByRole('link', { name: 'Account' })
  act(() => account.focus())
  await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 640))
  expect(account).toHaveFocus()
})

test('keeps the scroll positions of the latest 50 pages', async () => {
  const earlier = Array.from({ length: 50 }, (_, index) => [`page${index}`, index])
  sessionStorage.setItem('scrollPlaces', JSON.stringify(Object.fromEntries(earlier)))
  await renderShop({ path: '/about-us' })
  await screen.findByRole('heading', { level: 1, name: 'About Us' })
  window.dispatchEvent(new Event('scrollend'))
  const pages = Object.keys(JSON.parse(sessionStorage.getItem('scrollPlaces') ?? '{}'))
  expect([pages.length, pages[0], pages.at(-1)]).toEqual([50, 'page1', 'start'])
})

/** A page with links, whose heading is rendered with it, or later. */
function Page({ hasHeading }: { hasHeading: boolean }) {
  const { pathname, search } = useLocation()
  const [isLoaded, setLoaded] = useState(hasHeading)
  return (
    <main tabIndex={-1}>
      {isLoaded ? <PageHead title={pathname + search} /> : null}
      {['/shop', '/shop?page=2', '/shop?categoryId=3', '/terms', '/terms#returns'].map((to) => (
        <Link key={to} to={to}>
          {to}
        </Link>
      ))}
      <input type="checkbox" aria-label="Books" />
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
    </main>
  )
}

/** Opens the first page of a visit. @returns the calls that scroll */
function openPage(path: string, { hasHeading = true } = {}) {
  window.history.replaceState(null, '', path)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000)
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  render(
    <BrowserRouter>
      <RouteEffects />
      <Page hasHeading={hasHeading} />
    </BrowserRouter>,
  )
  return scroll.mock.calls
}

const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }))
const goBack = () =>
  act(async () => {
    window.history.back()
    await new Promise((done) => setTimeout(done, 10))
  })
const heading = () => screen.getByRole('heading', { level: 1 })

test.each([
  ['where a reload has left it', 'reload', [[0, 640]]],
  ['where the shopper has left it for another site', 'back_forward', [[0, 640]]],
  ['at the top if it was opened by a link', 'navigate', []],
])('a visit begins %s, without moving the focus', (_, type, calls) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  sessionStorage.setItem('scrollPlaces', JSON.stringify({ '/shop?page=2': 640 }))
  expect(openPage('/shop?page=2')).toEqual(calls)
  expect(document.body).toHaveFocus()
})

test('another page of a list keeps the place and the focus, also on Back, and another category is another page', async () => {
  const calls = openPage('/shop')
  screen.getByRole('link', { name: '/shop?page=2' }).focus()
  follow('/shop?page=2')
  await goBack()
  expect(heading()).toHaveTextContent(/^\/shop$/)
  expect(calls).toEqual([])
  expect(screen.getByRole('link', { name: '/shop?page=2' })).toHaveFocus()
  screen.getByLabelText('Books').focus()
  follow('/shop?categoryId=3')
  expect(calls).toEqual([])
  expect(screen.getByLabelText('Books'), 'which ticks several').toHaveFocus()
  screen.getByRole('button').focus()
  follow('/shop')
  expect(calls).toEqual([[0, 0]])
  expect(heading()).toHaveFocus()
})

test('a link to a part of a page is left to the browser, and the heading has the focus', () => {
  const calls = openPage('/shop')
  follow('/terms#returns')
  expect(calls).toEqual([])
  expect(heading()).toHaveFocus()
})

test('the heading of a page that renders it later gets the focus then, and Back focuses the page until it has one', async () => {
  openPage('/shop', { hasHeading: false })
  screen.getByRole('button').focus()
  fireEvent.click(screen.getByRole('main'))
  follow('/terms')
  screen.getByRole('button').focus()
  await goBack()
  expect(screen.getByRole('link', { name: '/terms' })).toHaveFocus()
  follow('/terms')
  fireEvent.click(screen.getByRole('button', { name: 'Load' }))
  expect(heading()).toHaveFocus()
})
