import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'

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
