import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { useState } from 'react'
import { call, isRefused } from '../../api/api.ts'
import { isRejected, tokenCacheKey, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import type { OrderedLine } from '../../domain/cart-item.ts'
import type { LocalOrderDetails } from '../../domain/local-details.ts'
import { formatPrice } from '../../domain/money.ts'
import { EmptyState, Failure, RetryButton } from '../../ui/feedback/load-states.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { lazyOverlay } from '../../ui/overlay/lazy-overlay.tsx'
import { PhoneText } from '../../ui/page/phone-text.tsx'
import { PickupPoint } from '../../ui/page/pickup-point.tsx'
import { OpenedOrder } from './opened-order.tsx'
import {
  type Buyer,
  labelOf,
  type OnBuyAgain,
  readOrders,
  type ShopOrder,
  withLocalDetails,
} from './order.ts'
import { stagesOf } from './order-progress.ts'

const InvoiceDialog = lazyOverlay(
  () => import('./invoice-dialog.tsx').then((module) => module.InvoiceDialog),
  ({ order }) => `Invoice for order ${order?.id}`,
)

type Props = {
  /** The token that was stored when the account area was opened. It may have expired. */
  token: string
  onBuyAgain: OnBuyAgain
  buyer: Buyer
  /** Details that are stored only in this browser, by order number. */
  details: ReadonlyMap<number, LocalOrderDetails>
  /** The order whose details are shown at first. */
  opened: number | null
  /** The number of the last order that was placed in this browser. */
  placed: number | null
}

/** The customer's orders, newest first. */
export function OrdersPanel({ buyer, ...props }: Props) {
  const [shown, setShown] = useState<ShopOrder | null>(null)
  return (
    <>
      <h2>Orders</h2>
      <LoadedOrders {...props} onShow={setShown} />
      <InvoiceDialog open={shown !== null} order={shown} buyer={buyer} onClose={() => setShown(null)} />
    </>
  )
}

type LoadedProps = Omit<Props, 'buyer'> & { onShow: (order: ShopOrder) => void }

/** The list of orders, or why it is not shown. */
function LoadedOrders({ token, onShow, onBuyAgain, details, opened, placed }: LoadedProps) {
  const isLoggedIn = useToken() !== null
  const { data, error, isFetching, refetch } = useQuery({ ...ordersQuery(token), enabled: isLoggedIn })
  const failure = error && (
    <Failure message="Failed to fetch orders" onRetry={isLoggedIn ? () => void refetch() : undefined} />
  )
  if (failure && !data)
    return (
      <>
        {failure}
        {isLoggedIn && (
          <PhoneText>{`Your orders are safe. To ask about one, call ${store.phones[0]}.`}</PhoneText>
        )}
      </>
    )
  if (!isLoggedIn && !isRejected(token)) return <Failure message="No authentication token found" />
  if (!data) return isLoggedIn ? <OrdersSkeleton /> : null
  if (data.length === 0)
    return (
      <EmptyState
        title="You have no orders yet."
        text="You'll find your orders and invoices here."
        leadsTo={{ to: paths.shop, text: 'Shop now' }}
      />
    )
  const isMissing =
    opened !== null && (opened === placed || details.has(opened)) && !data.some(({ id }) => id === opened)
  return (
    <>
      {isLoggedIn && failure}
      {isMissing && (
        <div className="notice notice-success align-items-center flex-wrap" role="status">
          <p>
            {`Order #${opened} is placed. This list is from earlier and doesn't have it yet.`}
            {isFetching && ' Loading…'}
          </p>
          <RetryButton onRetry={() => void refetch()} />
        </div>
      )}
      <OrdersTable
        orders={data.map((order) => withLocalDetails(order, details.get(order.id)))}
        onShow={onShow}
        onBuyAgain={onBuyAgain}
        opened={opened}
      />
    </>
  )
}

/** Placeholders in the shape of the rows. */
function OrdersSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading orders...
      </p>
      <table className="orders-table" aria-hidden="true">
        <tbody>
          {[0, 1, 2].map((at) => (
            <tr key={at}>
              <td className="order-covers">
                <Skeleton className="image" />
              </td>
              <td className="order-number">
                <Skeleton width="4rem" />
              </td>
              <td className="order-amount">
                <Skeleton width="5rem" />
              </td>
              <td className="order-status">
                <Skeleton width="5rem" height="1.5rem" />
              </td>
              <td className="order-date">
                <Skeleton width="70%" />
              </td>
              <td className="order-items">
                <Skeleton width="90%" />
              </td>
              <td className="order-actions">
                <Skeleton height="2.75rem" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TableProps = {
  orders: ShopOrder[]
  onShow: (order: ShopOrder) => void
  onBuyAgain: OnBuyAgain
  opened: number | null
}

function OrdersTable({ orders, opened, ...actions }: TableProps) {
  return (
    <table className="orders-table">
      <thead className="visually-hidden">
        <tr>
          {['Covers', 'Order', 'Amount', 'Status', 'Date and payment', 'Items', 'Address', 'Actions'].map(
            (name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} isOpened={order.id === opened} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

const MAX_COVERS = 3

type RowProps = Omit<TableProps, 'orders' | 'opened'> & { order: ShopOrder; isOpened: boolean }

function OrderRow({ order, isOpened, onShow, onBuyAgain }: RowProps) {
  const [isOpen, setOpen] = useState(isOpened)
  const toggle = () => setOpen(!isOpen)
  const stages = stagesOf(order)
  const [first, ...otherLines] = order.lines
  return (
    <tr>
      <td className="order-covers d-flex">
        {order.lines.slice(0, MAX_COVERS).map(({ key, file, name, tint }) => (
          <ProductImage key={key} file={file} name={name} tint={tint} alt="" sizes="3rem" />
        ))}
      </td>
      <th scope="row" className="order-number strong money">
        #{order.id}
      </th>
      <td className="order-amount strong money">{formatPrice(order.amount)}</td>
      <td className="order-status">
        <OrderStatus order={order} />
      </td>
      <td className="order-date muted small">
        {order.updatedOn} · {order.method}
      </td>
      <td className="order-items d-flex">
        <span>{first?.name}</span>
        {otherLines.length === 0 ? null : (
          <button type="button" className="link-button" aria-expanded={isOpen} onClick={toggle}>
            and {otherLines.length} more
          </button>
        )}
      </td>
      <td className="order-address muted small">
        {isOpen ? null : <Destination order={order} stages={stages} />}
      </td>
      <td className="order-actions mt-1">
        <button
          type="button"
          className="btn btn-outline-secondary"
          aria-label={`Invoice for order ${order.id}`}
          onClick={() => onShow(order)}
        >
          Invoice
        </button>
        <button
          type="button"
          className="btn btn-outline-secondary"
          aria-label={`Details of order ${order.id}`}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          Details
        </button>
        <BuyAgainButton order={order} onBuyAgain={onBuyAgain} />
      </td>
      {isOpen ? (
        <td className="order-more">
          <OpenedOrder order={order} stages={stages} />
        </td>
      ) : null}
    </tr>
  )
}

function Destination({ order, stages }: { order: ShopOrder; stages: ReturnType<typeof stagesOf> }) {
  if (!order.isPickup) return <>Address: {order.address}</>
  const wasEnded = stages.some(({ state }) => state === 'ended')
  const verb = wasEnded ? 'Pickup at' : isOver(stages) ? 'Collected from' : 'Collect it at'
  return (
    <>
      {verb} <PickupPoint />
      {isOver(stages) ? null : `, ${store.hours}`}. Delivery address: {order.address}
    </>
  )
}

/** An order's status, coloured by whether it is open, complete or failed. */
export function OrderStatus({ order }: { order: ShopOrder }) {
  const stages = stagesOf(order)
  const tone = stages.some(({ state }) => state === 'ended') ? 'chip-none' : isOver(stages) ? '' : 'chip-warn'
  return <span className={`chip ${tone}`}>{labelOf(order.status)}</span>
}

const isOver = (stages: ReturnType<typeof stagesOf>) =>
  stages.every(({ state }) => state === 'done' || state === 'ended')

function BuyAgainButton({ order, onBuyAgain }: Pick<RowProps, 'order' | 'onBuyAgain'>) {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const lines = order.lines.flatMap(({ productId, name, quantity, chosen }): OrderedLine[] =>
    productId === null || quantity < 1
      ? []
      : [{ id: productId, name, quantity, ...(chosen ? { chosen } : {}) }],
  )
  if (lines.length === 0) return null
  const addLines = async () => {
    if (isBusy) return
    setBusy(true)
    setProblems(["Checking today's prices..."])
    setProblems(await onBuyAgain(lines, order.note).finally(() => setBusy(false)))
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-primary"
        aria-label={`Buy again: order ${order.id}`}
        aria-disabled={isBusy}
        onClick={() => void addLines()}
      >
        Buy again
      </button>
      <div role="status" className="w-100 small">
        {/* Two lines may have the same problem. */}
        {problems.map((problem, position) => (
          <p key={`${position} ${problem}`} className="mt-2">
            {problem}
          </p>
        ))}
      </div>
    </>
  )
}

/** Returns the query of the customer's orders, newest first. Disabled without a token. */
export function ordersQuery(token: string | null) {
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
