import { formatMoney, formatSum, orderTotal } from '../../domain/money.ts'
import type { DeliveryMode } from '../../domain/navigation-state.ts'
import { feeText } from './fee.ts'

type Props = {
  /** In shillings. */
  subtotal: number
  /** In shillings, before rounding; null if unknown. */
  fee: number | null
  mode: DeliveryMode
  explanation: string
}

/** The totals of the order. */
export function DeliverySummary({ subtotal, fee, mode, explanation }: Props) {
  return (
    <dl className="totals">
      <div>
        <dt>Subtotal</dt>
        <dd className="money">{formatSum(subtotal)}</dd>
      </div>
      <div>
        <dt>
          Delivery Fee
          <span className="totals-why">{explanation}</span>
        </dt>
        <dd className="money">{feeText(mode, fee)}</dd>
      </div>
      <div className="totals-sum">
        <dt>Total Amount</dt>
        <dd className="money">
          {fee === null ? formatSum(subtotal) : formatMoney(orderTotal(subtotal, fee))}
          {fee === null && <span className="totals-why">+ delivery</span>}
        </dd>
      </div>
    </dl>
  )
}
