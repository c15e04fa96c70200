import { control } from '../control.ts'
import { inWords, showMoney } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, Moment } from '../ui/panel.tsx'

const FINAL_STATUSES: readonly string[] = ['failed', 'canceled', 'returned']
const TONE: Record<string, string> = {
  delivered: 'good',
  failed: 'fault',
  canceled: 'fault',
  returned: 'fault',
}

/** The latest hundred orders, with buttons for the status changes that staff would make. */
export function OrdersView() {
  const polled = useControl('GET /orders', 2000)
  const { busy, run } = useCommand()

  return (
    <>
      <h1 tabIndex={-1}>Orders</h1>
      <p className="lead">
        The latest hundred orders of this world. The buttons change their status, as the shop's staff would.
      </p>
      <Loaded query={polled} what="The list of orders">
        {({ orders }) =>
          orders.length === 0 ? (
            <EmptyState title="No orders yet.">
              Place one in the shop, then confirm and deliver it here.
            </EmptyState>
          ) : (
            <ul className="cards">
              {orders.map((order) => (
                <li key={order.id} className="card order">
                  <div className="order-head">
                    <strong>Order {order.id}</strong>
                    <span className={`chip ${TONE[order.order_status] ?? 'going'}`}>
                      {inWords(order.order_status)}
                    </span>
                    <span className={`chip ${order.payment_status === 'paid' ? 'good' : 'warning'}`}>
                      {inWords(order.payment_status)}
                    </span>
                  </div>
                  <p>
                    <strong className="money">{showMoney(order.order_amount)}</strong>{' '}
                    <span className="muted">
                      {order.customer}, <Moment iso={order.created_at} />
                    </span>
                  </p>
                  {order.next.length === 0 ? (
                    <p className="muted">Final status.</p>
                  ) : (
                    <fieldset className="actions" aria-label={`Move order ${order.id}`}>
                      {order.next.map((status) => {
                        const move = () =>
                          void run(
                            () => control('POST /orders/move', { body: { id: order.id, status } }),
                            `Order ${order.id} is ${inWords(status).toLowerCase()}.`,
                          )
                        return FINAL_STATUSES.includes(status) ? (
                          <ConfirmButton
                            key={status}
                            label={inWords(status)}
                            name={`${inWords(status)}: order ${order.id}`}
                            question={`End order ${order.id}?`}
                            disabled={busy}
                            onConfirm={move}
                          />
                        ) : (
                          <Button
                            key={status}
                            aria-label={`${inWords(status)}: order ${order.id}`}
                            disabled={busy}
                            onClick={move}
                          >
                            {inWords(status)}
                          </Button>
                        )
                      })}
                    </fieldset>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
