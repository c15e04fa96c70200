import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setToken } from '../../api/session.ts'
import { OrdersPanel, ordersQuery } from './orders-panel.tsx'

const line = { price: 5_000, quantity: 2, product_id: 7 }
const orders = [
  {
    id: 7,
    details: [1, 2, 3, 4].map((id) => ({ ...line, id, product_details: { name: `Book ${id}` } })),
  },
]

/** Renders the stored list of orders while it is refetched. */
function renderPanel(change: Partial<Parameters<typeof OrdersPanel>[0]> = {}, list: object[] = orders) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onTestFinished(() => void vi.unstubAllGlobals())
  setToken('a-token')
  const client = new QueryClient()
  client.setQueryData(ordersQuery('a-token').queryKey, list as never)
  const onBuyAgain = vi.fn(() => new Promise<string[]>(() => {}))
  const props = { details: new Map(), buyer: { name: '', phone: '' }, opened: null, placed: null, ...change }
  const { container } = render(
    <QueryClientProvider client={client}>
      <OrdersPanel token="a-token" onBuyAgain={onBuyAgain} {...props} />
    </QueryClientProvider>,
  )
  return { container, onBuyAgain }
}

test('an order shows the covers of its first three lines', () => {
  const { container } = renderPanel()
  expect(container.querySelector('.order-covers')?.children).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'and 3 more' })).toBeVisible()
})

test.each([
  ['was placed last', { placed: 8 }, true],
  ['has details in this browser', { details: new Map([[8, { note: 'Blue gate', choices: [] }]]) }, true],
  ['is unknown to this browser', { placed: 9 }, false],
])('an opened order that the list lacks and that %s is announced: %s', (_, change, isAnnounced) => {
  renderPanel({ opened: 8, ...change })
  expect(screen.queryByText(/^Order #8 is placed\./) !== null).toBe(isAnnounced)
})

test('lines whose quantity the host does not send are not bought again', () => {
  const order = { id: 7, details: [{ ...line, id: 1, quantity: null, product_details: { name: 'Book' } }] }
  renderPanel({}, [order])
  expect(screen.getByRole('button', { name: 'Details of order 7' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Buy again/ })).toBeNull()
})

test('a button that adds an order to the cart is disabled until the prices have loaded', () => {
  const { onBuyAgain } = renderPanel()
  const button = screen.getByRole('button', { name: 'Buy again: order 7' })
  expect(button).toHaveAttribute('aria-disabled', 'false')
  fireEvent.click(button)
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('status')).toHaveTextContent("Checking today's prices...")
  const ordered = [1, 2, 3, 4].map((id) => ({ id: 7, name: `Book ${id}`, quantity: 2 }))
  expect(onBuyAgain).toHaveBeenCalledExactlyOnceWith(ordered, '')
})
