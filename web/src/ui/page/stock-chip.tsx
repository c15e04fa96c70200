import { Icon } from '../media/icon.tsx'

/** Few enough to say how many. */
const FEW = 5

/** Stock in words; nothing when the host did not say. */
export function StockChip({ stock }: { stock: number | null }) {
  if (stock === null) return null
  if (stock <= 0) {
    return (
      <span className="chip chip-none">
        <Icon name="clock" />
        Pre-order
      </span>
    )
  }
  return stock <= FEW ? (
    <span className="chip chip-warn">
      <Icon name="alert" />
      Only {stock} left
    </span>
  ) : (
    <span className="chip">
      <Icon name="check" />
      In stock
    </span>
  )
}
