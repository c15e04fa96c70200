import type { ReactNode } from 'react'
import { type CartItem, totalPrice } from '../../domain/cart-item.ts'
import { formatMoney, formatRounding, formatSum, orderTotal } from '../../domain/money.ts'
import { chosenText } from '../../domain/order-details.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import type { Delivery } from './delivery.ts'
import type { Change } from './order-to-pay.ts'

/** The number of lines up to which all are shown, and the number shown of a longer order. */
const MAX_LINES = 4
const FIRST_LINES = 3

type Props = {
  items: readonly CartItem[]
  delivery: Delivery | null
  /** Renders a notice below a line whose price or stock has changed; null for other lines. */
  notice: (item: CartItem) => ReactNode
}

/** The lines and totals of the order. The total is the amount that will be charged. */
export function OrderSummary({ items, delivery, notice }: Props) {
  const subtotal = totalPrice(items)
  const rounding = formatRounding(subtotal)
  const lines = items.map((item, at) => {
    const change = notice(item)
    return {
      isChanged: change !== null,
      line: (
        <OrderLine key={`${item.id}-${at}`} item={item}>
          {change}
        </OrderLine>
      ),
    }
  })
  const rest = lines.length > MAX_LINES ? lines.splice(FIRST_LINES) : []
  return (
    <>
      <ul className="checkout-items">{lines.map(({ line }) => line)}</ul>
      {rest.length > 0 && (
        <details className="checkout-items" open={rest.some(({ isChanged }) => isChanged)}>
          <summary>
            {rest.length} more {rest.length === 1 ? 'item' : 'items'} <Icon name="chevron-down" />
          </summary>
          <ul>{rest.map(({ line }) => line)}</ul>
        </details>
      )}
      <dl className="ruled-rows totals">
        {rounding && (
          <div>
            <dt>Rounding</dt>
            <dd className="money">{rounding}</dd>
          </div>
        )}
        <div>
          <dt>Subtotal</dt>
          <dd className="money">{formatSum(subtotal)}</dd>
        </div>
        <div>
          <dt>Delivery Fee</dt>
          <dd className="money">
            {delivery === null
              ? 'Choose delivery'
              : delivery.address === null
                ? '0 UGX'
                : formatSum(delivery.fee)}
          </dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd className="money">{formatMoney(orderTotal(subtotal, delivery?.fee ?? 0))}</dd>
        </div>
      </dl>
    </>
  )
}

function OrderLine({ item, children }: { item: CartItem; children: ReactNode }) {
  return (
    <li>
      <ProductImage file={item.image} name={item.name} alt="" sizes="3rem" />
      <div>
        {item.name}
        <span className="muted money">{`\u00a0× ${item.quantity}`}</span>
        <span className="d-block strong money">{formatMoney(item.price * item.quantity)}</span>
        {item.chosen ? (
          <span className="d-block small muted">{chosenText(item)}. We'll call you to confirm this.</span>
        ) : null}
      </div>
      {children}
    </li>
  )
}

export function OrderChanges({ changes, onAccept }: { changes: readonly Change[]; onAccept: () => void }) {
  return (
    <>
      <ul className="d-grid gap-1">
        {changes.map(({ label, before, after }) => (
          <li key={`${label} ${before}`}>
            {label}: {after} (was {before})
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn-primary" onClick={onAccept}>
        Accept changes
      </button>
    </>
  )
}
