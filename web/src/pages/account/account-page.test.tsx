import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { remove } from 'mock-server/world/queries'
import { describe, expect, test } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { lateResponse, renderShop } from '../../../test/render.tsx'
import { emulatorWithWishes } from '../../../test/wishlist.ts'
import { ANNOUNCER_ID } from '../../ui/feedback/announcer.ts'

const EMAIL = 'demo@kitabo.example'
const CART = '[{"id":1,"name":"Pen","quantity":1,"price":500,"image":"a.webp","total_stock":3}]'

describe('the account area', () => {
  test("shows seven tabs and the customer's details", async () => {
    await renderShop({ path: '/my-account', token: true })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Dashboard',
      'Orders',
      'Downloads',
      'Address',
      'Account Details',
      'Wishlist',
      'Logout',
    ])
    const panel = screen.getByRole('tabpanel')
    expect(await within(panel).findByText(EMAIL)).toBeVisible()
    expect(within(panel).getByText('Amina Nakato')).toBeVisible()
    expect(within(panel).getByRole('img', { name: 'Profile' })).toBeVisible()
  })

  test('shows the last order, the newest address and the wishlist below the details, once these have loaded', async () => {
    const { emulator, user, requests } = await renderShop({ path: '/my-account', token: true })
    const panel = within(await screen.findByRole('tabpanel'))
    const orders = await emulator.client(emulator.tokenOf())('GET /customer/order/list')
    const newest = Math.max(...(orders as { id: number }[]).map(({ id }) => id))
    expect(await panel.findByText(`#${newest}`)).toBeVisible()
    expect(panel.getByRole('heading', { name: 'Delivery addresses' })).toBeVisible()
    expect(await panel.findByText(/^\d+ products$/)).toBeVisible()
    expect(requests.filter((request) => request === 'GET /customer/order/list')).toHaveLength(1)
    await user.click(panel.getByRole('link', { name: 'See your orders' }))
    expect(screen.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true')
  })

  test('shows a message with a retry if the response contains no account details', async () => {
    expectOnConsole(/does not match its contract/)
    const { user } = await renderShop({
      path: '/my-account',
      token: true,
      faults: [{ path: '/customer/info', times: 1, effect: { status: 200, body: {} } }],
    })
    expect(await screen.findByText('Error: No account details found.')).toBeVisible()
    await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Try again' }))
    expect(await within(screen.getByRole('tabpanel')).findByText(EMAIL)).toBeVisible()
  })

  test('shows the initials in place of a portrait that does not load, and a dash for a missing detail', async () => {
    const details = { id: 9, f_name: 'Amina', l_name: 'van Nakato', email: EMAIL, phone: null }
    const customer = { ...details, image_fullpath: '/storage/profile/amina.png' }
    expectOnConsole(/does not match its contract/)
    await renderShop({
      path: '/my-account',
      token: true,
      file: (request) => (request === 'GET /customer/info' ? Response.json(customer) : undefined),
    })
    const panel = within(await screen.findByRole('tabpanel'))
    expect(await panel.findByText(EMAIL)).toBeVisible()
    expect(panel.getByText('Phone').nextSibling).toHaveTextContent('—')
    const portrait = panel.getByRole('img', { name: 'Profile' })
    expect(portrait).toHaveAttribute('src', customer.image_fullpath)
    fireEvent.error(portrait)
    expect(panel.getByRole('img', { name: 'Profile' })).toHaveTextContent(/^AV$/)
  })

  test('shows a question mark in place of the portrait of a customer without a name', async () => {
    expectOnConsole(/does not match its contract/)
    await renderShop({
      path: '/my-account',
      token: true,
      file: (request) => (request === 'GET /customer/info' ? Response.json({ email: EMAIL }) : undefined),
    })
    expect(await screen.findByRole('img', { name: 'Profile' })).toHaveTextContent(/^\?$/)
  })

  test('reports a missing token in the dashboard and the orders', async () => {
    const { user } = await renderShop({ path: '/my-account', token: true })
    expect(await within(await screen.findByRole('tabpanel')).findByText(EMAIL)).toBeVisible()
    localStorage.removeItem('authToken')
    await user.click(screen.getByRole('tab', { name: 'Orders' }))
    expect(await screen.findByText('No authentication token found')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Dashboard' }))
    expect(await screen.findByText('Error: No authentication token found')).toBeVisible()
    expect(window.location.search).toBe('')
  })

  test('names only the first problem if the shopper logs out elsewhere after the details failed to load', async () => {
    await renderShop({
      path: '/my-account',
      token: true,
      refuse: (request) => (request === 'GET /customer/info' ? 500 : undefined),
    })
    const panel = within(await screen.findByRole('tabpanel'))
    expect(await panel.findByText('Error: Failed to fetch data')).toBeVisible()
    localStorage.removeItem('authToken')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })))
    expect(panel.queryByText(/No authentication token found/)).toBeNull()
    expect(panel.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(panel.getByRole('button', { name: 'Log in' })).toBeVisible()
  })

  test.each([
    [[], ['Delivery addresses'], []],
    [[338], ['Delivery addresses', 'Wishlist'], ['1 product']],
  ])(
    'offers a customer without orders to add an address, with the wishlist %j',
    async (ids, titles, counts) => {
      const emulator = await emulatorWithWishes(...ids)
      for (const table of ['order_lines', 'orders', 'addresses'] as const) remove(emulator.world, table)
      await renderShop({ path: '/my-account', token: true, emulator })
      const panel = within(await screen.findByRole('tabpanel'))
      expect(await panel.findByText('You have none yet.')).toBeVisible()
      const add = panel.getByRole('link', { name: 'Add an address' })
      expect(add).toHaveAttribute('href', '/my-account?show=addresses')
      await screen.findByRole('button', { name: new RegExp(`^Wishlist, ${ids.length} item`) })
      const shown = panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
      expect(shown).toEqual(titles)
      expect(panel.queryAllByText(/^\d+ products?$/).map(({ textContent }) => textContent)).toEqual(counts)
    },
  )

  test('keeps the overview after the log-in has expired, and requests nothing more', async () => {
    let isExpired = false
    const { requests } = await renderShop({
      path: '/my-account',
      token: true,
      refuse: (request) => (isExpired && request === 'GET /customer/info' ? 401 : undefined),
    })
    const panel = within(await screen.findByRole('tabpanel'))
    expect(await panel.findByText(/^\d+ products$/)).toBeVisible()
    expect(await panel.findByText('Amina Nakato')).toBeVisible()
    const reconnect = () => {
      for (const event of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(event)))
    }
    isExpired = true
    reconnect()
    expect(await panel.findByText(/^Your log-in has expired\./)).toBeVisible()
    const before = requests.length
    reconnect()
    expect(requests.slice(before).filter((request) => request.includes('/customer/'))).toEqual([])
    expect(panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Last order',
      'Delivery addresses',
      'Wishlist',
    ])
  })

  test('shows placeholders with a way on in the other tabs', async () => {
    const { user, requests } = await renderShop({ path: '/my-account', token: true })
    await within(await screen.findByRole('tabpanel')).findByText(EMAIL)
    const before = requests.length
    for (const [name, way, url] of [
      ['Downloads', 'See your orders', '/my-account?tab=orders'],
      ['Address', 'See your addresses', '/my-account?show=addresses'],
      ['Account Details', 'See your details', '/my-account'],
      ['Wishlist', 'View wishlist', '/wishlist'],
    ] as const) {
      await user.click(screen.getByRole('tab', { name }))
      const panel = within(screen.getByRole('tabpanel'))
      expect(panel.getByRole('heading', { name })).toBeVisible()
      expect(panel.getByRole('link', { name: way })).toHaveAttribute('href', url)
    }
    expect(requests).toHaveLength(before)
  })

  test('moves focus with the arrow keys without logging out', async () => {
    const { user } = await renderShop({ path: '/my-account', token: true })
    await user.click(await screen.findByRole('tab', { name: 'Dashboard' }))
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('tab', { name: 'Logout' })).toHaveFocus()
    expect(localStorage.getItem('authToken')).not.toBeNull()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(screen.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true')
  })

  test('lists the addresses, from which one can be deleted', async () => {
    const { user } = await renderShop({ path: '/my-account', token: true })
    await user.click(await screen.findByRole('link', { name: 'See your addresses' }))
    const heading = await screen.findByRole('heading', { name: 'Your addresses' })
    expect(heading).toHaveFocus()
    const cards = () => screen.findAllByRole('radio', { name: /^(Home|Work): / })
    const before = (await cards()).length
    expect(screen.getByRole('button', { name: 'Add another address' })).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
    await waitFor(async () => expect(await cards()).toHaveLength(before - 1))
    await user.click(screen.getByRole('link', { name: 'Back to your details' }))
    expect(await screen.findByText(EMAIL)).toBeVisible()
  })

  test('deletes the token, the cart and everything typed on log-out, and opens the home page without an error', async () => {
    const typed = [
      'billingDraft',
      'deliveryDraft',
      'addressDraft',
      'specialOrderDraft',
      'resetEmail',
      'resetToken',
      'resetUntil',
      'orderDetails',
    ]
    for (const storage of [localStorage, sessionStorage])
      for (const key of typed) storage.setItem(key, '{"phone":"0772123456"}')
    localStorage.setItem('cart', CART)
    const { user } = await renderShop({ path: '/my-account', token: true })
    await within(await screen.findByRole('tabpanel')).findByText(EMAIL)
    const errors: unknown[] = []
    const observer = new MutationObserver(() => errors.push(...document.querySelectorAll('[role=alert]')))
    observer.observe(document.body, { childList: true, subtree: true })
    await user.click(screen.getByRole('tab', { name: 'Logout' }))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    observer.disconnect()
    expect(errors).toEqual([])
    expect(document.getElementById(ANNOUNCER_ID)).toHaveTextContent('You have logged out.')
    for (const key of ['authToken', 'cart', 'orderDetails', 'resetEmail', 'resetToken', 'resetUntil'])
      expect(localStorage.getItem(key), key).toBeNull()
    for (const key of typed.filter((key) => key !== 'orderDetails'))
      expect(sessionStorage.getItem(key), key).toBeNull()
  })

  test('keeps the details if they fail to load again', async () => {
    let isDown = false
    const refuse = (request: string) => (isDown && request === 'GET /customer/info' ? 500 : undefined)
    await renderShop({ path: '/my-account', token: true, refuse })
    expect(await screen.findByText(EMAIL)).toBeVisible()
    isDown = true
    for (const event of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(event)))
    expect(await screen.findByText('Error: Failed to fetch data')).toBeVisible()
    expect(screen.getByText(EMAIL)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Delivery addresses' })).toBeVisible()
  })

  test.each([
    [500, /^Your account is safe\./],
    ['down', 'Check your internet connection.'],
  ] as const)('shows an error and retries if the details failed to load: %s', async (failure, advice) => {
    let isFailing = true
    const { user } = await renderShop({
      path: '/my-account',
      token: true,
      refuse: (request) => (isFailing && request === 'GET /customer/info' ? failure : undefined),
    })
    expect(await screen.findByText('Error: Failed to fetch data')).toBeVisible()
    expect(within(screen.getByRole('tabpanel')).getByText(advice)).toBeVisible()
    isFailing = false
    await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Try again' }))
    expect(await within(screen.getByRole('tabpanel')).findByText(EMAIL)).toBeVisible()
  })

  test('removes an expired token, keeps the cart and offers to log in', async () => {
    localStorage.setItem('cart', CART)
    const { user } = await renderShop({ path: '/my-account', token: 'dead' })
    expect(
      await screen.findByText(/^Error: (Failed to fetch data|No authentication token found)$/),
    ).toBeVisible()
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(localStorage.getItem('cart')).not.toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Log in' }))
    expect(await screen.findByLabelText('Email or phone')).toBeVisible()
  })
})

describe('a token that the host rejects for one request', () => {
  test('shows placeholders while the details load, and no longer once the log-in has expired', async () => {
    const late = lateResponse()
    await renderShop({
      path: '/my-account',
      token: true,
      file: (request) =>
        request === 'GET /customer/info'
          ? new Promise(() => {})
          : request.startsWith('GET /customer/wish-list')
            ? late.response
            : undefined,
    })
    const panel = within(await screen.findByRole('tabpanel'))
    const loading = await panel.findByText('Loading...')
    expect(loading.parentElement).toHaveAttribute('aria-busy', 'true')
    await act(async () => late.send(new Response('', { status: 401 })))
    expect(await panel.findByText(/^Your log-in has expired\./)).toBeVisible()
    expect(loading).not.toBeInTheDocument()
  })

  test.each([
    ['the orders', 'GET /customer/order/list', '', "We couldn't load your orders."],
    ['the addresses', 'GET /customer/address/list', '', "We couldn't load your addresses."],
    ['the details', 'GET /customer/info', '?tab=orders', '#100003'],
    ['the orders in their tab', 'GET /customer/order/list', '?tab=orders', 'Failed to fetch orders'],
  ])('keeps the other data and offers to log in: %s', async (_, refused, query, text) => {
    const { user } = await renderShop({
      path: `/my-account${query}`,
      token: true,
      refuse: (request) => (request === refused ? 401 : undefined),
    })
    const panel = within(await screen.findByRole('tabpanel'))
    const expired = await panel.findByText(/^Your log-in has expired\./)
    expect(expired.compareDocumentPosition(await panel.findByText(text))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    if (query === '') {
      expect(panel.getByText('Amina Nakato')).toBeVisible()
      expect(panel.getByRole('link', { name: 'See your orders' })).toBeVisible()
      expect(panel.getByRole('link', { name: 'See your addresses' })).toBeVisible()
    }
    expect(panel.queryByText(/No authentication token found/)).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByLabelText('Email or phone')).toBeVisible()
  })
})

test.each(['', '?tab=orders', '?show=addresses'])(
  'an expired log-in is the only problem that is named: %s',
  async (query) => {
    await renderShop({
      path: `/my-account${query}`,
      token: true,
      refuse: (request) => (/ \/customer\//.test(request) ? 401 : undefined),
    })
    const panel = within(await screen.findByRole('tabpanel'))
    expect(await panel.findByText(/^Your log-in has expired\./)).toBeVisible()
    expect(panel.queryByText(/No authentication token found|Please try again|orders are safe/)).toBeNull()
    expect(panel.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(panel.queryByRole('combobox')).toBeNull()
  },
)
