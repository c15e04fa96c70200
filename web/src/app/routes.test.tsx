import { screen, waitFor } from '@testing-library/react'
import { api } from 'contracts/api'
import { SHOP_PAGES } from 'contracts/cases/shop-pages'
import { API_PREFIX } from 'contracts/client'
import { flattenNames } from 'contracts/contracts'
import type { Endpoint } from 'contracts/endpoint'
import { nonEmpty } from 'contracts/non-empty'
import { pathMatcher } from 'contracts/path-pattern'
import { isPage } from 'mock-server/http/request/request-path'
import { createTestApp, type TestApp } from 'mock-server/test/test-app'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CART } from '../../test/pre-check.tsx'
import { handleResponses, renderShop } from '../../test/render.tsx'
import { NOT_A_DOCUMENT, paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { createQueryClient, Shop } from './app.tsx'
import { routes, type ShopRoute } from './routes.ts'
import { pagePath, preloadPage, routeOf } from './shop-routes.tsx'

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

test('a page has only one path, without a final slash', () => {
  expect(['/shop/', '/shop', '/'].map(pagePath)).toEqual(['/shop', '/shop', '/'])
})

test.each(['/authors/Chinua%20Achebe?sort=price', '/authors/Chinua%20Achebe#main'])(
  'the code of the page at %s is preloaded',
  async (url) => {
    const preload = vi.spyOn(routeOf('/authors/x').route.component, 'preload')
    await preloadPage(url)
    expect(preload).toHaveBeenCalledOnce()
  },
)

test.each([
  ['/wishlist', 'My Wishlist', 'My Wishlist · ', true],
  ['/authors/:id', null, '', true],
  ['/product-details/:id', null, 'Product · ', false],
  ['/refund-policy', 'Refund Policy', 'Refund Policy · ', false],
])(
  'for %s, the server renders the heading %j, the tab %j, and only a spinner: %s',
  async (path, heading, tab, isSpinner) => {
    await preloadPage(path)
    const document = renderToString(
      <Shop
        client={createQueryClient()}
        renderedUrl={path}
        router={(shop) => <StaticRouter location={path}>{shop}</StaticRouter>}
      />,
    )
    const main = document.replace(/.*<main/s, '').replace(/<\/main>.*/s, '')
    expect(main.includes('This page needs JavaScript')).toBe(isSpinner)
    expect(/<h1[^>]*>([^<]+)</.exec(main)?.[1] ?? null).toBe(heading)
    expect(/<title>([^<]*)</.exec(document)?.[1]).toBe(tab + store.name)
  },
)

test('the header, menu and footer link to each page that is not hidden and has no id', async () => {
  await renderShop({ path: paths.about })
  const linked = [...document.querySelectorAll('a')].flatMap((link) =>
    link.closest('main') ? [] : link.pathname,
  )
  const unlinked = routes.filter(
    ({ path, isHidden }) => !isHidden && !path.includes(':') && !linked.includes(path),
  )
  // The menu's entry for vouchers has no link, a school list is part of its URL, and developers open /api.
  expect(unlinked.map(({ name }) => name)).toEqual(['gift-card', 'school-list', 'api'])
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

test.each(routes.filter(({ isHidden, rendering }) => !isHidden && rendering !== 'private'))(
  'the route of the page $name says whether the query changes its canonical link',
  async ({ path, example = path, readsSearch = false }) => {
    await renderShop({ path: `${example}?categoryId=4&page=2` })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(canonicalLinks()).toHaveLength(1))
    expect(canonicalLinks()[0] !== example).toBe(readsSearch)
  },
)

test('the server reads the query of each page whose data depends on it', () => {
  const keysOf = ({ queries, example = '' }: ShopRoute, search: string) =>
    JSON.stringify(
      queries?.(routeOf(example).id, new URLSearchParams(search)).map(({ queryKey }) => queryKey),
    )
  const dependent = routes.filter((route) =>
    ['q=atlas', 'categoryId=4'].some((search) => keysOf(route, search) !== keysOf(route, '')),
  )
  expect(nonEmpty(dependent).filter(({ readsSearch }) => !readsSearch)).toEqual([])
})

test.each<[route: string, id: string, results: unknown[], isMissing: boolean]>([
  ['category', '3', [[{ id: 3 }], []], false],
  ['category', '31', [[{ id: 3 }], [{ id: 3 }, { id: 31 }]], false],
  ['category', '32', [[{ id: 3 }], [{ id: 3 }, { id: 31 }]], true],
  ['product', '5', [{ product: { id: 5, name: 'Atlas' } }], false],
  ['product', '5', [{ product: null }], true],
  ['author', 'Okot', [{ products: [{ id: 5 }] }], false],
  ['author', 'Okot', [{ products: [] }], true],
])('the server has no page for the %s %j if the responses are %j: %s', (name, id, results, isMissing) => {
  const route = routes.find((each) => each.name === name)
  expect(route?.isMissing?.(id, results)).toBe(isMissing)
})

/** Requests the data of a page as the server does. @returns the requests, such as `GET /categories` */
async function requestAsServer({ queries, pageQueries }: ShopRoute, url: string, emulator: TestApp) {
  const requests: string[] = []
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input), 'http://localhost')
    requests.push(`${init.method ?? 'GET'} ${pathname.replace(API_PREFIX, '')}${search}`)
    return emulator.fetch(input, init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = createQueryClient()
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const read = (list: ReturnType<NonNullable<typeof queries>> = []) =>
    Promise.all(list.map((query) => client.fetchQuery(query)))
  const results = await read(queries?.(routeOf(pathname).id, searchParams))
  await read(pageQueries?.(searchParams, results))
  return requests
}

const ENDPOINTS = Object.entries(flattenNames<Endpoint>(api)).map(([name, { method, path }]) => ({
  name,
  method,
  matches: pathMatcher(path.replace(/\/$/, '')),
}))

test.each(nonEmpty(routes.filter(({ name }) => name !== 'not-found')))(
  "the requests of a customer's page $name are listed in the contracts",
  async ({ name, path, example = path }) => {
    localStorage.setItem('cart', JSON.stringify(CART))
    const shop = await renderShop({ path: example, token: true })
    await screen.findByRole('heading', { level: 1 })
    // Some requests depend on the responses to others.
    for (let round = 0; round < 5; round++) await handleResponses(shop)
    const listed = Object.entries(SHOP_PAGES).flatMap(([endpoint, pages]) =>
      pages.includes(name) || pages.includes('every page') ? endpoint : [],
    )
    const requested = shop.requests.flatMap((request) => {
      const [sentMethod, pathname = ''] = request.split(/[ ?]/)
      return ENDPOINTS.filter(({ method, matches }) => method === sentMethod && matches(pathname))
    })
    const unlisted = nonEmpty(requested)
      .map((endpoint) => endpoint.name)
      .filter((endpoint) => !listed.includes(endpoint))
    expect(unlisted, `Endpoints to which contracts/cases/shop-pages.ts must add "${name}"`).toEqual([])
  },
)

test.each([
  '/',
  '/shop?categoryId=4',
  '/search?q=book',
  '/categories',
  '/categories/3',
  '/product-details/338',
])('the server requests only data that the page %s requests, too', async (url) => {
  const emulator = await createTestApp({ extensions: { longLists: false } })
  const { route } = routeOf(url.replace(/\?.*/, ''))
  const requested = nonEmpty(await requestAsServer(route, url, emulator))
  localStorage.clear()
  const { requests } = await renderShop({ path: url, emulator })
  await waitFor(() => expect(requests).toEqual(expect.arrayContaining([...requested])))
})

test.each([
  ['', []],
  ['page=2', ['2', '3', '4']],
  ['categoryId=4&page=2', []],
])('the server requests further pages of a list of 60 for /shop?%s: %j', (search, pages) => {
  const products = Array.from({ length: 10 }, (_, index) => ({ id: index + 1 }))
  const { pageQueries } = routeOf('/shop').route
  const queries = pageQueries?.(new URLSearchParams(search), [{ total_size: 60, products }])
  expect(queries?.map(({ queryKey }) => String(queryKey?.at(-1)))).toEqual(pages)
})

test.each(nonEmpty(routes.filter(({ readsSearch }) => readsSearch)))(
  "the server requests the further pages of the host's list that the second page of $name shows",
  async (route) => {
    const { path, example = path } = route
    const url = new URL(example, 'http://localhost')
    url.searchParams.set('page', '2')
    if (url.searchParams.has('q')) url.searchParams.set('q', 'book')
    const emulator = await createTestApp({ extensions: { longLists: false } })
    const furtherOf = (requests: readonly string[]) => requests.filter((each) => each.includes('offset='))
    const requested = furtherOf(await requestAsServer(route, url.href, emulator))
    localStorage.clear()
    const { requests } = await renderShop({ path: url.pathname + url.search, emulator })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(document.querySelector('main :is([aria-busy=true], .spinner)')).toBeNull())
    await waitFor(() => expect(furtherOf(requests)).toEqual(requested))
  },
)
