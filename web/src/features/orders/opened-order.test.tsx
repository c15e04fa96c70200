import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildWith } from '../../../test/settings.ts'
import { store } from '../../config/store.ts'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { OpenedOrder } from './opened-order.tsx'
import { readOrders, type ShopOrder } from './order.ts'
import { stagesOf } from './order-progress.ts'

const [read] = readOrders([
  {
    id: 7,
    order_amount: 5_000,
    order_status: 'canceled',
    delivery_address: { address: 'Plot 5, Ntinda' },
    details: [{ id: 1, price: 5_000, quantity: 1, product_details: { name: 'Kintu' } }],
  },
])
const order = read as ShopOrder
const noted = { ...order, note: 'Blue gate' }
/** The host's settings are not loaded, so that the pickup point is that of the build. */
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

test('an order that ended is marked at that stage, with each phone number of the shop', () => {
  render(<OpenedOrder order={order} stages={stagesOf(order)} />)
  const steps = screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))
  expect(steps).toEqual([null, 'step', null])
  expect(screen.getByText(/^Questions\?/)).toHaveTextContent(
    `Questions? Call ${store.phones.join(' or ')} and quote your order number.`,
  )
})

test('an order has a delivery note and a link to send it only if it has one', async () => {
  const { rerender } = render(<OpenedOrder order={order} stages={[]} />)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).not.toContain('Delivery note')
  expect(screen.queryByRole('link', { name: 'Send to the shop' })).toBeNull()
  rerender(<OpenedOrder order={noted} stages={[]} />)
  expect(screen.getByText('Delivery note').nextSibling).toHaveTextContent('Blue gate')
  expect(screen.getByRole('link', { name: 'Send to the shop' })).toBeVisible()
})

test('a note that the shop has sent to the host has no link to send it again', async () => {
  buildWith({ VITE_SEND_DELIVERY_NOTE: 'on' })
  const anew = await import('./opened-order.tsx')
  render(<anew.OpenedOrder order={noted} stages={[]} />)
  expect(screen.getByText('Blue gate')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Send to the shop' })).toBeNull()
})

const pickup = expect.stringMatching(new RegExp(`^.+, ${store.hours}$`))
const address = { 'Delivery address': 'Plot 5, Ntinda' }

test.each([
  ['its buyer', order, { name: 'Amina', phone: '0772123456' }, { Buyer: 'Amina, 0772123456', ...address }],
  ['a buyer without a phone number', order, { name: 'Amina', phone: '' }, { Buyer: 'Amina', ...address }],
  ['no unknown buyer', order, { name: '', phone: '0772123456' }, address],
  ['its note', noted, { name: '', phone: '' }, { ...address, 'Delivery note': 'Blue gate' }],
  ['its pickup', { ...order, isPickup: true }, { name: '', phone: '' }, { Pickup: pickup, ...address }],
])('the invoice of an order has %s', async (_, order, buyer, rows) => {
  render(<InvoiceDialog open order={order} buyer={buyer} onClose={() => {}} />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const list = (await screen.findByText('Delivery address')).closest('dl')
  const shown = [...(list?.children ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
  expect(Object.fromEntries(shown)).toEqual(rows)
})
