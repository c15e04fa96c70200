import type { ReactNode } from 'react'
import { type CartItem, totalPrice } from '../../domain/cart-item.ts'
import { formatMoney, formatRounding, formatSum, orderTotal } from '../../domain/money.ts'
import { chosenText } from '../../domain/order-details.ts'
import { ProductImage } from '../../ui/media/product-image.tsx'
import type { Delivery } from './delivery.ts'
import type { Change } from './order-to-pay.ts'

type Props = {
  items: readonly CartItem[]
  delivery: Delivery | null
  /** Renders a notice below a line, for example about its stock. */
  notice: (item: CartItem) => ReactNode
}

/** The lines and totals of the order. The total is the amount that will be charged. */
export function OrderSummary({ items, delivery, notice }: Props) {
  const subtotal = totalPrice(items)
  const rounding = formatRounding(subtotal)
  return (
    <>
      <ul className="checkout-items">
        {items.map((item, at) => (
          <li key={`${item.id}-${at}`}>
            <ProductImage file={item.image} name={item.name} alt="" ratio="square" sizes="3rem" />
            <div>
              {item.name}
              <span className="muted money">{`\u00a0× ${item.quantity}`}</span>
              <span className="d-block strong money">{formatMoney(item.price * item.quantity)}</span>
              {item.chosen ? (
                <span className="d-block small muted">
                  {chosenText(item)}. We'll call you to confirm this.
                </span>
              ) : null}
            </div>
            {notice(item)}
          </li>
        ))}
      </ul>
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
