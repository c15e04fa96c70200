import { act, fireEvent, screen, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { update } from 'mock-server/world/queries'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { goOffline } from '../../test/go-offline.ts'
import { renderShop } from '../../test/render.tsx'
import { emulatorWithWishes } from '../../test/wishlist.ts'
import { logOut, tokenCacheKey } from '../api/session.ts'
import { store } from '../config/store.ts'

test('says that the list failed to load, also above a product whose addition waits', async () => {
  const emulator = await createTestApp()
  const token = emulator.tokenOf()
  const product = { id: 7, name: 'Atlas', price: 9000 }
  const addition = { product, isRemoval: false, owner: { id: 1, session: tokenCacheKey(token) } }
  localStorage.setItem('wishesToSend', JSON.stringify([addition]))
  const refuse = (request: string) => (request.includes('/wish-list') ? 503 : undefined)
  await renderShop({ path: '/wishlist', token, emulator, refuse })
  expect(await screen.findByText("We couldn't load your wishlist.")).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Atlas' })).toBeVisible()
  expect(localStorage.getItem('wishlistVisit')).toBeNull()
})

test('lists all products of a host that returns ten at a time', async () => {
  const emulator = await createTestApp({ extensions: { longLists: false } })
  const client = emulator.client(emulator.tokenOf())
  const product_ids = Array.from({ length: 25 }, (_, index) => index + 1)
  await client('POST /customer/wish-list/add', { body: { product_ids } })
  const { total_size: total } = await client('GET /customer/wish-list/')
  await renderShop({ path: '/wishlist', token: true, emulator })
  const main = within(screen.getByRole('main'))
  expect(await main.findAllByRole('button', { name: /^Remove / })).toHaveLength(total)
  expect(total).toBeGreaterThan(20)
})

test("lists the customer's products with price, stars and a remove button, which can be undone", async () => {
  const { user } = await renderShop({
    path: '/wishlist',
    token: true,
    emulator: await emulatorWithWishes(338, 217),
  })
  expect(await screen.findByRole('heading', { name: 'My Wishlist', level: 1 })).toBeInTheDocument()
  const remove = await screen.findByRole('button', { name: /^Remove Kitabo School Dictionary/ })
  expect(screen.getAllByRole('img', { name: '4.5 out of 5 stars' })).toHaveLength(2)
  expect(screen.getByText('UGX 34,000')).toBeInTheDocument()
  await user.click(remove)
  await vi.waitFor(() =>
    expect(
      screen.queryByRole('button', { name: /^Remove Kitabo School Dictionary/ }),
    ).not.toBeInTheDocument(),
  )
  expect(screen.getByRole('button', { name: 'Wishlist, 1 item' })).toBeInTheDocument()
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(undo).toHaveFocus()
  await user.click(undo)
  expect(await screen.findByRole('button', { name: /^Remove Kitabo School Dictionary/ })).toBeVisible()
})

test('says when the prices of a list were received that is shown offline', async () => {
  await renderShop({ path: '/wishlist', token: true, emulator: await emulatorWithWishes(338) })
  expect(await screen.findByText('UGX 34,000')).toBeVisible()
  expect(screen.queryByText(/as of/)).toBeNull()
  goOffline()
  const time = await screen.findByText(/^\s*as of \d\d:\d\d$/)
  expect(time.closest('p')).toHaveTextContent(/^Prices as of \d\d:\d\d$/)
})

test('shows the discount of a product, and that another has sold out', async () => {
  await renderShop({ path: '/wishlist', token: true, emulator: await emulatorWithWishes(152, 192) })
  expect(await screen.findByText('25% off')).toBeVisible()
  expect(screen.getByText('UGX 48,000')).toBeVisible()
  expect(screen.getByText('Pre-order')).toBeVisible()
})

test('shares the link to the list by WhatsApp', async () => {
  await renderShop({ path: '/wishlist', token: true, emulator: await emulatorWithWishes(338) })
  const share = await screen.findByRole('link', { name: 'Share by WhatsApp' })
  const text = new URL(share.getAttribute('href') ?? '').searchParams.get('text')
  expect(text).toBe(
    `Check out my wishlist on ${store.name}: ${window.location.origin}/customer/wish-list/shared?user=1`,
  )
})

test('offers nothing to share while the list is empty, and says so', async () => {
  await renderShop({ path: '/wishlist', token: true, emulator: await emulatorWithWishes() })
  const share = await screen.findByRole('link', { name: 'Share by WhatsApp' })
  await vi.waitFor(() => expect(share).toHaveAttribute('aria-disabled', 'true'))
  expect(share).not.toHaveAttribute('href')
  expect(share).toHaveAccessibleDescription('Nothing to share yet.')
})

test('shows a shared list to everyone, without buttons for removing and sharing', async () => {
  const { requests } = await renderShop({
    path: '/customer/wish-list/shared?user=1',
    emulator: await emulatorWithWishes(338),
  })
  expect(await screen.findByRole('link', { name: /^Kitabo School Dictionary/ })).toHaveAttribute(
    'href',
    '/product-details/338',
  )
  expect(requests).toContain('GET /customer/wish-list?user=1')
  expect(screen.getByRole('heading', { name: 'A shared wishlist', level: 1 })).toBeVisible()
  expect(screen.getByText(/^Somebody has shared this list with you\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /Share/ })).not.toBeInTheDocument()
})

test('tells the owner of a shared list that others see it so', async () => {
  await renderShop({ path: '/wishlist?user=1', token: true, emulator: await emulatorWithWishes(338) })
  expect(await screen.findByText(/^This is how others see your list\./)).toBeVisible()
})

test.each(['/customer/wish-list/shared', '/customer/wish-list/shared?user=', '/wishlist?user=ann'])(
  "says that the link %s doesn't work, and shows no list of the visitor",
  async (path) => {
    const { requests } = await renderShop({ path, token: true, emulator: await emulatorWithWishes(338) })
    const page = within(await screen.findByRole('main'))
    expect(await page.findByText("This link doesn't work.")).toBeVisible()
    expect(page.queryByRole('link', { name: /^Kitabo School Dictionary/ })).toBeNull()
    expect(requests.some((request) => request.includes('user='))).toBe(false)
  },
)

test('says below the title of an empty shared list that it is shared, and requires no log-in', async () => {
  await renderShop({ path: '/wishlist?user=%20987654%20' })
  expect(await screen.findByText(/^Nothing is on this shared list yet/)).toBeVisible()
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Log in' })).toBeNull()
})

test.each([
  ['/wishlist', "So far: the shop hasn't sent your list yet. Nothing on it is lost."],
  ['/wishlist?user=1', "So far: the shop hasn't sent this shared list yet."],
])('says that the list at %s is empty only because it is awaited', async (path, text) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const isList = (request: string) => request.startsWith('GET /customer/wish-list')
  const { container } = await renderShop({
    path,
    token: true,
    file: (request) => (isList(request) ? new Promise(() => {}) : undefined),
  })
  const page = within(await screen.findByRole('main'))
  await vi.waitFor(() => expect(container.querySelector('[aria-busy="true"] .product-card')).not.toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(5_500))
  expect(await page.findByText(text)).toBeVisible()
  expect(container.querySelector('main [aria-busy="true"] .product-card')).toBeNull()
  vi.useRealTimers()
})

test('shows an empty list to guests without a request', async () => {
  const { requests } = await renderShop({ path: '/wishlist' })
  expect(await screen.findByText('Your wishlist is empty.')).toBeInTheDocument()
  expect(requests.some((request) => request.includes('wish-list'))).toBe(false)
})

test('requests suggestions for the sidebar search after half a second', async () => {
  const { requests } = await renderShop({ path: '/wishlist' })
  const requested = () => requests.filter((request) => request.startsWith('GET /products/search'))
  const side = await screen.findByRole('complementary', { name: 'Find more books' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(within(side).getByRole('combobox'), { target: { value: 'atlas' } })
  await act(() => vi.advanceTimersByTimeAsync(499))
  expect(requested()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(requested()).toEqual(['GET /products/search?name=atlas'])
})

test('refetches the list after each change', async () => {
  const { user, requests } = await renderShop({
    path: '/product-details/217',
    token: true,
    emulator: await emulatorWithWishes(338),
  })
  const requested = () => requests.filter((request) => request === 'GET /customer/wish-list').length
  expect(await screen.findByRole('button', { name: 'Wishlist, 1 item' })).toBeInTheDocument()
  const before = requested()
  await user.click(await screen.findByRole('button', { name: 'Wishlist' }))
  const heart = await screen.findByRole('button', { name: 'Wishlist, 2 items' })
  expect(requested()).toBe(before + 1)
  await user.click(heart)
  await user.click(await screen.findByRole('button', { name: /^Remove Kitabo School Dictionary/ }))
  expect(await screen.findByRole('button', { name: 'Wishlist, 1 item' })).toBeInTheDocument()
  expect(requested()).toBe(before + 2)
})

test('shows "No Image Available" for an item without an image and links to its page', async () => {
  const faults = ['image', 'images'].map((field) => ({
    path: '/customer/wish-list',
    effect: { change: `$.products[].${field}`, value: [] },
  }))
  const emulator = await emulatorWithWishes(338)
  const { user } = await renderShop({ path: '/wishlist', token: true, emulator, faults })
  expect(await screen.findByText('No Image Available')).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: /^Kitabo School Dictionary/ }))
  expect(window.location.pathname).toBe('/product-details/338')
})

test('shows products without an id, which have no page and cannot be removed', async () => {
  const faults = [{ path: '/customer/wish-list', effect: { change: '$.products[].id', value: null } }]
  expectOnConsole(/does not match its contract/)
  const emulator = await emulatorWithWishes(338, 217)
  await renderShop({ path: '/wishlist', token: true, emulator, faults })
  const main = within(screen.getByRole('main'))
  expect(await main.findAllByRole('img', { name: '4.5 out of 5 stars' })).toHaveLength(2)
  expect(main.getByText(/^Kitabo School Dictionary/)).toBeVisible()
  expect(main.queryByRole('link', { name: /^Kitabo School Dictionary/ })).toBeNull()
  expect(main.queryByRole('button', { name: /^Remove / })).toBeNull()
})

const full = { errors: [{ code: 'product_ids', message: 'Your list is full.' }, { message: 'Sorry.' }] }

test.each([
  ["the host's first message", full, 'Your list is full.'],
  ['a default message', {}, 'Failed to add to wishlist.'],
])(
  'shows %s in the drawer and on the page, but not in a toast, if an item cannot be added',
  async (_, body, message) => {
    const { user } = await renderShop({
      path: '/product-details/217',
      token: true,
      emulator: await emulatorWithWishes(338),
      faults: [{ method: 'POST', path: '/customer/wish-list/add', effect: { status: 403, body } }],
    })
    await user.click(await screen.findByRole('button', { name: 'Wishlist' }))
    expect(await screen.findByText('Failed to add.')).toBeInTheDocument()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Wishlist, 1 item' }))
    const panel = await screen.findByRole('dialog', { name: 'Wishlist Items' })
    expect(await within(panel).findByRole('alert')).toHaveTextContent(message)
    await user.click(within(panel).getByRole('button', { name: 'View Wishlist' }))
    await screen.findByRole('heading', { name: 'My Wishlist', level: 1 })
    expect(screen.getAllByText(message)).toHaveLength(1)
  },
)

test('says next to a product that it is being removed, and why that failed', async () => {
  let respond = (_: Response) => {}
  const emulator = await emulatorWithWishes(338, 339)
  const { user } = await renderShop({
    path: '/wishlist',
    token: true,
    emulator,
    file: (request) =>
      request.startsWith('DELETE')
        ? new Promise((resolve) => {
            respond = resolve
          })
        : undefined,
  })
  const [, remove] = await screen.findAllByRole('button', { name: /^Remove/ })
  if (!remove) throw new Error('The list has fewer than two products.')
  await user.click(remove)
  const card = within(remove.closest('li') as HTMLElement)
  expect(await card.findByText('Removing…')).toBeVisible()
  expect(screen.getAllByText('Removing…')).toHaveLength(1)
  respond(Response.json({ errors: [{ code: 'wishlist', message: 'Not now.' }] }, { status: 403 }))
  expect(await card.findByRole('alert')).toHaveTextContent('Not now.')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByText('Removing…')).toBeNull()
})

test.each([
  ['/wishlist?user=1', undefined, 'this'],
  ['/wishlist', true, 'your'],
] as const)('shows an error and retries if the list at %s fails to load', async (path, token, whose) => {
  let isDown = true
  const { user } = await renderShop({
    path,
    token,
    emulator: await emulatorWithWishes(338),
    refuse: (request) => (isDown && request.startsWith('GET /customer/wish-list') ? 500 : undefined),
  })
  const page = within(await screen.findByRole('main'))
  expect(await page.findByText(`We couldn't load ${whose} wishlist.`)).toBeVisible()
  expect(page.queryByText('Your wishlist is empty.')).toBeNull()
  isDown = false
  await user.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByRole('link', { name: /^Kitabo School Dictionary/ })).toBeVisible()
})

test('retries with a trailing slash if the host requires it, and uses it from then on', async () => {
  const emulator = await emulatorWithWishes(338)
  const response = emulator.fetch
  emulator.fetch = (input, init) => response(String(input).replace(/wish-list\/$/, 'wish-list'), init)
  const { requests, user } = await renderShop({
    path: '/wishlist',
    token: true,
    emulator,
    refuse: (request) => (/^GET \/customer\/wish-list(\?|$)/.test(request) ? 404 : undefined),
  })
  await user.click(await screen.findByRole('button', { name: /^Remove Kitabo School Dictionary/ }))
  expect(await screen.findByText('Your wishlist is empty.')).toBeInTheDocument()
  const requested = requests.filter((request) => request.startsWith('GET /customer/wish-list'))
  expect(requested).toEqual([
    'GET /customer/wish-list',
    'GET /customer/wish-list/',
    'GET /customer/wish-list/',
  ])
})

test('links each name of a kind of books to the category with that name or, without one, to all books', async () => {
  const emulator = await createTestApp()
  update(emulator.world, 'categories', "SET name = ' novels AND stories ' WHERE id = 32")
  await renderShop({ path: '/wishlist', emulator })
  const books = within(await screen.findByRole('navigation', { name: 'Books' }))
  const targets = () =>
    books
      .getAllByRole<HTMLAnchorElement>('link')
      .map((link) => [link.textContent, new URL(link.href).search.replace('?categoryId=', '')])
  await vi.waitFor(() =>
    expect(targets()).toEqual([
      ['Textbooks', '3'],
      ['Novels and stories', '32'],
      ["Children's books", '33'],
      ['Revision guides', '3'],
      ['Religious books', '35'],
    ]),
  )
})

test('after the log-in has expired, says so instead of showing an empty list, until the customer logs out', async () => {
  const rejects = (request: string) => (request.startsWith('GET /customer/') ? 401 : undefined)
  await renderShop({ path: '/wishlist', token: true, refuse: rejects })
  const page = within(await screen.findByRole('main'))
  expect(await page.findByText('Your log-in has expired.')).toBeVisible()
  expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/my-account')
  expect(page.queryByText('Your wishlist is empty.')).toBeNull()
  act(logOut)
  expect(await page.findByText('Your wishlist is empty.')).toBeVisible()
})
