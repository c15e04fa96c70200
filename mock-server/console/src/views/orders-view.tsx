import { MAX_LISTED_ORDERS, type PlacedOrder } from '../../../src/control-api/orders.ts'
import { control, useControl } from '../control-client.ts'
import { formatCount, formatMoney, toLabel } from '../format.ts'
import { CommandButton } from '../ui/command-button.tsx'
import { DisclosureRow } from '../ui/disclosure-row.tsx'
import { ViewHeading } from '../ui/panel.tsx'
import { QueryList } from '../ui/query-state.tsx'
import { DescriptionList, StatusBadge, Time } from '../ui/values.tsx'

type Status = PlacedOrder['order_status']

const isUnsuccessful = (status: Status) => ['failed', 'canceled', 'returned'].includes(status)

const statusTone = (status: Status) =>
  isUnsuccessful(status) ? 'danger' : status === 'delivered' ? 'success' : 'info'

export function OrdersView() {
  const orders = useControl('GET /orders')

  return (
    <>
      <ViewHeading title="Orders">
        The latest {MAX_LISTED_ORDERS} orders of this world. Move them to another status, as the shop's staff
        would.
      </ViewHeading>
      <QueryList
        query={orders}
        name="orders"
        items={orders.data?.orders}
        emptyState={['No orders yet.', 'Place one in the shop, then move it to another status here.']}
      >
        {(order) => <OrderRow key={order.id} order={order} />}
      </QueryList>
    </>
  )
}

function OrderRow({ order }: { order: PlacedOrder }) {
  const { id, customer, lines, order_status, payment_status, order_amount, created_at, next } = order
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const nextStatus = next.find((status) => !isUnsuccessful(status))
  return (
    <DisclosureRow
      action={nextStatus && <MoveButton id={id} status={nextStatus} />}
      summary={
        <span>
          <strong>Order {id}</strong>{' '}
          <StatusBadge tone={statusTone(order_status)}>{toLabel(order_status)}</StatusBadge>{' '}
          <StatusBadge tone={payment_status === 'paid' ? 'success' : 'warning'}>
            {toLabel(payment_status)}
          </StatusBadge>
          <br />
          <strong>{formatMoney(order_amount)}</strong>{' '}
          <span className="text-body-secondary">
            for {formatCount(quantity, 'item')}, {customer.name}, <Time iso={created_at} />
          </span>
        </span>
      }
    >
      <OrderDetails order={order} />
    </DisclosureRow>
  )
}

function OrderDetails({ order }: { order: PlacedOrder }) {
  const { id, customer, lines, deliver_to, collect_at, delivery_charge, order_note, next } = order
  return (
    <>
      <table className="table mb-0">
        <thead>
          <tr>
            <th>Product</th>
            <th className="text-end">Quantity</th>
            <th className="text-end">Price</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ product_id, name, variant, quantity, price }, index) => (
            <tr key={index}>
              <td>
                {name ?? 'unnamed'}{' '}
                <span className="text-body-secondary">{variant ?? `product ${product_id}`}</span>
              </td>
              <td className="text-end">{quantity}</td>
              <td className="text-end text-nowrap">{formatMoney(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DescriptionList
        details={{
          Customer: `${customer.name}, ${customer.phone}, ${customer.email}`,
          'Deliver to': deliver_to && `${deliver_to.address} (${deliver_to.contact}, ${deliver_to.phone})`,
          'Pickup at': collect_at,
          Address:
            deliver_to || collect_at ? null : 'unknown: the order named an address that does not exist',
          'Delivery fee': formatMoney(delivery_charge),
          Note: order_note,
          Payment: formatPayment(order),
        }}
      />
      <fieldset className="actions" aria-label={`Move order ${id}`}>
        {next.length === 0 && <p className="text-body-secondary">This status is final.</p>}
        {next.filter(isUnsuccessful).map((status) => (
          <MoveButton key={status} id={id} status={status} />
        ))}
      </fieldset>
    </>
  )
}

function formatPayment({ payment_method, transaction_reference }: PlacedOrder): string {
  const reference = transaction_reference ? `reference ${transaction_reference}` : 'no reference'
  return `${payment_method ?? 'no method'}, ${reference}`
}

function MoveButton({ id, status }: { id: number; status: Status }) {
  return (
    <CommandButton
      label={`Move to ${toLabel(status).toLowerCase()}`}
      name={`Move order ${id} to ${toLabel(status).toLowerCase()}`}
      question={isUnsuccessful(status) ? `End order ${id}?` : undefined}
      send={() => control('POST /orders/move', { body: { id, status } })}
      successMessage={`Order ${id} is ${toLabel(status).toLowerCase()}.`}
    />
  )
}
