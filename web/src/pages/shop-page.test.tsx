import { act, screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { expect, test, vi } from 'vitest'
import { fillStorage } from '../../test/full-storage.ts'
import { goOffline } from '../../test/go-offline.ts'
import { inToast, renderShop } from '../../test/render.tsx'
import { CACHE_LIFETIME_MS } from '../api/response-cache.ts'

const list = () => screen.findByRole('region', { name: 'Products' })

test('shows and announces the latest products, 18 per page, each with its rating', async () => {
  const { user } = await renderShop({ path: '/shop' })
  await screen.findByRole('heading', { name: 'Shop', level: 1 })
  const cards = await screen.findAllByRole('article')
  expect(cards).toHaveLength(18)
  expect(screen.getByText(/^Page 1 of \d+$/)).toBeInTheDocument()
  const announced = () => document.getElementById('announcer')?.textContent
  await waitFor(() => expect(announced()).toMatch(/^\d+ products, page 1 of \d+\.$/))
  expect(within(cards[0] as HTMLElement).getByRole('img', { name: '4.5 out of 5 stars' })).toBeInTheDocument()
  expect(screen.getAllByText('4.5')).toHaveLength(18)

  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText(/^Page 2 of \d+$/)).toBeInTheDocument()
  expect(window.location.search).toBe('?page=2')
  expect(screen.getByRole('heading', { name: 'Shop', level: 1 })).toHaveFocus()
  await waitFor(() => expect(announced()).toMatch(/^\d+ products, page 2 of \d+\.$/))
})

test('shows results from navigation state without a request', async () => {
  const { requests } = await renderShop({
    path: '/shop?q=atlas',
    state: { query: 'atlas', results: [{ id: 1, name: 'Atlas of Lakes', price: 9000 }] },
  })
  expect(await screen.findByRole('heading', { name: 'Results for “atlas”' })).toBeInTheDocument()
  const link = await screen.findByRole('link', { name: 'Atlas of Lakes' })
  expect(link).toHaveAttribute('href', '/product-details/1')
  expect(requests.some((request) => request.startsWith('GET /products/search'))).toBe(false)
})

test('shows results from navigation state offline, without a time, which they lack', async () => {
  goOffline()
  const results = [{ id: 1, name: 'Atlas of Lakes', price: 9000 }]
  await renderShop({ path: '/shop?q=atlas', state: { query: 'atlas', results } })
  expect(await screen.findByRole('link', { name: 'Atlas of Lakes' })).toBeVisible()
  expect(screen.queryByText(/as of \d/)).not.toBeInTheDocument()
})

const OUTDATED = {
  query: 'atlas',
  results: [{ id: 1, name: 'Atlas of Lakes', price: 9000 }],
  receivedAt: Date.now() - 2 * CACHE_LIFETIME_MS,
}

test('replaces outdated results from navigation state, which survive a reload', async () => {
  await renderShop({ path: '/shop?q=atlas', state: OUTDATED })
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(1))
  expect(screen.queryByText('Atlas of Lakes')).not.toBeInTheDocument()
  expect(screen.queryByText(/as of \d/)).not.toBeInTheDocument()
})

test('shows outdated results from navigation state with their time if the host fails', async () => {
  let isDown = true
  const { user } = await renderShop({
    path: '/shop?q=atlas',
    state: OUTDATED,
    refuse: () => (isDown ? 'down' : undefined),
  })
  expect(await screen.findByRole('link', { name: 'Atlas of Lakes' })).toBeVisible()
  expect(screen.getAllByText(/as of \d/)[0]).toBeVisible()
  const failure = await within(await list()).findByText("We couldn't check for new products and prices.")
  isDown = false
  await user.click(within(await list()).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(failure).not.toBeInTheDocument())
  expect(screen.queryByText('Atlas of Lakes')).toBeNull()
})

test('shows what has loaded of a page, and a button for the rest', async () => {
  let isFailing = true
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const emulator = await createTestApp({ extensions: { longLists: false } })
  const { user } = await renderShop({
    path: '/shop',
    emulator,
    refuse: (request) => (isFailing && /latest\?.*offset=2\b/.test(request) ? 500 : undefined),
  })
  await screen.findAllByRole('article')
  // The last retry is after 14 seconds.
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  const rest = await screen.findByRole('button', { name: 'Show the rest of this page' })
  vi.useRealTimers()
  expect(within(await list()).getAllByRole('article')).toHaveLength(10)
  isFailing = false
  await user.click(rest)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(18))
  expect(rest).not.toBeInTheDocument()
})

test('searches for the query in a link, and says what it found in the title, the heading and the announcement, once', async () => {
  const { requests } = await renderShop({ path: '/shop?q=atlas' })
  expect(await screen.findByRole('heading', { name: 'Results for “atlas”' })).toBeVisible()
  expect(requests).toContain('GET /products/search?name=atlas')
  expect(screen.getByRole('combobox', { name: /Search for books/ })).toHaveValue('atlas')
  expect((await screen.findAllByRole('article'))[0]).toHaveTextContent(/atlas/i)
  const said = await screen.findByText(/^\d+ results? for “atlas”/)
  expect(said).toHaveAttribute('role', 'status')
  expect(document.title).toMatch(/^Search: atlas · /)
  expect(screen.getByRole('link', { name: 'Skip to the results' })).toHaveAttribute('href', '#products')
  expect(screen.queryByText(/^Not what you meant\?|^Showing results for/)).toBeNull()
  const count = /^\d+/.exec(said.textContent ?? '')?.[0] ?? ''
  const regions = [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]
  expect(regions.filter(({ textContent }) => textContent?.includes(count))).toEqual([said])
})

test('a search page without a query shows all products', async () => {
  await renderShop({ path: '/search' })
  expect((await screen.findAllByRole('article')).length).toBeGreaterThan(1)
  expect(screen.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  expect(document.title).toMatch(/^Search · /)
  expect(screen.queryByRole('link', { name: 'Skip to the results' })).toBeNull()
})

test('results of another spelling name it, and those that are a guess offer a special order of the query', async () => {
  const state = {
    results: [{ id: 1, name: 'Atlas of Lakes', price: 9000 }],
    corrected: 'atlas',
    isGuess: true,
    receivedAt: Date.now(),
  }
  const { user } = await renderShop({ path: '/shop?q=%20atlass', state })
  expect(await screen.findByText(/^Showing results for/)).toHaveTextContent('Showing results for atlas.')
  const question = screen.getByText(/^Not what you meant\?/)
  await user.click(within(question).getByRole('link', { name: 'Ask us to find it' }))
  expect(await screen.findByLabelText(/Item name/)).toHaveValue('atlass')
})

test('carried results that are empty and have no query lead to an empty special order', async () => {
  const { user } = await renderShop({ path: '/shop', state: { results: [] } })
  expect(await screen.findByText('No products found.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Search results' })).toBeVisible()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Special order' }))
  expect(await screen.findByLabelText(/Item name/)).toHaveValue('')
})

test('shows the query, alternatives and a prefilled special order if nothing is found', async () => {
  const { user } = await renderShop({ path: '/shop?q=zzzzzz' })
  expect(await screen.findByText('No products found for “zzzzzz”.')).toBeInTheDocument()
  expect(screen.getByText('Akwata mpola atuuka wala.')).toHaveAttribute('lang', 'lg')
  await waitFor(() =>
    expect(document.getElementById('announcer')).toHaveTextContent(
      'No products found. You searched for “zzzzzz”.',
    ),
  )
  expect(screen.getByRole('link', { name: 'Categories' })).toHaveAttribute('href', '/categories')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Special order' }))
  // An effect fills in the form after the first render.
  await waitFor(() => expect(screen.getByLabelText(/Item name/)).toHaveValue('zzzzzz'))
})

test('shows the first page of the ticked category, or the latest products if none is ticked', async () => {
  const { user } = await renderShop({ path: '/shop?page=2' })
  expect(await screen.findByText(/^Page 2 of/)).toBeInTheDocument()
  const group = await screen.findByRole('group', { name: 'Browse by category' })
  expect(group).toHaveAccessibleDescription('Tick one to see its products.')
  const books = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Books' })
  books.click()
  // Ticked before its products have loaded.
  expect(books.checked).toBe(true)
  expect(window.location.search).toBe('?categoryId=3')
  expect(await screen.findByRole('heading', { name: 'Books', level: 1 })).toBeInTheDocument()
  expect(await screen.findByText(/^Page 1 of/)).toBeInTheDocument()

  await user.click(screen.getByRole('checkbox', { name: 'Electronics' }))
  expect(screen.getByRole('checkbox', { name: 'Electronics' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Books' })).not.toBeChecked()

  await user.click(screen.getByRole('checkbox', { name: 'Electronics' }))
  expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toBeInTheDocument()
})

test('expands and collapses each node of the tree independently', async () => {
  const { user } = await renderShop({ path: '/shop' })
  const books = await screen.findByRole('button', { name: 'More in Books' })
  const electronics = screen.getByRole('button', { name: 'More in Electronics' })
  await user.click(books)
  await user.click(electronics)
  expect(books).toHaveAttribute('aria-expanded', 'true')
  expect(electronics).toHaveAttribute('aria-expanded', 'true')
  await user.click(books)
  expect(books).toHaveAttribute('aria-expanded', 'false')
  expect(electronics).toHaveAttribute('aria-expanded', 'true')
})

test("lists five popular books and shows the shop's badges", async () => {
  await renderShop({ path: '/shop' })
  const popular = await screen.findByRole('region', { name: 'Popular in Books' })
  await vi.waitFor(() => expect(within(popular).getAllByRole('link')).toHaveLength(5))
  for (const badge of ['All Products', 'Featured', 'Best Sellers', 'Top Rated', 'On Sale', 'In Stock']) {
    expect(screen.getAllByText(badge)[0]).toBeInTheDocument()
  }
})

test('does nothing when the sidebar search is submitted', async () => {
  const { user, requests } = await renderShop({ path: '/shop' })
  await list()
  const box = screen.getByRole('searchbox', { name: 'Search in the shop' })
  expect(box).toHaveAccessibleDescription(
    "This box doesn't search yet. Use the search at the top of the page.",
  )
  expect(
    [box, screen.getByRole('button', { name: 'Search in the shop' })].map(({ tabIndex }) => tabIndex),
  ).toEqual([-1, -1])
  await user.type(box, 'atlas{Enter}')
  expect(window.location.pathname + window.location.search).toBe('/shop')
  expect(requests.some((request) => request.startsWith('GET /products/search'))).toBe(false)
})

test('offers a retry without an error message if a search fails', async () => {
  let isDown = true
  const { user } = await renderShop({
    path: '/shop?q=atlas',
    // The loaded books would otherwise be searched.
    refuse: (request) => (isDown && /^GET \/(products|categories)/.test(request) ? 'down' : undefined),
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  isDown = false
  await user.click(retry)
  expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0)
})

test('shows the category in navigation state, even if its id is a string', async () => {
  const { requests } = await renderShop({ path: '/shop', state: { categoryId: '3' } })
  expect(await screen.findByRole('heading', { name: 'Books', level: 1 })).toBeInTheDocument()
  expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0)
  expect(await screen.findByRole('checkbox', { name: 'Books' })).toBeChecked()
  expect(requests).toContain('GET /categories/products/3')
  expect(requests).not.toContain('GET /products/latest')
})

test('shows the category in a history entry that a different script added with the same index', async () => {
  await renderShop({ path: '/shop' })
  await screen.findByRole('heading', { name: 'Shop', level: 1 })
  window.history.pushState({ usr: { categoryId: 3 }, key: 'other', idx: 0 }, '', '/shop')
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  expect(await screen.findByRole('heading', { name: 'Books', level: 1 })).toBeInTheDocument()
})

test('shows 18 placeholders while the products load', async () => {
  const { container } = await renderShop({
    path: '/shop',
    faults: [{ path: '/products/latest', effect: { latency: 400 } }],
  })
  await screen.findByRole('heading', { name: 'Shop', level: 1 })
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(container.querySelectorAll('[aria-busy="true"] .product-card')).toHaveLength(18)
  expect(await screen.findAllByRole('article')).toHaveLength(18)
  expect(container.querySelector('[aria-busy="true"]')).not.toBeInTheDocument()
})

test('says within six seconds that the products failed to load, while it still retries', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isFailing = true
  await renderShop({
    path: '/shop',
    refuse: (request) => (isFailing && request === 'GET /products/latest' ? 500 : undefined),
  })
  const products = within(await list())
  await act(() => vi.advanceTimersByTimeAsync(5_500))
  expect(products.getByText("We couldn't load the products.")).toBeVisible()
  expect(products.getByText(/^We're still trying\. You can also call/)).toBeVisible()
  isFailing = false
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await products.findAllByRole('article')).toHaveLength(18)
  vi.useRealTimers()
})

test('shows an error if the browser refuses to store the cart', async () => {
  const { user } = await renderShop({
    path: '/shop',
    state: { results: [{ id: 1, name: 'Small Atlas', price: 9000 }] },
  })
  const add = await screen.findByRole('button', { name: 'Add to cart', description: 'Small Atlas' })
  fillStorage()
  await user.click(add)
  expect(await screen.findByText('Failed to add item to cart')).toBeInTheDocument()
  expect(screen.queryByText(inToast('Small Atlas added to cart!'))).not.toBeInTheDocument()
})

test('disables the button for products that cannot be bought and shows the reason', async () => {
  await renderShop({
    path: '/shop',
    state: {
      results: [
        { id: 1, name: 'Globe' },
        { name: 'Old Map', price: 9000 },
      ],
    },
  })
  expect(await screen.findByText('Price not available')).toBeInTheDocument()
  const buttons = screen.getAllByRole('button', { name: 'Add to cart' })
  expect(buttons).toHaveLength(2)
  for (const button of buttons) expect(button).toBeDisabled()
  expect(screen.getByText('Call us for the price.')).toBeInTheDocument()
  expect(screen.getByText('Not sold online.')).toBeInTheDocument()
})

test('finds a book by its ISBN', async () => {
  const { requests } = await renderShop({ path: '/shop?q=978-9970-760-45-9' })
  const [card, ...otherCards] = await screen.findAllByRole('article')
  expect(card).toHaveTextContent('Kitabo School Dictionary')
  expect(otherCards).toEqual([])
  // The sidebar shows the same books, so it shares the request.
  expect(requests.filter((request) => request === 'GET /categories/products/3')).toHaveLength(1)
})

test('shows a message if no book has the ISBN', async () => {
  await renderShop({ path: '/shop?q=0-19-853453-x' })
  expect(await screen.findByText('No products found for “0-19-853453-x”.')).toBeInTheDocument()
  expect(screen.getByText(/^We don't have a book with this ISBN\./)).toBeInTheDocument()
})

test('shows a message about an added product, with its image and a link to the cart', async () => {
  const { user } = await renderShop({
    path: '/shop',
    state: { results: [{ id: 1, name: 'Small Atlas', price: 9000, image: ['atlas.webp'] }] },
  })
  await user.click(await screen.findByRole('button', { name: 'Add to cart', description: 'Small Atlas' }))
  const words = await screen.findByText(inToast('Small Atlas added to cart!'))
  const toast = words.closest('.Toastify__toast')
  expect(toast).toHaveTextContent(/^Small Atlas added to cart!$/)
  expect(toast?.querySelector('img')).toHaveAttribute('src', '/product/atlas.webp')
  await user.click(screen.getByRole('button', { name: /^View cart/ }))
  // Found again each time, because a slow machine first shows the dialog of a cart that is loading.
  await vi.waitFor(() => expect(screen.getByRole('dialog', { name: 'Cart Items' })).toHaveFocus())
  expect(screen.queryByText(inToast('Small Atlas added to cart!'))).not.toBeInTheDocument()
})

test('replaces an error by the result that contradicts it', async () => {
  const results = [
    { id: 1, name: 'Small Atlas', price: 9000, total_stock: 0 },
    { id: 2, name: 'Large Atlas', price: 9000, total_stock: 5 },
  ]
  const { user } = await renderShop({ path: '/shop', state: { results } })
  await user.click(await screen.findByRole('button', { name: 'Add to cart', description: 'Small Atlas' }))
  await screen.findByText(inToast('You cannot add more than 0 units of Small Atlas'))
  expect(screen.queryByRole('button', { name: /^View cart/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Add to cart', description: 'Large Atlas' }))
  await screen.findByText(inToast('Large Atlas added to cart!'))
  expect(screen.queryByText(/You cannot add more than/)).not.toBeInTheDocument()
})

test('says that the categories failed to load, without an alert, and requests them again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isFailing = true
  const { user } = await renderShop({
    path: '/shop',
    refuse: (request) => (isFailing && request === 'GET /categories' ? 500 : undefined),
  })
  const side = within(await screen.findByRole('complementary', { name: 'Browse categories' }))
  await act(() => vi.advanceTimersByTimeAsync(5_500))
  expect(side.getByText("We couldn't load the categories.")).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  vi.useRealTimers()
  isFailing = false
  await user.click(side.getByRole('button', { name: 'Try again' }))
  expect(await side.findByRole('group', { name: 'Browse by category' })).toBeVisible()
})

test('shows no heading for popular books that fail to load', async () => {
  const { requests } = await renderShop({
    path: '/shop',
    refuse: (request) => (request.startsWith('GET /categories/products/3') ? 404 : undefined),
  })
  await screen.findAllByRole('article')
  await vi.waitFor(() => expect(requests).toContain('GET /categories/products/3'))
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Popular in Books' })).toBeNull())
})
