import { control, useControl } from '../control.ts'
import { inWords, showMoney } from '../format.ts'
import { CommandButton } from '../ui/form.tsx'
import { Chip, Moment, Rows, ViewHead } from '../ui/panel.tsx'

const FINAL_STATUSES: readonly string[] = ['failed', 'canceled', 'returned']

const toneOf = (status: string) =>
  FINAL_STATUSES.includes(status) ? 'danger' : status === 'delivered' ? 'success' : 'info'

export function OrdersView() {
  const orders = useControl('GET /orders', 2000)

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
        {(order) => (
          <li key={order.id} className="list-group-item actions">
            <div className="flex-fill">
              <strong>Order {order.id}</strong>{' '}
              <Chip tone={toneOf(order.order_status)}>{inWords(order.order_status)}</Chip>{' '}
              <Chip tone={order.payment_status === 'paid' ? 'success' : 'warning'}>
                {inWords(order.payment_status)}
              </Chip>
              <p className="text-body-secondary">
                <strong className="text-body">{showMoney(order.order_amount)}</strong> {order.customer},{' '}
                <Moment iso={order.created_at} />
              </p>
            </div>
            <fieldset className="actions" aria-label={`Move order ${order.id}`}>
              {order.next.length === 0 && <p className="text-body-secondary">Final status.</p>}
              {order.next.map((status) => (
                <CommandButton
                  key={status}
                  label={`Set to: ${inWords(status)}`}
                  name={`Set to: ${inWords(status)}, order ${order.id}`}
                  question={FINAL_STATUSES.includes(status) ? `End order ${order.id}?` : undefined}
                  send={() => control('POST /orders/move', { body: { id: order.id, status } })}
                  done={`Order ${order.id} is ${inWords(status).toLowerCase()}.`}
                />
              ))}
            </fieldset>
          </li>
        )}
      </Rows>
    </>
  )
}
