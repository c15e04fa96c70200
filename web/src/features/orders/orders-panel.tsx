import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { useState } from 'react'
import { call, isRefused } from '../../api/api.ts'
import { tokenCacheKey, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { formatPrice } from '../../domain/money.ts'
import type { OrderDetails } from '../../domain/order-details.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { type BuyAgain, labelOf, readOrders, type ShopOrder, withDetails } from './order.ts'
import { OrderProgress } from './order-progress.tsx'

type Props = {
  /** The token that was stored when the account area was opened. It may have expired. */
  token: string | null
  onLogIn: () => void
  onBuyAgain: BuyAgain
  /** Details that are stored only in this browser, by order number. */
  details: ReadonlyMap<number, OrderDetails>
}

/** The customer's orders, newest first. */
export function OrdersPanel({ token, onLogIn, onBuyAgain, details }: Props) {
  const isLoggedIn = useToken() !== null
  const { data, error, isPending, refetch } = useQuery({
    ...ordersQuery(token),
    enabled: isLoggedIn && token !== null,
  })
  const [shown, setShown] = useState<ShopOrder | null>(null)

  return (
    <>
      <h2>Orders</h2>
      {error ? (
        <Failure message="Failed to fetch orders" onRetry={isLoggedIn ? () => void refetch() : undefined} />
      ) : !isLoggedIn ? (
        <Failure message="No authentication token found" />
      ) : isPending ? (
        <Spinner label="Loading orders..." />
      ) : data.length === 0 ? (
        <EmptyState
          title="You have no orders yet."
          text="You'll find your orders and invoices here."
          leadsTo={{ to: paths.shop, text: 'Shop now' }}
        />
      ) : (
        <OrdersTable
          orders={data.map((order) => withDetails(order, details.get(order.id)))}
          onShow={setShown}
          onBuyAgain={onBuyAgain}
        />
      )}
      {!isLoggedIn && (
        <button type="button" className="btn btn-primary mt-3" onClick={onLogIn}>
          Log in
        </button>
      )}
      <InvoiceDialog order={shown} onClose={() => setShown(null)} />
    </>
  )
}

type TableProps = {
  orders: ShopOrder[]
  onShow: (order: ShopOrder) => void
  onBuyAgain: BuyAgain
}

function OrdersTable({ orders, onShow, onBuyAgain }: TableProps) {
  return (
    <table className="orders-table">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col">Payment</th>
          <th scope="col">Address</th>
          <th scope="col" className="money">
            Amount
          </th>
          <th scope="col">
            <span className="visually-hidden">Invoice</span>
          </th>
          <th scope="col" className="visually-hidden">
            Progress
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">#{order.id}</th>
            <td data-label="Date">{order.date}</td>
            <td data-label="Status">
              <StatusChip status={order.status} />
            </td>
            <td data-label="Payment">{order.method}</td>
            <td data-label="Address">{order.address}</td>
            <td data-label="Amount" className="money">
              {formatPrice(order.amount)}
            </td>
            <td className="order-invoice">
              <button
                type="button"
                className="btn btn-outline-secondary"
                aria-label={`Invoice for order ${order.id}`}
                onClick={() => onShow(order)}
              >
                Invoice
              </button>
            </td>
            <td className="order-more">
              <OrderProgress order={order} onBuyAgain={onBuyAgain} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The chip's class for each status. Unknown statuses have the plain chip. */
const CHIP_CLASSES: Record<string, string> = {
  delivered: '',
  confirmed: '',
  processing: 'chip-warn',
  out_for_delivery: 'chip-warn',
  pending: 'chip-warn',
  returned: 'chip-none',
  failed: 'chip-none',
  canceled: 'chip-none',
}

function StatusChip({ status }: { status: string }) {
  return (
    <span
      className={`chip ${Object.hasOwn(CHIP_CLASSES, status) ? CHIP_CLASSES[status] : 'chip-plain'}`.trim()}
    >
      {labelOf(status)}
    </span>
  )
}

/** The customer's orders, newest first. Disabled without a token. */
function ordersQuery(token: string | null) {
  return queryOptions({
    queryKey: ['customer', tokenCacheKey(token), 'orders'],
    queryFn: async ({ signal }) => {
      const response = await call('GET /customer/order/list', { signal })
      // The host may send a refusal with status 200, which must not be shown as an empty list.
      if (isRefused(response)) throw new ApiError('GET /customer/order/list', 200, response)
      return response
    },
    select: readOrders,
    enabled: token !== null,
    retry: false,
    // The list is always refetched, because an order may have just been placed.
    staleTime: 0,
  })
}
