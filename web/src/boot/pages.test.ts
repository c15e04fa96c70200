import { isPage } from 'mock-server/http/shop/shop-pages'
import { expect, test } from 'vitest'
import { hostingOf } from '../../build/hosting.ts'
import { screens } from '../app/routes.tsx'
import { paths } from '../config/paths.ts'
import { readEnv } from '../config/read-env.ts'
import { LISTED_PATHS, SCREEN_PATHS, STATIC_PATHS } from '../prerender/render-page.tsx'
import { bootPages, exampleOf, matchPattern, NOT_A_PAGE, pages } from './pages.ts'

const modules = import.meta.glob<Record<string, unknown>>('../pages/*-page.tsx')
const known = pages.filter(({ name }) => name !== 'not-found')
const pathOf = (page: (typeof pages)[number]) => exampleOf(page).replace(/\?.*/, '')

test('the app renders each page with a component from the module in the table', async () => {
  expect(screens.map(({ name }) => name)).toEqual(pages.map(({ name }) => name))
  for (const { name, module, load } of screens) {
    const exported = await modules[`../pages/${module}-page.tsx`]?.()
    expect(Object.values(exported ?? {}), name).toEqual(expect.arrayContaining([await load()]))
  }
})

test('the boot script matches the same paths as the router', () => {
  for (const { name, path } of bootPages) {
    const matching = known.filter((page) => path.test(pathOf(page)))
    expect([name, ...matching.map((page) => page.name)]).toEqual([name, name])
  }
  expect(matchPattern('/product-details/:id', paths.product(338))).toBe('338')
  expect(matchPattern('/authors/:id', '/authors/%')).toBeNull()
  expect(matchPattern('/categories/:id', paths.category(3))).toBe('3')
})

test('a pattern ignores case and a final slash, but does not match a longer path', () => {
  expect(matchPattern('/shop', '/Shop/')).toBe('')
  expect(matchPattern('/shop', '/shop/books')).toBeNull()
  expect(matchPattern('/authors/:id', '/authors/Chinua%20Achebe/')).toBe('Chinua%20Achebe')
  expect(matchPattern('/authors/:id', '/authors/')).toBeNull()
  expect(matchPattern('*', '/nowhere/at/all')).toBe('')
})

test('every path in paths.ts belongs to a page', () => {
  const patterns: readonly string[] = pages.map(({ pattern }) => pattern)
  const linked = Object.values(paths).filter((path) => typeof path === 'string')
  expect(linked.filter((path) => !patterns.includes(path))).toEqual([])
  expect(patterns.filter((pattern) => pattern !== '*' && !/:/.test(pattern)).sort()).toEqual(linked.sort())
})

test('service worker, emulator and hosting files recognise every page', () => {
  const { routes, prefixes } = hostingOf([], SCREEN_PATHS, readEnv({}, false))
  for (const page of known) {
    const path = pathOf(page)
    const isHosted = routes.includes(path) || prefixes.some((prefix) => path.startsWith(prefix))
    expect(NOT_A_PAGE.test(path), path).toBe(false)
    expect(isPage('GET', path), path).toBe(true)
    expect(isHosted, path).toBe(true)
  }
})

test('the sitemap contains only public pages', () => {
  expect(STATIC_PATHS).toEqual([paths.contact, paths.about, paths.terms, paths.refund])
  expect(LISTED_PATHS).toEqual([paths.home, paths.shop, paths.categories, ...STATIC_PATHS])
})
