import { type CartItem, quantityOf } from '../../domain/cart-item.ts'
import { formatMoney } from '../../domain/money.ts'
import type { ShopProduct } from '../../domain/product.ts'

/** What the host says of a product now. */
export type Sold = Pick<ShopProduct, 'price' | 'total_stock'>

/**
 * What changed about a cart line since it was added, one sentence each.
 * @param wanted how much of the product all its lines ask for together
 */
export function lineChanges(line: Pick<CartItem, 'price'>, wanted: number, product: Sold): string[] {
  const { price } = product
  const news: string[] = []
  if (price !== null && price !== line.price) {
    news.push(`Price is now ${formatMoney(price)} (was ${formatMoney(line.price)})`)
  }
  const shortage = shortageOf(wanted, product)
  if (shortage !== null) news.push(shortage)
  return news
}

/** Why so much of a product cannot be sold; null when it can, or when the stock is unknown. */
function shortageOf(wanted: number, { total_stock: stock }: Sold): string | null {
  if (stock === null || stock >= wanted) return null
  return isSoldOut({ total_stock: stock }) ? 'Sold out' : `Only ${Math.floor(stock)} left`
}

export function isSoldOut({ total_stock: stock }: Pick<Sold, 'total_stock'>): boolean {
  return stock !== null && stock < 1
}

/** The products of a cart that cannot be sold as it asks for them: a sentence for each. Empty when all can. */
export function shortagesOf(items: readonly CartItem[], products: ReadonlyMap<number, Sold>): string[] {
  return [...new Map(items.map((item) => [item.id, item.name]))].flatMap(([id, name]) => {
    const product = products.get(id)
    const shortage = product ? shortageOf(quantityOf(items, id), product) : null
    return shortage === null ? [] : [`${name}: ${shortage}.`]
  })
}
