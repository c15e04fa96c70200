import { screen } from '@testing-library/react'
import { nonEmpty } from 'contracts/non-empty'
import { isPage } from 'mock-server/http/request/page-path'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { NOT_A_DOCUMENT, paths } from '../config/paths.ts'
import { exampleOf, routeOf, routes } from './routes.tsx'

// The checkout redirects to the log-in.
const shown = routes.filter(({ name }) => name !== 'checkout')

test.each(nonEmpty(shown))('renders the page $name with one heading', async (page) => {
  await renderShop({ path: exampleOf(page) })
  const heading = await screen.findByRole('heading', { level: 1 })
  if (page.title !== null) expect(heading).toHaveTextContent(page.title)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.title).toMatch(/· Kitabo$/)
})

test('moves the focus to the heading of a new page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('link', { name: 'SHOP NOW' }))
  expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toHaveFocus()
})

test('a pattern ignores case and a final slash, but does not match a longer or malformed path', () => {
  const nameOf = (path: string) => routeOf(path).route.name
  expect(nameOf('/Shop/')).toBe('shop')
  expect(nameOf('/shop/books')).toBe('not-found')
  expect(routeOf('/authors/Chinua%20Achebe/')).toMatchObject({
    route: { name: 'author' },
    id: 'Chinua Achebe',
  })
  expect(nameOf('/authors/')).toBe('not-found')
  expect(nameOf('/authors/%')).toBe('not-found')
  expect(nameOf('/nowhere/at/all')).toBe('not-found')
})

test('every path in paths.ts belongs to a page', () => {
  const patterns = routes.map(({ path }) => path)
  const linked = Object.values(paths).filter((path) => typeof path === 'string')
  expect(linked.filter((path) => !patterns.includes(path))).toEqual([])
})

test.each(routes.filter(({ name }) => name !== 'not-found'))(
  'service worker and emulator recognise the page $name',
  (route) => {
    const path = exampleOf(route).replace(/\?.*/, '')
    expect(NOT_A_DOCUMENT.test(path)).toBe(false)
    expect(isPage('GET', path)).toBe(true)
  },
)
