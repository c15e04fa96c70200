import type { CartItem } from '../../domain/cart-item.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { updateLines } from './cart-store.ts'
import { isSoldOut, lineChanges, type Sold } from './line-changes.ts'
import './line-notice.scss'

type Props = {
  item: CartItem
  /** How much of the product all lines ask for together. */
  wanted: number
  /** What the host says of it now; undefined when it does not say. */
  product: Sold | undefined
}

/**
 * Shows on the line a price or a stock that changed since the product was added. The line stays as the
 * shopper put there until they press Update.
 */
export function LineNotice({ item, wanted, product }: Props) {
  const news = product ? lineChanges(item, wanted, product) : []
  if (product === undefined || news.length === 0) return null
  const soldOut = isSoldOut(product)
  return (
    <div className="line-notice">
      <Icon name="info" />
      <div role="status">
        {news.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {soldOut ? <p className="muted">Update takes it out of your cart.</p> : null}
      </div>
      <button
        type="button"
        className="link-button strong"
        aria-label={`Update ${item.name}`}
        onClick={() => {
          updateLines(item.id, product)
          if (soldOut) notify(`${item.name} was taken out of your cart.`, { kind: 'success' })
        }}
      >
        Update
      </button>
    </div>
  )
}
