import { formatPrice } from '../../domain/money.ts'

/** A product's own price, `UGX 35,000`. Takes what the wire sent. */
export function Price({ amount, className = '' }: { amount: unknown; className?: string }) {
  return <span className={`money ${className}`.trim()}>{formatPrice(amount)}</span>
}
