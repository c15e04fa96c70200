import { type CartItem, quantityOf } from '../../domain/cart-item.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { updateLines } from './cart-store.ts'
import './line-notice.scss'
import { formatMoney } from '../../domain/money.ts'
import type { ShopProduct } from '../../domain/product.ts'

type Props = {
  item: CartItem
  /** The product's total quantity across all lines. */
  wanted: number
  /** The product's current price and stock; undefined if unknown. */
  product: PriceAndStock | undefined
}

/**
 * A notice that the price or stock has changed since the product was added. The line stays unchanged until the shopper
 * clicks Update.
 */
export function LineNotice({ item, wanted, product }: Props) {
  const changes = product ? lineChanges(item, wanted, product) : []
  if (product === undefined || changes.length === 0) return null
  const soldOut = isSoldOut(product)
  return (
    <div className="line-notice">
      <Icon name="info" />
      <div role="status">
        {changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
        {soldOut ? <p className="muted">Update removes it from your cart.</p> : null}
      </div>
      <button
        type="button"
        className="link-button strong"
        aria-label={`Update ${item.name}`}
        onClick={() => {
          updateLines(item.id, product)
          if (soldOut) notify(`${item.name} removed from your cart.`, { kind: 'success', name: item.name })
        }}
      >
        Update
      </button>
    </div>
  )
}

/** A product's current price and stock. */
export type PriceAndStock = Pick<ShopProduct, 'price' | 'total_stock'>

/**
 * Returns a message for each change to a product since its cart line was added.
 * @param wanted the product's total quantity across all lines
 */
export function lineChanges(line: Pick<CartItem, 'price'>, wanted: number, product: PriceAndStock): string[] {
  const { price } = product
  const changes: string[] = []
  if (price !== null && price !== line.price) {
    changes.push(`Price is now ${formatMoney(price)} (was ${formatMoney(line.price)})`)
  }
  const shortage = shortageOf(wanted, product)
  if (shortage !== null) changes.push(shortage)
  return changes
}

/** Returns a message if the stock is too low; null if it is sufficient or unknown. */
function shortageOf(wanted: number, { total_stock: stock }: PriceAndStock): string | null {
  if (stock === null || stock >= wanted) return null
  return isSoldOut({ total_stock: stock }) ? 'Sold out' : `Only ${Math.floor(stock)} left`
}

export function isSoldOut({ total_stock: stock }: Pick<PriceAndStock, 'total_stock'>): boolean {
  return stock !== null && stock < 1
}

/** Returns a message for each product in a cart whose stock is too low. */
export function shortagesOf(
  items: readonly CartItem[],
  products: ReadonlyMap<number, PriceAndStock>,
): string[] {
  return [...new Map(items.map((item) => [item.id, item.name]))].flatMap(([id, name]) => {
    const product = products.get(id)
    const shortage = product ? shortageOf(quantityOf(items, id), product) : null
    return shortage === null ? [] : [`${name}: ${shortage}.`]
  })
}
