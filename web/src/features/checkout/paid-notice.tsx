import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { usePaidOrder } from './attempt-store.ts'

/** Elsewhere than on the checkout: a payment waits for its order, and where to finish it. */
export function PaidNotice({ customerId }: { customerId: number | null }) {
  const paid = usePaidOrder(customerId)
  if (paid === null) return null
  return (
    <p className="notice">
      <span>
        You have paid {formatMoney(paid.amount)} and your order is not finished yet.{' '}
        <Link to={paths.checkout}>Finish your order</Link>: you will not be charged again.
      </span>
    </p>
  )
}
