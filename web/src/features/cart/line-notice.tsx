import type { CartItem } from '../../domain/cart-item.ts'
import { formatPrice } from '../../domain/money.ts'
import {
  currentPrice,
  lineOptionsText,
  type Offer,
  type PricedLine,
  shortageMessage,
  withOfferedSelections,
} from '../../domain/offer.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { updateLines } from './cart-store.ts'
import './cart.scss'

type Props = {
  item: CartItem
  wanted: number
  /** The product's current offer; undefined if unknown. */
  offer: Offer | undefined
}

/** A notice of a changed price or stock. The line stays unchanged until the shopper clicks Update. */
export function LineNotice({ item, wanted, offer }: Props) {
  const changes = offer ? lineChangeMessages(item, wanted, offer) : []
  if (offer === undefined || changes.length === 0) return null
  const isOfferSoldOut = isSoldOut(offer)
  return (
    <div className="cart-notice">
      <Icon name="info" />
      <div role="status">
        {changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
        {isOfferSoldOut ? <p className="muted">Update removes it from the total.</p> : null}
      </div>
      <button
        type="button"
        className="link-button strong"
        aria-label={`Update ${item.name}`}
        onClick={() => {
          updateLines(item.id, offer)
          if (isOfferSoldOut) notify('success', `${item.name} removed from your cart.`, { product: item })
        }}
      >
        Update
      </button>
    </div>
  )
}

/** Returns a message for each change to a line's product. @param wanted the product's quantity across all lines */
export function lineChangeMessages(line: PricedLine, wanted: number, offer: Offer): string[] {
  const price = currentPrice(line, offer)
  const changes: string[] = []
  if (price !== line.price)
    changes.push(`Price is now ${formatPrice(price)} (was ${formatPrice(line.price)})`)
  const options = lineOptionsText(line)
  if (lineOptionsText(withOfferedSelections(line, offer)) !== options)
    changes.push(`${options} is no longer offered`)
  const shortage = shortageMessage(wanted, offer)
  if (shortage !== null) changes.push(shortage)
  return changes
}

export function isSoldOut({ total_stock: stock }: Pick<Offer, 'total_stock'>): boolean {
  return stock !== null && stock < 1
}
