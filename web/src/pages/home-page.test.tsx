import { act, fireEvent, screen, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { lateResponse, renderShop } from '../../test/render.tsx'
import { BOOKS_CATEGORY_ID, deliveryTimeNotice, RETURN_DAYS, store } from '../config/store.ts'
import { formatMoney } from '../domain/money.ts'
import { setDataSaver } from '../platform/data-saver.ts'

test('shows the sections as cards and strips that scroll, one item as a large card, and messages in empty sections', async () => {
  const { user } = await renderShop({ path: '/' })
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  const card = await screen.findByRole('region', { name: 'New from Ugandan Writers' })
  expect(within(card).getAllByRole('listitem')).toHaveLength(4)
  expect(within(card).getByRole('link', { name: /See more/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/categories\?categoryId=\d+$/),
  )

  const strip = await screen.findByRole('region', { name: 'African Classics' })
  expect(within(strip).getAllByRole('listitem')).toHaveLength(14)
  expect(within(strip).getByRole('link', { name: /See All/ })).toBeInTheDocument()
  const row = within(strip).getByRole('list')
  Object.defineProperty(row, 'clientWidth', { value: 1_000 })
  const scrollBy = vi.spyOn(row, 'scrollBy').mockImplementation(() => {})
  for (const [direction, left] of [
    ['forward', 900],
    ['back', -900],
  ] as const) {
    await user.click(within(strip).getByRole('button', { name: `Scroll African Classics ${direction}` }))
    expect(scrollBy).toHaveBeenLastCalledWith({ left, behavior: 'smooth' })
  }
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument()

  const single = within(await screen.findByRole('region', { name: 'Book of the Month' }))
  expect(single.getAllByRole('listitem')).toHaveLength(1)
  expect(single.getByRole('link', { name: /Shop Now/ })).toHaveAttribute('href', '/product-details/217')

  const empty = await screen.findByRole('region', { name: 'Signed Copies' })
  expect(within(empty).getByText('Coming Soon')).toBeInTheDocument()
  const emptyStrip = within(await screen.findByRole('region', { name: 'Author Evenings' }))
  expect(emptyStrip.getByText('No products available in this section')).toBeInTheDocument()
  expect(emptyStrip.getByRole('link', { name: /See All/ })).toHaveAttribute('href', '/shop')
  expect(await screen.findByRole('heading', { name: 'Section 8' })).toBeInTheDocument()
})

test('links only items with an id, and links to the shop if none has a category', async () => {
  const items = [
    { id: null, name: 'Loose Leaf', price: 500 },
    { id: 7, name: 'Atlas', price: 9000 },
  ]
  expectOnConsole(/GET \/homepage\/sections does not match its contract/)
  const data = [1, 2, 3, 4, 5].map((id) => ({ id, title: `Shelf ${id}`, items }))
  const body = { success: true, message: '', data }
  await renderShop({ path: '/', faults: [{ path: '/homepage/sections', effect: { status: 200, body } }] })
  for (const name of ['Shelf 1', 'Shelf 5']) {
    const shelf = await screen.findByRole('region', { name })
    expect(within(shelf).getAllByRole('listitem')).toHaveLength(2)
    const links = within(within(shelf).getByRole('list')).getAllByRole('link')
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['/product-details/7']))
    expect(within(shelf).getByRole('link', { name: /^See/ })).toHaveAttribute('href', '/shop')
  }
})

test('Try again also repeats the other reads of the page that have failed', async () => {
  let isDown = true
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user, requests } = await renderShop({ path: '/', refuse: () => (isDown ? 500 : undefined) })
  // The last retry of the sections is after 14 seconds.
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  const again = within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' })
  vi.useRealTimers()
  isDown = false
  requests.length = 0
  await user.click(again)
  expect(await screen.findByRole('region', { name: 'New from Ugandan Writers' })).toBeInTheDocument()
  expect(await screen.findByRole('region', { name: 'Offers' })).toBeInTheDocument()
  expect(await screen.findByRole('navigation', { name: 'Shop by category' })).toBeInTheDocument()
  for (const request of ['GET /banners', 'GET /categories', 'GET /homepage/sections'])
    expect(requests.filter((each) => each === request)).toHaveLength(1)
})

test('links to the shop without an error if the host has no sections and the banners fail', async () => {
  const emulator = await createTestApp()
  emulator.world.db.exec('DELETE FROM homepage_sections')
  await renderShop({
    path: '/',
    emulator,
    refuse: (request) => (request === 'GET /banners' ? 500 : undefined),
  })
  expect(await screen.findByRole('link', { name: 'Browse the shop' })).toHaveAttribute('href', '/shop')
  expect(screen.queryByRole('group', { name: /^Banner/ })).not.toBeInTheDocument()
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('retries after 2, 4 and 8 seconds and then shows the status code and the latest products', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { requests } = await renderShop({
    path: '/',
    refuse: (request) => (request === 'GET /homepage/sections' ? 503 : undefined),
  })
  const requested = () => requests.filter((request) => request === 'GET /homepage/sections').length
  await vi.waitFor(() => expect(requested()).toBe(1))
  await vi.advanceTimersByTimeAsync(2000)
  expect(requested()).toBe(2)
  await act(() => vi.advanceTimersByTimeAsync(2100))
  expect(await screen.findByText(/Still trying…/)).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(2000)
  expect(requested()).toBe(3)
  await vi.advanceTimersByTimeAsync(8000)
  expect(requested()).toBe(4)
  const box = await screen.findByRole('alert')
  expect(box).toHaveTextContent('Error: HTTP 503')
  expect(box).toHaveTextContent('Please try refreshing the page.')
  expect(within(box).getByText("We couldn't load our featured products.")).toBeVisible()
  const latest = await screen.findByRole('region', { name: 'Latest products' })
  expect(within(latest).getAllByRole('article')).toHaveLength(12)
  expect(box.compareDocumentPosition(latest)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test.each([0, 7])('retries after the %i seconds of a 429', async (throttle) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const times: number[] = []
  await renderShop({
    path: '/',
    faults: [{ path: '/homepage/sections', times: 1, effect: { throttle } }],
    refuse: (request) => {
      if (request === 'GET /homepage/sections') times.push(Date.now())
      return undefined
    },
  })
  await vi.waitFor(() => expect(times).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(8000))
  const [first = 0, second = 0] = times
  expect(Math.floor((second - first) / 1000)).toBe(throttle)
})

test('shows sections from a complete cached response without a request', async () => {
  const data = [{ id: 1, title: 'Cached Shelf', items: [] }]
  window.localStorage.setItem(
    'homepage_sections',
    JSON.stringify({ data: { success: true, data }, timestamp: Date.now() }),
  )
  const { requests } = await renderShop({ path: '/' })
  expect(screen.getByRole('region', { name: 'Cached Shelf' })).toBeInTheDocument()
  expect(requests).not.toContain('GET /homepage/sections')
})

test('requests the sections if the cached response is a refusal', async () => {
  const data = { success: false, message: 'Back at noon' }
  window.localStorage.setItem('homepage_sections', JSON.stringify({ data, timestamp: Date.now() }))
  await renderShop({ path: '/' })
  expect(await screen.findByRole('region', { name: 'African Classics' })).toBeVisible()
})

test('a single banner has no controls, and does nothing when it is clicked if it has no category', async () => {
  const emulator = await createTestApp()
  emulator.world.db.exec('DELETE FROM banners WHERE id > (SELECT MIN(id) FROM banners)')
  emulator.world.db.exec('UPDATE banners SET category_id = NULL, title = NULL')
  const { user } = await renderShop({ path: '/', emulator })
  const banner = await screen.findByRole('group', { name: /^Banner 1 of/ })
  expect(within(banner).getByText('No Title')).toBeInTheDocument()
  const carousel = within(screen.getByRole('region', { name: 'Offers' }))
  const [button, ...others] = carousel.getAllByRole('button')
  expect(others).toEqual([])
  expect(button).toHaveAccessibleDescription('No Title')
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.click(button as HTMLElement)
  expect(window.location.pathname).toBe('/')
})

test('opens the category of a banner, whose missing image is replaced by a placeholder, when it is clicked', async () => {
  const { user } = await renderShop({ path: '/' })
  const banner = await screen.findByRole('group', { name: /^Banner 1 of/ })
  expect(within(banner).getByText('Click for more details!')).toBeInTheDocument()
  const image = () => banner.querySelector('img') as HTMLImageElement
  const src = image().getAttribute('src')
  expect(src).toMatch(/^\/storage\/banner\/[\w.-]+$/)
  fireEvent.error(image())
  expect(image()).toHaveAttribute('alt', 'No Image')
  expect(image().getAttribute('src')).not.toBe(src)
  const button = within(banner).getByRole('button', { name: 'View More' })
  expect(button).not.toHaveAttribute('aria-disabled')
  await user.click(button)
  await screen.findByRole('heading', { level: 1, name: /./ })
  const [, id] = /^\/categories\?categoryId=(\d+)$/.exec(location.pathname + location.search) ?? []
  expect(window.history.state.usr).toEqual({ categoryId: Number(id) })
})

test('moves to the next banner every 10 seconds until it is paused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  await renderShop({ path: '/' })
  const dot = async (name: RegExp) => screen.findByRole('button', { name })
  const inert = () =>
    screen.getAllByRole('group', { name: /^Banner/ }).map((slide) => slide.hasAttribute('inert'))
  expect(await dot(/^Banner 1 of/)).toHaveAttribute('aria-current', 'true')
  expect(inert().slice(0, 3)).toEqual([false, true, true])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await dot(/^Banner 2 of/)).toHaveAttribute('aria-current', 'true')
  expect(inert().slice(0, 3)).toEqual([true, false, true])
  screen.getByRole('button', { name: 'Pause' }).click()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await dot(/^Banner 2 of/)).toHaveAttribute('aria-current', 'true')
})

test("requests the next banner's image four seconds before it is shown, and the one after it with it", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const emulator = await createTestApp()
  const [first, second, third] = await emulator.client()('GET /banners')
  const { container } = await renderShop({ path: '/', emulator })
  const imageOf = (banner: { image: string } | undefined) =>
    container.querySelector(`img[src$="/${banner?.image}"]`)
  const shows = (banner: { image: string } | undefined) => imageOf(banner) !== null
  await vi.waitFor(() => expect(screen.getAllByRole('button', { name: /^Banner/ }).length).toBeGreaterThan(2))
  await act(() => vi.advanceTimersByTimeAsync(5_900))
  expect(shows(second)).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  await act(() => vi.advanceTimersByTimeAsync(5_900))
  expect(shows(second)).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  await act(() => vi.advanceTimersByTimeAsync(5_900))
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect([second, third].map(shows)).toEqual([true, false])
  // Only the first one is visible from the beginning.
  for (const [banner, loading, priority] of [
    [first, 'eager', 'high'],
    [second, 'lazy', null],
  ] as const) {
    expect(imageOf(banner)).toHaveAttribute('loading', loading)
    expect(imageOf(banner)?.getAttribute('fetchpriority')).toBe(priority)
  }
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(shows(third)).toBe(true)
})

test('banners stop when touched, focused, by a key and by a dot, wait under the pointer, and start over after the last', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  await renderShop({ path: '/' })
  const carousel = await screen.findByRole('region', { name: 'Offers' })
  const dots = within(carousel).getAllByRole('button', { name: /^Banner/ })
  const shown = () => dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true')
  const pass = () => act(() => vi.advanceTimersByTimeAsync(10_000))
  fireEvent.pointerEnter(carousel)
  await pass()
  expect(shown()).toBe(0)
  fireEvent.pointerLeave(carousel)
  await pass()
  expect(shown()).toBe(1)
  const slide = within(carousel).getByRole('group', { name: /^Banner 2 of/ })
  expect(carousel).toHaveAttribute('aria-roledescription', 'carousel')
  expect(slide).toHaveAttribute('aria-roledescription', 'slide')
  for (const stop of [
    () => fireEvent.touchStart(slide),
    () => fireEvent.keyDown(slide, { key: 'Tab' }),
    () => act(() => dots[0]?.focus()),
    () => fireEvent.click(dots.at(-1) as HTMLElement),
  ]) {
    stop()
    const play = within(carousel).getByRole('button', { name: 'Play' })
    const before = shown()
    await pass()
    expect(shown()).toBe(before)
    fireEvent.click(play)
  }
  expect(shown()).toBe(dots.length - 1)
  await pass()
  expect(shown()).toBe(0)
})

test('banners do not move with the data saver or reduced motion, and have no image with the data saver', async () => {
  const matchMedia = (query: string) => ({ matches: query.includes('reduced-motion') }) as MediaQueryList
  for (const [prepare, images] of [
    [() => setDataSaver(true), 0],
    [() => void vi.spyOn(window, 'matchMedia').mockImplementation(matchMedia), 1],
  ] as const) {
    prepare()
    const { unmount } = await renderShop({ path: '/' })
    expect(await screen.findByRole('button', { name: 'Play' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Offers' }).querySelectorAll('img')).toHaveLength(images)
    unmount()
    setDataSaver(false)
  }
})

test('a tap on Pause pauses the banners', async () => {
  await renderShop({ path: '/' })
  const pause = await screen.findByRole('button', { name: 'Pause' })
  fireEvent.touchStart(pause)
  fireEvent.touchEnd(pause)
  fireEvent.click(pause)
  expect(screen.getByRole('button', { name: 'Play' })).toBeVisible()
})

test('shows how orders are delivered, collected, returned and paid, twice, and links to the top categories', async () => {
  const { emulator } = await renderShop({ path: '/' })
  const lists = await screen.findAllByRole('list', { name: 'Ordering from us' })
  expect(lists).toHaveLength(2)
  for (const list of lists) {
    expect(list).toHaveTextContent(`Delivery ${formatMoney(store.deliveryPerKm)} per km${deliveryTimeNotice}`)
    expect(list).toHaveTextContent(`Free collectionat ${store.location}`)
    expect(list).toHaveTextContent(`Returns within ${RETURN_DAYS} days`)
    expect(list).toHaveTextContent('Mobile money')
  }
  const categories = await emulator.client()('GET /categories')
  const shortcuts = within(screen.getByRole('navigation', { name: 'Shop by category' }))
  const books = await shortcuts.findByRole('link', { name: 'Books' })
  expect(books).toHaveAttribute('href', `/categories?categoryId=${BOOKS_CATEGORY_ID}`)
  expect(shortcuts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    categories.filter(({ parent_id }) => parent_id === 0).map(({ name }) => name),
  )
})

test('does not repeat the heading while the banners load or after they failed', async () => {
  const { response, send } = lateResponse()
  await renderShop({ path: '/', file: (request) => (request === 'GET /banners' ? response : undefined) })
  expect(await screen.findByRole('heading', { level: 1, name: store.tagline })).toBeVisible()
  expect(screen.getAllByText(store.tagline)).toHaveLength(1)
  expect(screen.getByRole('region', { name: store.name })).toHaveAttribute('aria-busy', 'true')
  send(new Response('', { status: 500 }))
  expect(await screen.findByText(store.description)).toBeVisible()
  expect(screen.getAllByText(store.tagline)).toHaveLength(1)
})
