import { screen, waitFor } from '@testing-library/react'
import { isPage } from 'mock-server/http/request/request-path'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { NOT_A_DOCUMENT, paths } from '../config/paths.ts'
import { routes } from './routes.ts'
import { routeOf } from './shop-routes.tsx'

test('moves the focus to the heading of a new page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('link', { name: 'SHOP NOW' }))
  expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toHaveFocus()
})

test('a path is case-sensitive, and may end with one slash, but has no extension or further segment', () => {
  const nameOf = (path: string) => routeOf(path).route.name
  expect(nameOf('/shop/')).toBe('shop')
  expect(routeOf('/authors/Chinua%20Achebe/')).toMatchObject({
    route: { name: 'author' },
    id: 'Chinua Achebe',
  })
  const missing = [
    ...[
      '/Shop',
      '/SHOP',
      '/Product-Details/5',
      '/shop/books',
      '/shop//',
      '//shop',
      '/index.html',
      '/shop.html',
    ],
    '/product-details/5/extra',
    '/product-details/5.html',
    '/authors/',
    '/authors/%',
    '/nowhere/at/all',
  ]
  for (const path of missing) expect(nameOf(path), path).toBe('not-found')
})

/** Returns the canonical links of the document, without their origin. */
const canonicalLinks = () =>
  [...document.querySelectorAll('link[rel=canonical]')].map((link) => link.getAttribute('href'))

test.each([
  ['/', ['/']],
  ['/about-us/?utm_source=chat', ['/about-us']],
  ['/shop?page=2&utm_source=chat&sort=price', ['/shop?sort=price&page=2']],
  ['/categories?categoryId=3', ['/categories/3']],
  ['/product-details/338?utm_source=chat', ['/product-details/338']],
  ['/product-details/999999', []],
  ['/nowhere', []],
])('the canonical links of %s are %j', async (path, links) => {
  await renderShop({ path })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(canonicalLinks()).toEqual(links))
  const isHidden = document.querySelector('meta[name=robots][content=noindex]') !== null
  expect(isHidden).toBe(links.length === 0)
})

test('navigations replace the canonical link', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('link', { name: 'SHOP NOW' }))
  await waitFor(() => expect(canonicalLinks()).toEqual(['/shop']))
})

test('every path in paths.ts belongs to a page', () => {
  const patterns = routes.map(({ path }) => path)
  const linked = Object.values(paths).filter((path) => typeof path === 'string')
  expect(linked.filter((path) => !patterns.includes(path))).toEqual([])
})

test.each(routes.filter(({ title, isHidden, path }) => title !== null && !isHidden && path !== '*'))(
  'the page $name has the same title in its tab as before its code has loaded',
  async ({ path, title }) => {
    await renderShop({ path })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(document.title.split(' · ')).toContain(title))
  },
)

test.each(routes.filter(({ name }) => name !== 'not-found'))(
  'service worker and emulator recognise the page $name',
  (route) => {
    const path = (route.example ?? route.path).replace(/\?.*/, '')
    expect(NOT_A_DOCUMENT.test(path)).toBe(false)
    expect(isPage('GET', path)).toBe(true)
  },
)
