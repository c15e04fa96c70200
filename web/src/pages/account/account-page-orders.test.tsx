import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { remove, selectAll, update } from 'mock-server/world/queries'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { registerOtherCustomer } from '../../../test/checkout.tsx'
import { expectOnConsole } from '../../../test/console.ts'
import { handleResponses, renderShop } from '../../../test/render.tsx'
import { setToken } from '../../api/session.ts'
import { phoneUrl } from '../../config/contact-urls.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { labelOf } from '../../features/orders/order.ts'

const EMAIL = 'demo@kitabo.example'

describe('orders', () => {
  test('are sorted newest first, each with an invoice, its status and the number of its other lines', async () => {
    const { user, emulator } = await renderShop({ path: '/my-account?tab=orders', token: true })
    const rows = await screen.findAllByRole('button', { name: /^Invoice for order/ })
    const ids = rows.map((row) => Number(row.getAttribute('aria-label')?.replace(/\D/g, '')))
    expect(ids.length).toBeGreaterThan(1)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    await user.click(rows[0] as HTMLElement)
    // The dialog's placeholder has the same name while the code loads.
    const name = `Invoice for order ${ids[0]}`
    const invoice = await screen.findByRole('article', { name })
    expect(screen.getByRole('dialog', { name })).toContainElement(invoice)
    expect(within(invoice).getByText('OUT FOR DELIVERY')).toBeInTheDocument()
    expect(within(invoice).getByText('Total')).toBeVisible()
    const orders = await emulator.client(emulator.tokenOf())('GET /customer/order/list')
    const counts = new Map(
      (orders as { id: number; details: unknown[] }[]).map(({ id, details }) => [id, details.length]),
    )
    expect([...counts.values()]).toContain(2)
    for (const [index, row] of rows.entries()) {
      const otherLines = (counts.get(ids[index] ?? 0) ?? 0) - 1
      expect(row.closest('tr')?.textContent).toContain(`and ${otherLines} more`)
    }
  })

  test('show a message while they load, and to a new customer one with a link to the shop', async () => {
    const emulator = await createTestApp()
    remove(emulator.world, 'order_lines')
    remove(emulator.world, 'orders')
    const faults = [{ path: '/customer/order/list', effect: { latency: 300 } }]
    const { container } = await renderShop({ path: '/my-account?tab=orders', token: true, emulator, faults })
    expect(await screen.findByText('Loading orders...')).toBeVisible()
    expect(container.querySelectorAll('[aria-busy="true"] .order-covers')).toHaveLength(3)
    expect(await screen.findByText('You have no orders yet.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Shop now' })).toHaveAttribute('href', paths.shop)
  })

  test.each([
    ['500', { status: 500 }],
    ['a refusal with status 200', { status: 200, body: { errors: { code: 'x', message: 'No.' } } }],
  ] as const)('show an error message for %s', async (_, effect) => {
    expectOnConsole(/does not match its contract/)
    await renderShop({
      path: '/my-account?tab=orders',
      token: true,
      faults: [{ path: '/customer/order/list', effect }],
    })
    expect(await screen.findByText('Failed to fetch orders')).toBeVisible()
  })
})

describe('an opened order', () => {
  /** Opens the newest order of the demo account. */
  async function follow(emulator: Awaited<ReturnType<typeof createTestApp>>) {
    const shown = await renderShop({ path: '/my-account?tab=orders', token: true, emulator })
    const [row] = (await screen.findAllByRole('row')).slice(1)
    if (!row) throw new Error('There is no order.')
    await shown.user.click(within(row).getByRole('button', { name: /^Details of order/ }))
    return { ...shown, row: within(row) }
  }

  test('is the order that the URL names', async () => {
    await renderShop({ path: '/my-account?tab=orders&order=100002', token: true })
    expect(await screen.findByRole('button', { name: 'Details of order 100002' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    expect(screen.getByRole('button', { name: 'Details of order 100003' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
  })

  test('that is newer than the stored list is announced, with a way to load it', async () => {
    const emulator = await createTestApp()
    localStorage.setItem('placedOrder', JSON.stringify({ id: 100_004, amount: 3_800 }))
    const { user } = await renderShop({ path: '/my-account?tab=orders&order=100004', token: true, emulator })
    await screen.findByRole('button', { name: 'Details of order 100003' })
    expect(
      await screen.findByText("Order #100004 is placed. This list is from earlier and doesn't have it yet."),
    ).toBeVisible()
    const list = new Promise<Response>(() => {})
    const reply = emulator.fetch
    emulator.fetch = (input, init) => (String(input).includes('/order/list') ? list : reply(input, init))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/doesn't have it yet\. Loading…$/)).toBeVisible()
  })

  test('is not called placed if this browser has not placed it', async () => {
    await renderShop({ path: '/my-account?tab=orders&order=999999', token: true })
    await screen.findByRole('button', { name: 'Details of order 100003' })
    expect(screen.queryByText(/is placed/)).toBeNull()
  })

  test('stays in a list that fails to load again', async () => {
    const emulator = await createTestApp()
    const list = '/my-account?tab=orders&order=100004'
    localStorage.setItem('placedOrder', JSON.stringify({ id: 100_004, amount: 3_800 }))
    const { user } = await renderShop({ path: list, token: true, emulator })
    await screen.findByRole('button', { name: 'Details of order 100003' })
    await emulator.control('POST /faults', {
      body: { path: '/customer/order/list', effect: { status: 500 } },
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Failed to fetch orders')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Details of order 100003' })).toBeVisible()
  })

  test('shows its stages and phone numbers without further requests', async () => {
    const { row, requests } = await follow(await createTestApp())
    expect(await row.findByText('On the way')).toBeVisible()
    expect(row.getByText('On the way').closest('li')).toHaveAttribute('aria-current', 'step')
    expect(row.getByRole('link', { name: store.phones[0] })).toHaveAttribute(
      'href',
      phoneUrl(store.phones[0]),
    )
    expect(requests.filter((request) => request.startsWith('GET /products'))).toEqual([])
  })

  test('shows where and when to collect a pickup, which has the address N/A', async () => {
    const emulator = await createTestApp()
    update(emulator.world, 'orders', 'SET delivery_address = NULL, delivery_address_id = NULL')
    const { row } = await follow(emulator)
    const link = await row.findByRole('link', { name: store.address })
    expect(link.closest('dl')).toHaveTextContent(
      `Collect at${store.address}, ${store.hours}Delivery addressN/A`,
    )
  })

  test.each([
    ['pending', 'chip-warn', 'Collect it at ADDRESS, HOURS. Delivery address: N/A'],
    ['delivered', null, 'Collected from ADDRESS. Delivery address: N/A'],
    ['canceled', 'chip-none', 'Pickup at ADDRESS. Delivery address: N/A'],
  ])(
    'says in the row of a pickup that is %s where it is collected, and marks it as open, complete or failed',
    async (status, tone, text) => {
      const emulator = await createTestApp()
      update(
        emulator.world,
        'orders',
        'SET delivery_address = NULL, delivery_address_id = NULL, order_status = ?',
        status,
      )
      await renderShop({ path: '/my-account?tab=orders', token: true, emulator })
      const [row] = (await screen.findAllByRole('row')).slice(1)
      const shown = text.replace('ADDRESS', store.address).replace('HOURS', store.hours)
      await waitFor(() => expect(row).toHaveTextContent(shown))
      const { classList } = within(row as HTMLElement).getByText(labelOf(status))
      expect([...classList]).toEqual(['chip', tone].filter(Boolean))
    },
  )

  test('says once that nothing was added if no price of today loads within 15 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const emulator = await createTestApp()
    const { row, user } = await follow(emulator)
    const reply = emulator.fetch
    emulator.fetch = (input, init) =>
      String(input).includes('/products/details/') ? new Promise(() => {}) : reply(input, init)
    await user.click(await row.findByRole('button', { name: /^Buy again/ }))
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(row.getByText("Checking today's prices...")).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(
      await row.findByText("Nothing was added, because today's prices didn't load. Please try again."),
    ).toBeVisible()
    vi.useRealTimers()
  })

  test('says that nothing was added if the code for it does not load', async () => {
    vi.resetModules()
    vi.doMock('./buy-again.ts', () => Promise.reject(new Error('404')))
    onTestFinished(() => void vi.doUnmock('./buy-again.ts'))
    const { renderShop } = await import('../../../test/render.tsx')
    const { user } = await renderShop({ path: '/my-account?tab=orders', token: true })
    const [button] = await screen.findAllByRole('button', { name: /^Buy again/ })
    await user.click(button as HTMLElement)
    expect(
      await screen.findByText('Nothing was added. Check your internet connection and try again.'),
    ).toBeVisible()
  })

  test('is not bought again if the customer logs out while its prices load', async () => {
    const emulator = await createTestApp()
    let sendPrices = () => {}
    const arePricesSent = new Promise<void>((send) => (sendPrices = send))
    const { user, requests } = await renderShop({
      path: '/my-account?tab=orders',
      token: true,
      emulator,
      file: (request) =>
        request.startsWith('GET /products/details/')
          ? arePricesSent.then(() =>
              emulator.fetch(`${emulator.origin}/api/v1${request.slice('GET '.length)}`),
            )
          : undefined,
    })
    const [button] = await screen.findAllByRole('button', { name: /^Buy again/ })
    await user.click(button as HTMLElement)
    await screen.findByText("Checking today's prices...")
    await user.click(screen.getByRole('tab', { name: 'Logout' }))
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(requests.some((request) => request.startsWith('GET /products/details/'))).toBe(true)
    sendPrices()
    await handleResponses({ emulator })
    expect(localStorage.getItem('cart')).toBeNull()
  })

  test('is not shown any more once another customer has logged in', async () => {
    const emulator = await createTestApp()
    const { user } = await renderShop({ path: '/my-account?tab=orders', token: true, emulator })
    const [button] = await screen.findAllByRole('button', { name: /^Invoice for order/ })
    await user.click(button as HTMLElement)
    expect(await screen.findByRole('article', { name: /^Invoice for order/ })).toBeVisible()
    const token = await registerOtherCustomer({ emulator })
    // In another tab.
    act(() => setToken(token))
    await waitFor(() => expect(screen.queryByRole('article', { name: /^Invoice for order/ })).toBeNull())
  })

  test('can be bought again at today’s prices, except sold-out products, once after a double click', async () => {
    const emulator = await createTestApp()
    const lines = selectAll<{ product_id: number; quantity: number }>(
      emulator.world,
      `SELECT product_id, quantity FROM order_lines WHERE order_id = (SELECT max(orders.id) FROM orders
        JOIN customers ON customers.id = customer_id WHERE email = ?) ORDER BY id`,
      EMAIL,
    )
    const [sold, short] = lines
    if (!sold || !short) throw new Error('The newest order has fewer than two lines.')
    const products = [...new Set(lines.map(({ product_id }) => product_id))]
    for (const id of products) await emulator.control('POST /stock', { body: { id, stock: 50 } })
    await emulator.control('POST /stock', { body: { id: short.product_id, stock: 0 } })
    const { row, user, requests } = await follow(emulator)
    const buyAgain = await row.findByRole('button', { name: /^Buy again/ })
    // Before the prices arrive, which `user` would wait for between the clicks.
    for (const button of [buyAgain, buyAgain]) fireEvent.click(button)
    expect(await row.findByText(/ is sold out for now\.$/)).toBeVisible()
    const requested = requests.filter((request) => request.startsWith('GET /products/details/'))
    expect(requested).toHaveLength(products.length)
    const cart = JSON.parse(localStorage.getItem('cart') ?? '[]') as { id: number; quantity: number }[]
    expect(cart.find(({ id }) => id === sold.product_id)?.quantity).toBe(sold.quantity)
    expect(cart.some(({ id }) => id === short.product_id)).toBe(false)
    expect(row.queryByText('Nothing was added.')).toBeNull()
    for (const id of products) await emulator.control('POST /stock', { body: { id, stock: 0 } })
    await user.click(row.getByRole('button', { name: /^Buy again/ }))
    expect(await row.findByText('Nothing was added.')).toBeVisible()
  })
})
