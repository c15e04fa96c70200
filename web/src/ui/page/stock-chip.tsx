import { Icon } from '../media/icon.tsx'

/** Stock up to which the number is shown. */
const LOW_STOCK = 5

/** Shows the stock in words; nothing if it is unknown. @param props.isLowOnly shows nothing if there is enough */
export function StockChip({ stock, isLowOnly = false }: { stock: number | null; isLowOnly?: boolean }) {
  if (stock === null) return null
  if (stock <= 0) {
    return (
      <span className="chip chip-none">
        <Icon name="clock" />
        Pre-order
      </span>
    )
  }
  return stock <= LOW_STOCK ? (
    <span className="chip chip-warn">
      <Icon name="alert" />
      Only {stock} left
    </span>
  ) : isLowOnly ? null : (
    <span className="chip">
      <Icon name="check" />
      In stock
    </span>
  )
}
