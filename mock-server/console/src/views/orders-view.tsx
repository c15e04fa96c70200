import type { PlacedOrder } from '../../../src/control-api/orders.ts'
import { control, useControl } from '../control-client.ts'
import { formatCount, formatMoney, toLabel } from '../format.ts'
import { CommandButton } from '../ui/form.tsx'
import { DescriptionList, DisclosureRow, Rows, StatusBadge, Time, ViewHead } from '../ui/panel.tsx'

type Status = PlacedOrder['order_status']

const isUnsuccessful = (status: Status) => ['failed', 'canceled', 'returned'].includes(status)

const toneOf = (status: Status) =>
  isUnsuccessful(status) ? 'danger' : status === 'delivered' ? 'success' : 'info'

export function OrdersView() {
  const orders = useControl('GET /orders')

  return (
    <>
      <ViewHead title="Orders">
        The latest hundred orders of this world. The buttons change their status, as the shop's staff would.
      </ViewHead>
      <Rows
        query={orders}
        name="orders"
        items={orders.data?.orders}
        empty={['No orders yet.', 'Place one in the shop, then confirm and deliver it here.']}
      >
        {(order) => <OrderItem key={order.id} order={order} />}
      </Rows>
    </>
  )
}

function OrderItem({ order }: { order: PlacedOrder }) {
  const { id, customer, lines, order_status, payment_status, order_amount, created_at, next } = order
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const nextStatus = next.find((status) => !isUnsuccessful(status))
  return (
    <DisclosureRow
      action={nextStatus && <MoveButton id={id} status={nextStatus} />}
      summary={
        <span>
          <strong>Order {id}</strong>{' '}
          <StatusBadge tone={toneOf(order_status)}>{toLabel(order_status)}</StatusBadge>{' '}
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
      <OrderDetail order={order} />
    </DisclosureRow>
  )
}

function OrderDetail({ order }: { order: PlacedOrder }) {
  const { id, customer, lines, deliver_to, collect_at, delivery_charge, order_note, next } = order
  return (
    <>
      <table className="table mb-0">
        <thead>
          <tr>
            <th>Product</th>
            <th className="text-end">Qty</th>
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
        facts={{
          Customer: `${customer.name}, ${customer.phone}, ${customer.email}`,
          'Deliver to': deliver_to && `${deliver_to.address} (${deliver_to.contact}, ${deliver_to.phone})`,
          'Collect at': collect_at,
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
      label={`Set to: ${toLabel(status)}`}
      name={`Set to: ${toLabel(status)}, order ${id}`}
      question={isUnsuccessful(status) ? `End order ${id}?` : undefined}
      send={() => control('POST /orders/move', { body: { id, status } })}
      done={`Order ${id} is ${toLabel(status).toLowerCase()}.`}
    />
  )
}
