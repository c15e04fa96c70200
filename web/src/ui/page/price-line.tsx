import type { ReactNode } from 'react'
import { formatPrice } from '../../domain/money.ts'

type Props = {
  price: number | null
  original_price: number | null
  has_discount: boolean | 'set'
  discount_percentage: number | null
}

/** The price, with the former price and the discount if there is one. Wraps the children below them. */
export function PriceLine({ product, children }: { product: Props; children?: ReactNode }) {
  const { price, original_price, has_discount, discount_percentage } = product
  const off =
    has_discount === true && discount_percentage !== null && discount_percentage > 0
      ? discount_percentage
      : null
  return (
    <span className="price-line">
      <Price amount={price} className="price-now" />
      {has_discount && original_price !== null ? (
        <span className="price-was">
          <span className="visually-hidden">was </span>
          <s className="money">{formatPrice(original_price)}</s>
        </span>
      ) : null}
      {off === null ? null : <span className="chip chip-sale">{off}% off</span>}
      {children}
    </span>
  )
}

/** A product's price, such as `UGX 35,000`, from its value on the wire. */
export function Price({ amount, className = '' }: { amount: unknown; className?: string }) {
  return <span className={`money ${className}`.trim()}>{formatPrice(amount)}</span>
}
