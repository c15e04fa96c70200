import type { ReactNode } from 'react'
import { type CartItem, countItems, linePrice, totalPrice } from '../../domain/cart-item.ts'
import { feeText } from '../../domain/delivery-fee.ts'
import { formatMoney, formatPrice, formatRounding, formatSum, orderTotal } from '../../domain/money.ts'
import { chosenText } from '../../domain/order-details.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import type { Delivery } from './delivery.ts'
import type { OrderChange } from './order-to-pay.ts'

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
        {rounding && <Amount label="Rounding">{rounding}</Amount>}
        <Amount label="Subtotal">{formatSum(subtotal)}</Amount>
        <Amount label="Delivery Fee">
          {delivery === null
            ? 'Choose delivery'
            : feeText(delivery.address === null ? 'pickup' : 'home', delivery.fee)}
        </Amount>
        <Amount label="Total">{formatMoney(orderTotal(subtotal, delivery?.fee ?? 0))}</Amount>
      </dl>
    </>
  )
}

const MAX_COVERS = 3

/** The order in one line, beside the heading on phones and tablets, where the summary is below the fold. */
export function OrderGlance({ items }: Pick<Props, 'items'>) {
  const count = countItems(items)
  return (
    <button
      type="button"
      className="link-button checkout-glance"
      onClick={() => document.getElementById('summary')?.scrollIntoView()}
    >
      {items.slice(0, MAX_COVERS).map(({ id, image, name }, at) => (
        <ProductImage key={`${id}-${at}`} file={image} name={name} alt="" sizes="2rem" />
      ))}
      {count === 1 ? '1 item' : `${count} items`}
    </button>
  )
}

type AmountProps = { label: string; explanation?: ReactNode; children: ReactNode }

export function Amount({ label, explanation, children }: AmountProps) {
  return (
    <div>
      <dt>
        {label}
        {explanation && <span className="d-block small muted">{explanation}</span>}
      </dt>
      <dd className="money">{children}</dd>
    </div>
  )
}

function OrderLine({ item, children }: { item: CartItem; children: ReactNode }) {
  return (
    <li>
      <ProductImage file={item.image} name={item.name} alt="" sizes="3rem" />
      <div>
        {item.name}
        <span className="muted money">{`\u00a0× ${item.quantity}`}</span>
        <span className="d-block strong money">{formatPrice(linePrice(item))}</span>
        {item.chosen ? (
          <span className="d-block small muted">{chosenText(item)}. We'll call you to confirm this.</span>
        ) : null}
      </div>
      {children}
    </li>
  )
}

type ChangesProps = {
  changes: readonly OrderChange[]
  /** Accepts the changes. Absent if the shopper can't, because the old order may have been charged. */
  onAccept?: () => void
}

export function OrderChanges({ changes, onAccept }: ChangesProps) {
  return (
    <>
      <ul className="d-grid gap-1">
        {changes.map(({ label, before, after }) => (
          <li key={`${label} ${before}`}>
            {label}: {after} (was {before})
          </li>
        ))}
      </ul>
      {onAccept && (
        <button type="button" className="btn btn-primary" onClick={onAccept}>
          Accept changes
        </button>
      )}
    </>
  )
}

type PayBarProps = { label?: string; total: string; notice?: ReactNode; children: ReactNode }

/** The button that continues the checkout. On phones, a bar at the bottom of the screen that also shows the total. */
export function PayBar({ label = 'Total', total, notice, children }: PayBarProps) {
  return (
    <div className="pay-bar mt-3" data-bottom-bar>
      {notice}
      {/* Generated by the style sheet, because the list above contains the same text. */}
      <p data-label={label} data-total={total} />
      {children}
    </div>
  )
}
