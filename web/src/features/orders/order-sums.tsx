import { formatMoney, formatPrice, formatRounding, formatSum } from '../../domain/money.ts'
import { type ShopOrder, sumInvoice } from './order.ts'

export function DetailRow({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Shows the sums of the lines and the delivery, and the total. Shows only the total if the rest is unknown. */
export function OrderSums({ order, className = '' }: { order: ShopOrder; className?: string }) {
  const sums = sumInvoice(order)
  const rounding = sums && formatRounding(sums.items)
  return (
    <dl className={`${className} ruled-rows totals`}>
      {sums && (
        <>
          {rounding && <DetailRow name="Rounding" value={rounding} />}
          <DetailRow name="Subtotal" value={formatSum(sums.items)} />
          <DetailRow name="Delivery Fee" value={formatMoney(sums.fee)} />
        </>
      )}
      <DetailRow name="Total" value={formatPrice(order.amount)} />
    </dl>
  )
}
